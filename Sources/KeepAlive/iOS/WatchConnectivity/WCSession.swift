import Foundation

/// The connection of a phone to a watch. There is no watch in this reproduction: `isSupported()` is false.
open class WCSession: NSObject, @unchecked Sendable {
    open class func isSupported() -> Bool { false }
    public static let `default` = WCSession()
    open weak var delegate: (any WCSessionDelegate)?
    open var activationState: WCSessionActivationState { .notActivated }
    open var isPaired: Bool { false }
    open var isWatchAppInstalled: Bool { false }
    open var isReachable: Bool { false }
    open var receivedApplicationContext: [String: Any] { [:] }
    open var applicationContext: [String: Any] { [:] }

    open func activate() { AppContext.current.note(.watch) }

    /// Always fails, unlike on iOS: the error handler gets `sessionNotSupported`.
    open func sendMessage(
        _ message: [String: Any], replyHandler: (([String: Any]) -> Void)?, errorHandler: ((any Error) -> Void)? = nil
    ) {
        AppContext.current.note(.watch)
        errorHandler?(WCError.notSupported)
    }

    /// Always fails, unlike on iOS: there is no watch.
    ///
    /// - Throws: `sessionNotSupported`.
    open func updateApplicationContext(_ applicationContext: [String: Any]) throws { throw WCError.notSupported }
}

public struct WCError: Error, CustomNSError, Hashable, Sendable {
    public enum Code: Int, Sendable {
        case genericError = 7001
        case sessionNotSupported
    }

    public let code: Code
    static let notSupported = WCError(code: .sessionNotSupported)

    public static var errorDomain: String { "WCErrorDomain" }
    public var errorCode: Int { code.rawValue }
}

public enum WCSessionActivationState: Int, Sendable {
    case notActivated, inactive, activated
}

/// The delegate of a session; never called, unlike on iOS.
public protocol WCSessionDelegate: NSObjectProtocol {
    func session(
        _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState, error: (any Error)?)
    func sessionDidBecomeInactive(_ session: WCSession)
    func sessionDidDeactivate(_ session: WCSession)
    func session(_ session: WCSession, didReceiveMessage message: [String: Any])
    func session(
        _ session: WCSession, didReceiveMessage message: [String: Any],
        replyHandler: @escaping ([String: Any]) -> Void)
    func session(_ session: WCSession, didReceiveApplicationContext applicationContext: [String: Any])
    func sessionReachabilityDidChange(_ session: WCSession)
}

extension WCSessionDelegate {
    public func session(_ session: WCSession, didReceiveMessage message: [String: Any]) {}
    public func session(
        _ session: WCSession, didReceiveMessage message: [String: Any],
        replyHandler: @escaping ([String: Any]) -> Void
    ) {}
    public func session(_ session: WCSession, didReceiveApplicationContext applicationContext: [String: Any]) {}
    public func sessionReachabilityDidChange(_ session: WCSession) {}
}

extension UnimplementedDelegate: WCSessionDelegate {
    public func session(
        _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState, error: (any Error)?
    ) {}
    public func sessionDidBecomeInactive(_ session: WCSession) {}
    public func sessionDidDeactivate(_ session: WCSession) {}
}
