import KeepAliveFleet
import KeepAlivePolicy
import KeepAliveReport

/// A hash that identifies the rules of a build of the program. It covers the constants, the texts of the rules, and
/// the decisions about a small fleet.
///
/// The program's version is not enough: it does not change with every change of the rules, and shards of a fleet may
/// come from machines with different builds.
package enum RulesFingerprint {
    /// The fingerprint of this program, as 16 hexadecimal digits. It is computed at the first access, which takes
    /// some milliseconds.
    package static let ofThisProgram = make()

    /// Returns the fingerprint for given rules and overrides; the parameters are for tests.
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

    /// Adds all constants and switches of all versions with minor numbers up to 9. Later minor versions change no
    /// rule.
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

    /// Adds the results of two apps of each class of the default population, so that the fingerprint also covers rules
    /// that are code.
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
