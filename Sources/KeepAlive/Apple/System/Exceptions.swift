import Foundation
import KeepAlivePolicy

/// Runs code that may make a framework raise an `NSException`, and turns the exception into an error.
///
/// Swift on iOS cannot catch such exceptions; projects use a few lines of Objective-C with `@try` and `@catch`, which
/// this stands for. The call that raises has no effect and returns; unlike in Objective-C, what follows it in `body` is
/// still done, so let `body` be that one call.
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
/// - Returns: what `body` returns.
/// - Throws: `AppleException`, the first that was raised; else what `body` throws.
public func catchingNSException<Value>(_ body: () throws -> Value) throws -> Value {
    let before = Thread.current.threadDictionary[ExceptionCatcher.key]
    let catcher = ExceptionCatcher()
    Thread.current.threadDictionary[ExceptionCatcher.key] = catcher
    defer { Thread.current.threadDictionary[ExceptionCatcher.key] = before }
    let value = try body()
    if let exception = catcher.exception { throw exception }
    return value
}

/// Who catches on this thread.
private final class ExceptionCatcher {
    static let key = "org.keepalive.exception-catcher"
    var exception: AppleException?
}

extension AppleException {
    /// Raises the exception: whoever catches on this thread gets it, else the program ends with SIGABRT.
    ///
    /// - Parameter context: the app whose call it leaves; on a virtual device, that app ends and the test goes on.
    func raise(in context: AppContext) {
        guard let catcher = Thread.current.threadDictionary[ExceptionCatcher.key] as? ExceptionCatcher else {
            if let device = context.exceptionHandler { return device(self) }
            AppProcess.abort(self)
        }
        if catcher.exception == nil { catcher.exception = self }
    }
}
