import Glibc
import KeepAlivePolicy
import SystemPackage

extension SupervisedProcess {
    /// The destination of the output of an app without a terminal; its input is empty.
    package struct Streams: Sendable, Equatable {
        /// The paths of files that are appended to; `nil` for the runner's own stream.
        package var standardOutput: String?
        package var standardError: String?

        package init(standardOutput: String? = nil, standardError: String? = nil) {
            self.standardOutput = standardOutput
            self.standardError = standardError
        }

        /// Opens the three streams.
        func open() throws -> [CInt] {
            func file(_ path: String?, else own: CInt) throws -> CInt {
                guard let path else { return fcntl(own, F_DUPFD_CLOEXEC, 3) }
                // To open a pipe that nobody reads would block the runner, and all apps with it.
                let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o644)
                guard descriptor >= 0 else {
                    let isUnread = errno == ENXIO
                    throw KeepAliveError(
                        .output, "\(path): \(isUnread ? "nobody reads this pipe" : "\(Errno(rawValue: errno))")")
                }
                _ = fcntl(descriptor, F_SETFL, O_APPEND)
                return descriptor
            }
            var opened: [CInt] = []
            func take(_ descriptor: CInt) throws {
                guard descriptor >= 0 else {
                    throw KeepAliveError(.output, "cannot open the app's streams: \(Errno(rawValue: errno))")
                }
                opened.append(descriptor)
            }
            do {
                try take(Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC))
                try take(try file(standardOutput, else: 1))
                try take(try file(standardError, else: 2))
            } catch {
                for descriptor in opened { close(descriptor) }
                throw error
            }
            return opened
        }
    }
}
