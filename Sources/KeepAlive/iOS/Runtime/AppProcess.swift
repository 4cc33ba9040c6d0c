import Foundation
import KeepAliveModel

/// Functions for the app's process that belong to no framework of Apple.
package enum AppProcess {
    /// Returns a string in the program file, by which the runner recognizes a program that speaks the app protocol.
    @inline(never)
    package static func mark() -> StaticString { "KeepAlive: this program launches itself, by protocol 1" }

    /// Writes a message for the developer to standard error, where no caller could get an error.
    package static func say(_ message: String) { FileHandle.standardError.write(Data("KeepAlive: \(message)\n".utf8)) }

    /// Ends the process with exit status 64, where it cannot continue and no caller could get an error.
    package static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(64)
    }

    /// Ends the process with SIGABRT, as an exception does that is not caught.
    package static func abort(_ exception: AppleException) -> Never {
        FileHandle.standardError.write(Data("\(exception.lastWords)\n".utf8))
        // The default action replaces the handler of Swift's backtraces: the message already says what happened.
        signal(SIGABRT, SIG_DFL)
        Foundation.abort()
    }
}
