import CLinux
import Glibc

/// What the machine says of itself.
package enum Machine {
    /// The kernel's release, as `uname -r`.
    package static var kernelRelease: String {
        var information = utsname()
        uname(&information)
        return withUnsafeBytes(of: &information.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// Whether clone3(2) can be used here.
    package static var hasClone3: Bool { clinux_has_clone3() != 0 }

    /// The environment of this process.
    package static var environment: [String: String] {
        var result: [String: String] = [:]
        var entry = environ
        while let pointer = entry.pointee {
            let text = String(cString: pointer)
            if let equals = text.firstIndex(of: "=") {
                result[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            entry += 1
        }
        return result
    }

    /// Whether standard error is a terminal.
    package static var standardErrorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Whether standard output is a terminal.
    package static var standardOutputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Ends this process at once; guardians take down whatever was started.
    package static func leave(_ status: Int32) -> Never { exit(status) }

    /// Writes to standard error.
    package static func writeToStandardError(_ text: String) {
        var copy = text
        copy.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Writes to standard output.
    package static func writeToStandardOutput(_ text: String) {
        var copy = text
        copy.withUTF8 { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let slice = UnsafeBufferPointer(rebasing: rest)
                let count = write(STDOUT_FILENO, slice.baseAddress, slice.count)
                if count <= 0 { return }
                rest = rest.dropFirst(count)
            }
        }
    }
}
