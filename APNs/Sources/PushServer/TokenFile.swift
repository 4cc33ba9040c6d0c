import Foundation
import PushExchange

/// The file that keeps the tokens: a record a line. A token stays good when the server starts again.
final class TokenFile: Sendable {
    /// What was kept.
    let records: [TokenRegistry.Record]
    private let handle: FileHandle
    private let log: ServerLog

    /// Reads the file, and writes it anew without what does not count any more.
    ///
    /// - Throws: ``StateDirectory/Failure``.
    init(_ path: String, log: ServerLog) throws(StateDirectory.Failure) {
        self.log = log
        do {
            let text =
                FileManager.default.fileExists(atPath: path) ? try String(contentsOfFile: path, encoding: .utf8) : ""
            // A server that was killed, or found the disk full, has left half a line.
            let read = text.split(separator: "\n").enumerated().compactMap { number, line in
                let record = try? JSONDecoder().decode(TokenRegistry.Record.self, from: Data(line.utf8))
                if record == nil { log.say("\(path):\(number + 1) is no record of a token: it is left out") }
                return record
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

    /// Adds a record. What cannot be written is said: the token is good until the server ends.
    func append(_ record: TokenRegistry.Record) {
        do {
            let end = try handle.offset()
            do {
                try handle.write(contentsOf: Data(try Self.line(record).utf8))
            } catch {
                // No half line: the next record would continue it.
                try handle.truncate(atOffset: end)
                throw error
            }
        } catch {
            log.say("a token cannot be kept beyond the end of this server: \(StateDirectory.words(error))")
        }
    }

    private static func line(_ record: TokenRegistry.Record) throws -> String {
        String(decoding: try JSONEncoder().encode(record), as: UTF8.self) + "\n"
    }
}
