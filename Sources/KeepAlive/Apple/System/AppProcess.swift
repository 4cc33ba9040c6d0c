import Foundation
import KeepAlivePolicy

/// What an app's process does outside of Apple's names.
package enum AppProcess {
    /// What the runner looks for in a program that speaks for itself.
    @inline(never)
    static func mark() -> StaticString { "KeepAlive: this program launches itself, by protocol 1" }

    /// Tells the developer something that no caller can be told.
    package static func say(_ message: String) { FileHandle.standardError.write(Data("KeepAlive: \(message)\n".utf8)) }

    /// Ends the program: it cannot go on, and its caller cannot know.
    static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(64)
    }

    /// Ends the program as an exception does that nobody catches.
    static func abort(_ exception: AppleException) -> Never {
        FileHandle.standardError.write(Data("\(exception.lastWords)\n".utf8))
        // The text says what happened; a dump of registers behind it would only bury it.
        signal(SIGABRT, SIG_DFL)
        Foundation.abort()
    }
}
