import Glibc
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

@Suite struct OwnEnvironmentTests {
    private func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// All that there is now, also what is set for the length of a call.
    private var names: [String] {
        var result: [String] = []
        var entry = environ
        while let pointer = entry.pointee {
            result.append(String(String(cString: pointer).prefix { $0 != "=" }))
            entry += 1
        }
        return result
    }

    @Test("Variables are set for the length of a call, and all is as before when it ends, also by an error")
    func replaces() throws {
        let before = Machine.rawEnvironment.map(\.text)
        // Other tests may read what is there; it keeps its value.
        let path = try #require(value("PATH"))
        let seen = OwnEnvironment.with([("KEEPALIVE_TEST", "1"), ("PATH", path)]) {
            (value("KEEPALIVE_TEST"), value("PATH"), names.sorted())
        }
        #expect(seen.0 == "1")
        #expect(seen.1 == path)
        #expect(seen.2 == (before.map { String($0.prefix { $0 != "=" }) } + ["KEEPALIVE_TEST"]).sorted())
        #expect(throws: KeepAliveError.self) {
            try OwnEnvironment.with([("KEEPALIVE_TEST", "2")]) { throw KeepAliveError(.audio, "a test") }
        }
        #expect(Machine.rawEnvironment.map(\.text) == before)
    }

    @Test("Another thread may read the environment meanwhile")
    func readers() async {
        let path = value("PATH")
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    (0..<20_000).allSatisfy { _ in getenv("PATH").map { String(cString: $0) } == path }
                        && (0..<200).allSatisfy { _ in
                            !Machine.rawEnvironment.contains { $0.text.hasPrefix("KEEPALIVE_TEST=") }
                        }
                }
            }
            group.addTask {
                (0..<5_000).allSatisfy { round in
                    OwnEnvironment.with([("KEEPALIVE_TEST", "\(round)")]) {
                        getenv("KEEPALIVE_TEST").map { String(cString: $0) } == "\(round)"
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
        #expect(value("KEEPALIVE_TEST") == nil)
    }
}
