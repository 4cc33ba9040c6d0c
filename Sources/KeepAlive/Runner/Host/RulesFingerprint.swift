import KeepAliveFleet
import KeepAlivePolicy
import KeepAliveReport

/// A hash that tells the rules of two builds of the program apart. It covers their constants, their texts, and their
/// decisions about a small fleet.
///
/// The program's version does not tell them apart: it stays the same while rules are worked on, and shards may come
/// from machines that were not all updated.
package enum RulesFingerprint {
    /// The fingerprint of this program, as 16 hexadecimal digits. It is made when it is first asked for, in some
    /// milliseconds.
    package static let ofThisProgram = make()

    /// Makes a fingerprint; tests set the parameters.
    static func make(
        rules: [RuleBook.Rule] = RuleBook.rules, overrides: [ProfileOverride] = [], sampleSeed: UInt64 = 1
    ) -> String {
        var hash = FNV1a()
        addProfiles(overrides, to: &hash)
        for reading in PolicyReading.all {
            hash.add(reading.name)
            for change in reading.changes() { hash.add("\(change.constant)=\(change.value) \(change.versions)") }
        }
        for rule in rules {
            hash.add(rule.id.description)
            hash.add(rule.versions)
            hash.add(rule.statement)
        }
        addSample(sampleSeed, to: &hash)
        return hash.text
    }

    /// Adds every constant and switch of every version with a profile; later minor versions change nothing.
    private static func addProfiles(_ overrides: [ProfileOverride], to hash: inout FNV1a) {
        let versions = ProfileCatalogue.versions
        for major in versions.lowerBound.major...versions.upperBound.major {
            for minor in 0...9 {
                let profile = PolicyProfile(version: IOSVersion(major, minor))
                for constant in (try? profile.applying(overrides))?.constants ?? [] {
                    hash.add(constant.name)
                    hash.add(constant.value)
                }
            }
        }
    }

    /// Adds the results of a few apps of each class of the default population: rules are code, too.
    private static func addSample(_ seed: UInt64, to hash: inout FNV1a) {
        guard
            let population = try? PopulationReader.population(
                in: PopulationReader.defaultText, file: PopulationReader.defaultName)
        else { preconditionFailure("the default population cannot be read") }
        for kind in population.classes {
            guard
                let player = try? FleetPlayer(
                    FleetOrder(apps: 2, days: 1, seed: seed), population: Population(classes: [kind]))
            else { preconditionFailure("the default population cannot be played") }
            for number in 0..<2 { _ = player.play(number) }
            hash.add((try? player.tallies.first.map { try JSONText.line($0) }) ?? "")
        }
    }
}
