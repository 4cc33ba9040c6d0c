import Foundation
import KeepAliveFormats
import KeepAliveProtocol

/// The connection between an app and a service that a plug-in adds to the runner, for code that offers the service
/// under Apple's names.
///
/// The plug-in describes its service with values of `Method` and `Callback`. The app passes the same values to these
/// functions, so that app and runner agree on the types.
public enum SystemService {
    /// Calls a method of the service, and waits for the result.
    ///
    /// - Throws: `NSError` with the domain and the code that the service gives, or else with `KeepAliveErrorDomain`. An
    ///   exception that the service gives is raised.
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

    /// Calls a handler on the main thread for each callback of the service, until the owner is released or the app's
    /// process ends.
    public static func listen<Owner: AnyObject & Sendable, each Value: Sendable>(
        to callback: Callback<Void, repeat each Value>, _ owner: Owner,
        _ handler: @escaping @MainActor @Sendable (Owner, repeat each Value) -> Void
    ) {
        AppContext.current.listen(to: callback, owner) { (owner: Owner, values: repeat each Value) in
            MainActor.assumeIsolated { handler(owner, repeat each values) }
        }
    }
}
