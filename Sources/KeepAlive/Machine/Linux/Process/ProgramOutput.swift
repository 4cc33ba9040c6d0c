import FoundationEssentials
import Glibc

/// Runs shell commands to their end and returns their output.
package enum ProgramOutput {
    /// Runs a shell command without input, and discards its standard error (popen(3)).
    ///
    /// - Parameters:
    ///   - command: the command, with its words quoted for sh.
    ///   - seconds: the time limit in seconds, after which the command is ended (timeout(1)).
    /// - Returns: the standard output; `nil` if the command cannot be started, does not end in time, or does not exit
    ///   with status 0.
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

    /// Runs a shell command to its end, with this process's input and output (system(3)).
    ///
    /// - Returns: the exit status; 128 and the signal's number if a signal ended the shell or its command.
    package static func status(of command: String) -> Int32 {
        let status = system(command)
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }
}
