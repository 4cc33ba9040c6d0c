import FoundationEssentials
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// What is decided in random lives is pinned, as a digest of each life: a change that nobody meant is noticed, wherever it is.
///
/// The lives are those of `PropertyTests`, shorter, on every version. `make timelines` records them anew; with
/// `KEEPALIVE_WALKS=DIR` the decisions of each life are written to a file there, to be compared with those of another build.
@Suite struct WalkTests {
    private static let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "walks.txt").path
    private static let steps = 400

    /// Every version at which something changed.
    private static let versions =
        (4...18).map { IOSVersion($0) } + [IOSVersion(26), IOSVersion(27)]
        + ["6.1", "12.4", "13.4", "14.5", "15.4", "16.4", "17.4", "18.4", "26.4"].compactMap(IOSVersion.init(parsing:))

    private static func line(of life: Int, about area: RandomEvents.Area?, on profile: PolicyProfile) throws -> String {
        // A life of its own for each version, so that more is seen.
        let seed = UInt64(profile.version.major * 1000 + profile.version.minor * 100 + life)
        let folder = Machine.variable("KEEPALIVE_WALKS")
        var walk = PropertyTests.Walk(seed: seed, profile: profile)
        walk.events.focus = area
        walk.digest = Digest(keepsText: folder != nil)
        let name = "iOS \(profile.version), \(area.map { "mostly \($0)" } ?? "a bit of everything")"
        do { try walk.take(steps) } catch {
            throw MockWorld.IllegalMove(description: "\(name): \(error)\n\(walk.story)")
        }
        if let folder { try walk.digest?.text?.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8) }
        return "\(walk.digest ?? Digest())  \(name)"
    }

    @Test("what is decided in random lives is as it was recorded")
    func recorded() throws {
        let lines = try Self.versions.map { PolicyProfile(version: $0) }.flatMap { profile in
            try ([nil] + RandomEvents.Area.allCases).enumerated().map { life, area in
                try Self.line(of: life, about: area, on: profile)
            }
        }
        guard Machine.variable("KEEPALIVE_RECORD") == nil else {
            return try (lines.joined(separator: "\n") + "\n").write(
                toFile: Self.path, atomically: true, encoding: .utf8)
        }
        let known = try String(contentsOfFile: Self.path, encoding: .utf8).split(separator: "\n").map(String.init)
        let changed = Set(lines).symmetricDifference(known).sorted()
        if changed.isEmpty { return }
        Issue.record(
            """
            \(changed.count) lines of \(Self.path) differ, such as: \(changed.prefix(4).joined(separator: "; ")). \
            KEEPALIVE_WALKS=DIR writes what is decided in each; when the change is meant: make timelines
            """)
    }
}
