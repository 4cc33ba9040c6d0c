import FoundationEssentials
import Glibc

/// The output of a program that is run to its end.
package enum ProgramOutput {
    /// Runs a command of the shell, without input, and with its errors dropped (popen(3)).
    ///
    /// - Parameters:
    ///   - command: the command; its words are quoted by the caller.
    ///   - seconds: after which it is ended (timeout(1)).
    /// - Returns: its output; `nil` if it cannot be started, does not end in time, or ends with another status than 0.
    package static func of(_ command: String, seconds: Int) -> Data? {
        guard let pipe = popen("timeout \(seconds) \(command) 2>/dev/null </dev/null", "r") else { return nil }
        var output = Data()
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = fread(&buffer, 1, buffer.count, pipe)
            guard count > 0 else { break }
            output.append(contentsOf: buffer.prefix(count))
        }
        return pclose(pipe) == 0 ? output : nil
    }
}
