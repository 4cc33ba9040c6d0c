import Foundation

/// The link between a phone and a watch. There is no watch here: `isSupported()` says so, and an app goes on without it.
open class WCSession: NSObject, @unchecked Sendable {
    /// False.
    open class func isSupported() -> Bool { false }
    /// The only session, which is never activated.
    public static let `default` = WCSession()
    /// The delegate. It is not called.
    open weak var delegate: (any WCSessionDelegate)?
    /// `notActivated`.
    open var activationState: WCSessionActivationState { .notActivated }
    /// False.
    open var isPaired: Bool { false }
    /// False.
    open var isWatchAppInstalled: Bool { false }
    /// False.
    open var isReachable: Bool { false }
    /// Empty.
    open var receivedApplicationContext: [String: Any] { [:] }
    /// Empty.
    open var applicationContext: [String: Any] { [:] }

    /// Activates the session; it stays as it is.
    open func activate() { AppContext.current.note(.watch) }

    /// Sends a message to the watch.
    ///
    /// The error handler gets `sessionNotSupported`.
    open func sendMessage(
        _ message: [String: Any], replyHandler: (([String: Any]) -> Void)?, errorHandler: ((any Error) -> Void)? = nil
    ) {
        AppContext.current.note(.watch)
        errorHandler?(WCError.notSupported)
    }

    /// Tells the watch the state of the app.
    ///
    /// - Throws: `sessionNotSupported`.
    open func updateApplicationContext(_ applicationContext: [String: Any]) throws { throw WCError.notSupported }
}

/// The errors of Watch Connectivity.
public struct WCError: Error, CustomNSError, Hashable, Sendable {
    /// The number of an error.
    public enum Code: Int, Sendable {
        /// Something.
        case genericError = 7001
        /// The device has no watch.
        case sessionNotSupported = 7002
    }

    /// The number.
    public let code: Code
    static let notSupported = WCError(code: .sessionNotSupported)

    /// `WCErrorDomain`.
    public static var errorDomain: String { "WCErrorDomain" }
    /// The number.
    public var errorCode: Int { code.rawValue }
}

/// The state of a session.
public enum WCSessionActivationState: Int, Sendable {
    /// It cannot be used.
    case notActivated = 0
    /// It is about to end.
    case inactive = 1
    /// It can be used.
    case activated = 2
}

/// The delegate of a session, which is never called here.
public protocol WCSessionDelegate: NSObjectProtocol {
    /// The session was activated.
    func session(
        _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState, error: (any Error)?)
    /// The session is about to end.
    func sessionDidBecomeInactive(_ session: WCSession)
    /// The session has ended.
    func sessionDidDeactivate(_ session: WCSession)
    /// A message has come.
    func session(_ session: WCSession, didReceiveMessage message: [String: Any])
    /// A message has come, and is to be answered.
    func session(
        _ session: WCSession, didReceiveMessage message: [String: Any],
        replyHandler: @escaping ([String: Any]) -> Void)
    /// The state of the app on the watch has come.
    func session(_ session: WCSession, didReceiveApplicationContext applicationContext: [String: Any])
    /// The watch has come near, or gone.
    func sessionReachabilityDidChange(_ session: WCSession)
}

extension WCSessionDelegate {
    /// Nothing to do.
    public func session(_ session: WCSession, didReceiveMessage message: [String: Any]) {}
    /// Nothing to do.
    public func session(
        _ session: WCSession, didReceiveMessage message: [String: Any],
        replyHandler: @escaping ([String: Any]) -> Void
    ) {}
    /// Nothing to do.
    public func session(_ session: WCSession, didReceiveApplicationContext applicationContext: [String: Any]) {}
    /// Nothing to do.
    public func sessionReachabilityDidChange(_ session: WCSession) {}
}
