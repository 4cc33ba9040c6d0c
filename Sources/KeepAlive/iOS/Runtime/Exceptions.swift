import Foundation
import KeepAliveModel

/// Runs code that may make a framework raise an `NSException`, and turns the exception into an error.
///
/// Swift on iOS cannot catch an `NSException`. This function replaces the few lines of Objective-C with `@try` and
/// `@catch` that projects use instead. The call that raises the exception has no effect and returns. Unlike in
/// Objective-C, the rest of `body` still runs, so `body` should contain only that call.
///
/// ```swift
/// do {
///     try catchingNSException { manager.allowsBackgroundLocationUpdates = true }
/// } catch {
///     print("not declared: \(error)")
/// }
/// ```
///
/// - Parameter body: makes the call.
/// - Returns: the value of `body`.
/// - Throws: the error that `body` throws; otherwise the first `AppleException` that was raised.
public func catchingNSException<Value>(_ body: () throws -> Value) throws -> Value {
    let before = Thread.current.threadDictionary[ExceptionCatcher.key]
    let catcher = ExceptionCatcher()
    Thread.current.threadDictionary[ExceptionCatcher.key] = catcher
    defer { Thread.current.threadDictionary[ExceptionCatcher.key] = before }
    let value = try body()
    if let exception = catcher.exception { throw exception }
    return value
}

/// Keeps the first exception that is raised on a thread while `catchingNSException` runs there.
private final class ExceptionCatcher {
    static let key = "org.keepalive.exception-catcher"
    var exception: AppleException?
}

extension AppleException {
    /// Raises the exception: stores it for the `catchingNSException` that runs on this thread. Without one, the process
    /// ends with SIGABRT.
    ///
    /// - Parameter context: the app that raises the exception. On a virtual device only that app ends, and the test
    ///   continues.
    package func raise(in context: AppContext) {
        guard let catcher = Thread.current.threadDictionary[ExceptionCatcher.key] as? ExceptionCatcher else {
            if let device = context.exceptionHandler { return device(self) }
            AppProcess.abort(self)
        }
        if catcher.exception == nil { catcher.exception = self }
    }
}
