import Foundation
import PushExchange

/// The file that keeps the tokens: a record a line. A token stays good when the server starts again.
final class TokenFile: Sendable {
    /// What was kept.
    let records: [TokenRegistry.Record]
    private let handle: FileHandle

    /// Reads the file, and writes it anew without what does not count any more.
    ///
    /// - Throws: ``StateDirectory/Failure``.
    init(_ path: String) throws(StateDirectory.Failure) {
        do {
            let text =
                FileManager.default.fileExists(atPath: path) ? try String(contentsOfFile: path, encoding: .utf8) : ""
            let read = try text.split(separator: "\n").enumerated().compactMap { number, line in
                do {
                    return try JSONDecoder().decode(TokenRegistry.Record.self, from: Data(line.utf8))
                } catch {
                    // The last line of a server that was killed may be half a line.
                    if !text.hasSuffix("\n"), number == text.split(separator: "\n").count - 1 { return nil }
                    throw StateDirectory.Failure("line \(number + 1) is no record of a token")
                }
            }
            records = TokenRegistry(read).records
            let lines = try records.map { try Self.line($0) }.joined()
            let temporary = "\(path).\(ProcessInfo.processInfo.processIdentifier)"
            guard
                FileManager.default.createFile(
                    atPath: temporary, contents: Data(lines.utf8), attributes: [.posixPermissions: 0o600]),
                rename(temporary, path) == 0, let handle = FileHandle(forWritingAtPath: path)
            else { throw StateDirectory.Failure(String(cString: strerror(errno))) }
            try handle.seekToEnd()
            self.handle = handle
        } catch { throw StateDirectory.Failure("\(path) cannot be used: \(StateDirectory.words(error))") }
    }

    /// Adds a record. A full disk loses it: the token is good until the server ends.
    func append(_ record: TokenRegistry.Record) {
        guard let line = try? Self.line(record) else { return }
        try? handle.write(contentsOf: Data(line.utf8))
    }

    private static func line(_ record: TokenRegistry.Record) throws -> String {
        String(decoding: try JSONEncoder().encode(record), as: UTF8.self) + "\n"
    }
}
