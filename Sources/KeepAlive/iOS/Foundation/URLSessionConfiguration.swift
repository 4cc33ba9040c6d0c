import Foundation
import KeepAliveModel

#if canImport(FoundationNetworking)
    import FoundationNetworking
    package typealias FoundationSession = FoundationNetworking.URLSession
    package typealias FoundationConfiguration = FoundationNetworking.URLSessionConfiguration
    package typealias FoundationTask = FoundationNetworking.URLSessionTask
    package typealias FoundationDataTask = FoundationNetworking.URLSessionDataTask
    package typealias FoundationDownloadTask = FoundationNetworking.URLSessionDownloadTask
    package typealias FoundationDataDelegate = FoundationNetworking.URLSessionDataDelegate
    package typealias FoundationDownloadDelegate = FoundationNetworking.URLSessionDownloadDelegate
#else
    package typealias FoundationSession = Foundation.URLSession
    package typealias FoundationConfiguration = Foundation.URLSessionConfiguration
    package typealias FoundationTask = Foundation.URLSessionTask
    package typealias FoundationDataTask = Foundation.URLSessionDataTask
    package typealias FoundationDownloadTask = Foundation.URLSessionDownloadTask
    package typealias FoundationDataDelegate = Foundation.URLSessionDataDelegate
    package typealias FoundationDownloadDelegate = Foundation.URLSessionDownloadDelegate
#endif

open class URLSessionConfiguration: NSObject, NSCopying, @unchecked Sendable {
    /// The Foundation configuration, which stores the properties that both configuration classes have.
    let foundation: FoundationConfiguration

    init(_ foundation: FoundationConfiguration, identifier: String? = nil) {
        self.foundation = foundation
        self.identifier = identifier
        super.init()
    }

    public class var `default`: URLSessionConfiguration { URLSessionConfiguration(.default) }

    public class var ephemeral: URLSessionConfiguration { URLSessionConfiguration(.ephemeral) }

    /// Returns a configuration for a session whose transfers the system performs, even while the app is suspended or
    /// has no process (UR-01, SD-42).
    ///
    /// - Parameter identifier: the session's identifier, by which a later process of the app finds the session again
    ///   (UR-04).
    public class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
        URLSessionConfiguration(.default, identifier: identifier)
    }

    /// The name in iOS 7 of ``background(withIdentifier:)`` (SD-42).
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
    /// True if the system may choose when to transfer, and wait for power and Wi-Fi (UR-19). False by default.
    public var isDiscretionary = false
    /// True if the system may resume or launch the app when the transfers have ended (UR-02). True by default.
    public var sessionSendsLaunchEvents = true
    /// The app group whose container the session uses; ignored, unlike on iOS: an app has one container.
    @WithoutEffect public var sharedContainerIdentifier: String? = nil
    /// True to keep connections open while the app is suspended; ignored, unlike on iOS. Only the connections of
    /// background sessions stay open, as they belong to the system.
    @WithoutEffect public var shouldUseExtendedBackgroundIdleMode = false

    // MARK: Networks

    /// True if transfers may use the cellular network (UR-18). True by default.
    public var allowsCellularAccess: Bool {
        get { foundation.allowsCellularAccess }
        set { foundation.allowsCellularAccess = newValue }
    }
    /// True if the transfers of a background session may continue in Low Data Mode (UR-18). True by default.
    public var allowsConstrainedNetworkAccess = true
    /// True if transfers may use a personal hotspot or the cellular network. True by default. In a background session,
    /// false forbids the cellular network (UR-18).
    public var allowsExpensiveNetworkAccess = true
    /// True if a task waits for connectivity instead of failing. Without effect, unlike on iOS: tasks of a background
    /// session always wait (UR-16), other tasks never do.
    @WithoutEffect public var waitsForConnectivity = false

    // MARK: Requests

    /// The longest time without new data, in seconds; 60 by default. A task of a background session is then tried again
    /// (UR-16).
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
    /// The resource timeout that the app has set, in seconds; `nil` for the default value of the iOS version.
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
    /// The `URLProtocol` classes that may load URLs. Background sessions do not use them.
    public var protocolClasses: [AnyClass]? {
        get { foundation.protocolClasses }
        set { foundation.protocolClasses = newValue }
    }
}
