import Foundation
import KeepAliveFormats
import KeepAliveProtocol

/// The connection between an app and a service that a plug-in adds to the runner, for code that offers the service
/// under Apple's names.
///
/// The plug-in describes its service with values of `Method` and `Callback`. The app passes the same values to
/// the functions of this type, so app and runner agree about the types.
public enum SystemService {
    /// Calls a method of the service, and waits for its result.
    ///
    /// - Throws: `NSError` with the domain and the code that the service gives, or of `KeepAliveErrorDomain`. An
    ///   exception of the service is raised.
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

    /// Calls a handler on the main thread for each callback of the service, as long as the owner and the app's process
    /// live.
    public static func listen<Owner: AnyObject & Sendable, each Value: Sendable>(
        to callback: Callback<Void, repeat each Value>, _ owner: Owner,
        _ handler: @escaping @MainActor @Sendable (Owner, repeat each Value) -> Void
    ) {
        AppContext.current.listen(to: callback, owner) { (owner: Owner, values: repeat each Value) in
            MainActor.assumeIsolated { handler(owner, repeat each values) }
        }
    }
}
