import Glibc
import Testing

@testable import KeepAliveLinux

@Suite(.ownThread) struct OwnMemoryTests {
    /// The resident pages of the program's file.
    private static func residentFileKilobytes() throws -> Int {
        let status = try SmallFile.read("/proc/self/status")
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssFile:") })
        return try #require(Int(line.split(whereSeparator: \.isWhitespace).dropLast().last ?? ""))
    }

    @Test("code that was touched is given back, and runs again")
    func givesBack() throws {
        let before = try Self.residentFileKilobytes()
        OwnMemory.giveBackCode()
        let after = try Self.residentFileKilobytes()
        // Other tests run meanwhile, and have touched a part of it again.
        #expect(after < before, "\(after) KB of \(before) KB")
    }
}
