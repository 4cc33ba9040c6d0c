import Foundation
import KeepAliveFormats
import KeepAliveProtocol

/// The calls of an app to a service that a plug-in of the runner adds, for whoever writes Apple's names for it.
///
/// Method and callback are the values with which the plug-in describes its service, so app and runner agree about them.
public enum SystemService {
    /// Makes a call.
    ///
    /// - Throws: `NSError`, of the domain and with the code that the service gives, or of `KeepAliveErrorDomain`. An exception of
    ///   the service is raised.
    @discardableResult
    public static func call<Result: Sendable, each Value: Sendable>(
        _ method: Method<Result, repeat each Value>, _ values: repeat each Value
    ) throws -> Result {
        guard let result = try AppContext.current.request(method, repeat each values) else {
            throw NSError(
                domain: "KeepAliveErrorDomain", code: 0,
                userInfo: [NSLocalizedDescriptionKey: "\(method.name) raised an exception, which was caught"])
        }
        return result
    }

    /// Calls a handler on the main thread each time that the service calls the app, as long as the owner lives.
    public static func listen<Owner: AnyObject & Sendable, each Value: Sendable>(
        to callback: Callback<Void, repeat each Value>, _ owner: Owner,
        _ handler: @escaping @Sendable (Owner, repeat each Value) -> Void
    ) { AppContext.current.listen(to: callback, owner, handler) }
}
