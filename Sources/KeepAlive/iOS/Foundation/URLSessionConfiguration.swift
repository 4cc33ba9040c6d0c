import Foundation
import KeepAliveModel

#if canImport(FoundationNetworking)
    import FoundationNetworking
    typealias FoundationSession = FoundationNetworking.URLSession
    typealias FoundationConfiguration = FoundationNetworking.URLSessionConfiguration
    typealias FoundationTask = FoundationNetworking.URLSessionTask
    typealias FoundationDataTask = FoundationNetworking.URLSessionDataTask
    typealias FoundationDownloadTask = FoundationNetworking.URLSessionDownloadTask
    typealias FoundationDataDelegate = FoundationNetworking.URLSessionDataDelegate
    typealias FoundationDownloadDelegate = FoundationNetworking.URLSessionDownloadDelegate
#else
    typealias FoundationSession = Foundation.URLSession
    typealias FoundationConfiguration = Foundation.URLSessionConfiguration
    typealias FoundationTask = Foundation.URLSessionTask
    typealias FoundationDataTask = Foundation.URLSessionDataTask
    typealias FoundationDownloadTask = Foundation.URLSessionDownloadTask
    typealias FoundationDataDelegate = Foundation.URLSessionDataDelegate
    typealias FoundationDownloadDelegate = Foundation.URLSessionDownloadDelegate
#endif

open class URLSessionConfiguration: NSObject, NSCopying, @unchecked Sendable {
    /// The properties that Foundation's sessions have, too.
    let foundation: FoundationConfiguration

    init(_ foundation: FoundationConfiguration, identifier: String? = nil) {
        self.foundation = foundation
        self.identifier = identifier
        super.init()
    }

    public class var `default`: URLSessionConfiguration { URLSessionConfiguration(.default) }

    public class var ephemeral: URLSessionConfiguration { URLSessionConfiguration(.ephemeral) }

    /// Returns a configuration for a session whose transfers the system carries out, also while the app is suspended
    /// or has no process (UR-01, SD-42).
    ///
    /// - Parameter identifier: the session's name. A later process finds the session by it (UR-04).
    public class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
        URLSessionConfiguration(.default, identifier: identifier)
    }

    /// The name of ``background(withIdentifier:)`` in iOS 7 (SD-42).
    @available(*, deprecated, renamed: "background(withIdentifier:)")
    public class func backgroundSessionConfiguration(_ identifier: String) -> URLSessionConfiguration {
        background(withIdentifier: identifier)
    }

    public func copy(with zone: NSZone? = nil) -> Any {
        let copied = foundation.copy() as? FoundationConfiguration
        let copy = URLSessionConfiguration(copied ?? foundation, identifier: identifier)
        copy.isDiscretionary = isDiscretionary
        copy.sessionSendsLaunchEvents = sessionSendsLaunchEvents
        copy.allowsConstrainedNetworkAccess = allowsConstrainedNetworkAccess
        copy.allowsExpensiveNetworkAccess = allowsExpensiveNetworkAccess
        copy._waitsForConnectivity = _waitsForConnectivity
        copy._sharedContainerIdentifier = _sharedContainerIdentifier
        copy._shouldUseExtendedBackgroundIdleMode = _shouldUseExtendedBackgroundIdleMode
        copy._httpShouldUsePipelining = _httpShouldUsePipelining
        copy.givenResourceTimeout = givenResourceTimeout
        return copy
    }

    // MARK: Background sessions

    public let identifier: String?
    /// Lets the system choose the time: with power and Wi-Fi (UR-19). Off by default.
    public var isDiscretionary = false
    /// Lets the system wake or launch the app when the transfers have ended (UR-02). On by default.
    public var sessionSendsLaunchEvents = true
    /// The app group whose container the session uses. It has no effect: an app here has one container.
    @WithoutEffect public var sharedContainerIdentifier: String? = nil
    /// Keeps connections open when the app is suspended. It has no effect: those of a background session are the
    /// system's, and others close as they do on iOS.
    @WithoutEffect public var shouldUseExtendedBackgroundIdleMode = false

    // MARK: Networks

    /// Lets transfers use the cellular network (UR-18). On by default.
    public var allowsCellularAccess: Bool {
        get { foundation.allowsCellularAccess }
        set { foundation.allowsCellularAccess = newValue }
    }
    /// Lets the transfers of a background session go on in Low Data Mode (UR-18). On by default.
    public var allowsConstrainedNetworkAccess = true
    /// Lets transfers use a personal hotspot or the cellular network. On by default; for a background session off means
    /// no cellular network (UR-18).
    public var allowsExpensiveNetworkAccess = true
    /// Lets a task wait for a connection. A background session always waits (UR-16); in other sessions it has no effect.
    @WithoutEffect public var waitsForConnectivity = false

    // MARK: Requests

    /// The longest time without data, in seconds. A background session then tries again (UR-16). 60 by default.
    public var timeoutIntervalForRequest: TimeInterval {
        get { foundation.timeoutIntervalForRequest }
        set { foundation.timeoutIntervalForRequest = newValue }
    }
    /// The longest time that a transfer may take, in seconds: 7 days by default (UR-11).
    public var timeoutIntervalForResource: TimeInterval {
        get { foundation.timeoutIntervalForResource }
        set {
            foundation.timeoutIntervalForResource = newValue
            givenResourceTimeout = newValue
        }
    }
    /// The resource timeout, if the app has set one: the profile has the default.
    private(set) var givenResourceTimeout: TimeInterval?
    public var httpAdditionalHeaders: [AnyHashable: Any]? {
        get { foundation.httpAdditionalHeaders }
        set { foundation.httpAdditionalHeaders = newValue }
    }
    public var requestCachePolicy: URLRequest.CachePolicy {
        get { foundation.requestCachePolicy }
        set { foundation.requestCachePolicy = newValue }
    }
    public var networkServiceType: URLRequest.NetworkServiceType {
        get { foundation.networkServiceType }
        set { foundation.networkServiceType = newValue }
    }
    public var httpMaximumConnectionsPerHost: Int {
        get { foundation.httpMaximumConnectionsPerHost }
        set { foundation.httpMaximumConnectionsPerHost = newValue }
    }
    @WithoutEffect public var httpShouldUsePipelining = false
    public var httpShouldSetCookies: Bool {
        get { foundation.httpShouldSetCookies }
        set { foundation.httpShouldSetCookies = newValue }
    }
    public var httpCookieAcceptPolicy: HTTPCookie.AcceptPolicy {
        get { foundation.httpCookieAcceptPolicy }
        set { foundation.httpCookieAcceptPolicy = newValue }
    }
    public var httpCookieStorage: HTTPCookieStorage? {
        get { foundation.httpCookieStorage }
        set { foundation.httpCookieStorage = newValue }
    }
    public var urlCredentialStorage: URLCredentialStorage? {
        get { foundation.urlCredentialStorage }
        set { foundation.urlCredentialStorage = newValue }
    }
    public var urlCache: URLCache? {
        get { foundation.urlCache }
        set { foundation.urlCache = newValue }
    }
    public var connectionProxyDictionary: [AnyHashable: Any]? {
        get { foundation.connectionProxyDictionary }
        set { foundation.connectionProxyDictionary = newValue }
    }
    /// The classes that load URLs in place of the system's own. Background sessions do not ask them.
    public var protocolClasses: [AnyClass]? {
        get { foundation.protocolClasses }
        set { foundation.protocolClasses = newValue }
    }
}
