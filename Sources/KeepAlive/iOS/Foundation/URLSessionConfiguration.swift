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
    /// Foundation's own configuration, which stores the properties that both classes have.
    let foundation: FoundationConfiguration

    init(_ foundation: FoundationConfiguration, identifier: String? = nil) {
        self.foundation = foundation
        self.identifier = identifier
        super.init()
    }

    public class var `default`: URLSessionConfiguration { URLSessionConfiguration(.default) }

    public class var ephemeral: URLSessionConfiguration { URLSessionConfiguration(.ephemeral) }

    /// Returns a configuration for a session whose transfers the system carries out, even while the app is suspended or
    /// has no process (UR-01, SD-42).
    ///
    /// - Parameter identifier: the session's name, by which a later process finds the session again (UR-04).
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
    /// True if the system may choose the time of a transfer, and wait for power and Wi-Fi (UR-19). False by default.
    public var isDiscretionary = false
    /// True if the system may wake or launch the app when the transfers have ended (UR-02). True by default.
    public var sessionSendsLaunchEvents = true
    /// The app group whose container the session uses. Ignored, as an app has only one container.
    @WithoutEffect public var sharedContainerIdentifier: String? = nil
    /// True to keep connections open while the app is suspended. Ignored: the connections of a background
    /// session belong to the system, and other connections close as on iOS.
    @WithoutEffect public var shouldUseExtendedBackgroundIdleMode = false

    // MARK: Networks

    /// True if transfers may use the cellular network (UR-18). True by default.
    public var allowsCellularAccess: Bool {
        get { foundation.allowsCellularAccess }
        set { foundation.allowsCellularAccess = newValue }
    }
    /// True if the transfers of a background session may continue in Low Data Mode (UR-18). True by default.
    public var allowsConstrainedNetworkAccess = true
    /// True if transfers may use a personal hotspot or the cellular network. True by default. For a background session,
    /// false means no cellular network (UR-18).
    public var allowsExpensiveNetworkAccess = true
    /// True if a task waits for a connection. A background session always waits (UR-16); in other sessions this has no
    /// effect.
    @WithoutEffect public var waitsForConnectivity = false

    // MARK: Requests

    /// The longest time without data, in seconds; 60 by default. A background session then retries (UR-16).
    public var timeoutIntervalForRequest: TimeInterval {
        get { foundation.timeoutIntervalForRequest }
        set { foundation.timeoutIntervalForRequest = newValue }
    }
    /// The longest time that a transfer may take, in seconds; 7 days by default (UR-11).
    public var timeoutIntervalForResource: TimeInterval {
        get { foundation.timeoutIntervalForResource }
        set {
            foundation.timeoutIntervalForResource = newValue
            givenResourceTimeout = newValue
        }
    }
    /// The resource timeout that the app has set, in seconds; `nil` for the default, which is the profile's.
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
    /// The classes that load URLs instead of the system. Background sessions do not use them.
    public var protocolClasses: [AnyClass]? {
        get { foundation.protocolClasses }
        set { foundation.protocolClasses = newValue }
    }
}
