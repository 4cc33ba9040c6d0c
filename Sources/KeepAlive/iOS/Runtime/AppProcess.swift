import Foundation
import KeepAliveModel

/// The actions of an app's process outside of Apple's names.
package enum AppProcess {
    /// Returns the mark by which the runner recognizes a program that speaks the app protocol.
    @inline(never)
    package static func mark() -> StaticString { "KeepAlive: this program launches itself, by protocol 1" }

    /// Prints a message for the developer that no caller can get.
    package static func say(_ message: String) { FileHandle.standardError.write(Data("KeepAlive: \(message)\n".utf8)) }

    /// Ends the program: it cannot go on, and cannot tell its caller.
    package static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(64)
    }

    /// Ends the program as an exception does that nobody catches.
    package static func abort(_ exception: AppleException) -> Never {
        FileHandle.standardError.write(Data("\(exception.lastWords)\n".utf8))
        // The text says what happened. A dump of registers after it would only hide it.
        signal(SIGABRT, SIG_DFL)
        Foundation.abort()
    }
}
