import Foundation

/// Has an app load what a player cannot. No such address is played here, so the delegate is not asked.
open class AVAssetResourceLoader: NSObject, @unchecked Sendable {
    /// Who loads.
    public private(set) weak var delegate: (any AVAssetResourceLoaderDelegate)?
    /// Where it is asked.
    public private(set) var delegateQueue: DispatchQueue?

    /// Sets who loads, and where it is asked.
    open func setDelegate(_ delegate: (any AVAssetResourceLoaderDelegate)?, queue delegateQueue: DispatchQueue?) {
        self.delegate = delegate
        self.delegateQueue = delegateQueue
    }
}

/// Who loads what a player cannot.
public protocol AVAssetResourceLoaderDelegate: NSObjectProtocol {
    /// Something is to be loaded; not called here.
    ///
    /// - Returns: whether it will be.
    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool
    /// It is no longer needed; not called here.
    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest)
}

// The methods that an app leaves out.
extension AVAssetResourceLoaderDelegate {
    /// Loads nothing.
    public func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool { false }
    /// Nothing to do.
    public func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest
    ) {}
}

/// A part of a sound that is to be loaded.
open class AVAssetResourceLoadingRequest: NSObject, @unchecked Sendable {
    /// What is asked for.
    public let request: URLRequest
    /// True when it is loaded.
    public private(set) var isFinished = false
    /// True when it is no longer needed.
    public private(set) var isCancelled = false
    /// What is known of the whole.
    public let contentInformationRequest: AVAssetResourceLoadingContentInformationRequest?
    /// The bytes that are asked for.
    public let dataRequest: AVAssetResourceLoadingDataRequest?

    init(_ request: URLRequest) {
        self.request = request
        contentInformationRequest = AVAssetResourceLoadingContentInformationRequest()
        dataRequest = AVAssetResourceLoadingDataRequest()
        super.init()
    }

    /// It is loaded.
    open func finishLoading() { isFinished = true }
    /// It cannot be loaded.
    open func finishLoading(with error: (any Error)?) { isFinished = true }
}

/// What is known of the whole.
open class AVAssetResourceLoadingContentInformationRequest: NSObject, @unchecked Sendable {
    /// The kind.
    open var contentType: String?
    /// The length in bytes.
    open var contentLength: Int64 = 0
    /// True if parts can be loaded.
    open var isByteRangeAccessSupported = false
}

/// The bytes that are asked for.
open class AVAssetResourceLoadingDataRequest: NSObject, @unchecked Sendable {
    /// Where they begin.
    public let requestedOffset: Int64 = 0
    /// How many there are.
    public let requestedLength = 0
    /// Where the next ones belong.
    public let currentOffset: Int64 = 0
    /// True for all that follow.
    public let requestsAllDataToEndOfResource = false

    /// Takes bytes.
    open func respond(with data: Data) {}
}
