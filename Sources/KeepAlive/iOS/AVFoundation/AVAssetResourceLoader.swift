import Foundation

/// Has an app load what a player cannot. No such address is played here, so the delegate is not asked.
open class AVAssetResourceLoader: NSObject, @unchecked Sendable {
    public private(set) weak var delegate: (any AVAssetResourceLoaderDelegate)?
    public private(set) var delegateQueue: DispatchQueue?

    /// Sets who loads, and where it is asked.
    open func setDelegate(_ delegate: (any AVAssetResourceLoaderDelegate)?, queue delegateQueue: DispatchQueue?) {
        self.delegate = delegate
        self.delegateQueue = delegateQueue
    }
}

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
    public func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool { false }
    public func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest
    ) {}
}

open class AVAssetResourceLoadingRequest: NSObject, @unchecked Sendable {
    public let request: URLRequest
    public private(set) var isFinished = false
    public private(set) var isCancelled = false
    public let contentInformationRequest: AVAssetResourceLoadingContentInformationRequest?
    public let dataRequest: AVAssetResourceLoadingDataRequest?

    init(_ request: URLRequest) {
        self.request = request
        contentInformationRequest = AVAssetResourceLoadingContentInformationRequest()
        dataRequest = AVAssetResourceLoadingDataRequest()
        super.init()
    }

    open func finishLoading() { isFinished = true }
    open func finishLoading(with error: (any Error)?) { isFinished = true }
}

open class AVAssetResourceLoadingContentInformationRequest: NSObject, @unchecked Sendable {
    open var contentType: String?
    open var contentLength: Int64 = 0
    open var isByteRangeAccessSupported = false
}

open class AVAssetResourceLoadingDataRequest: NSObject, @unchecked Sendable {
    public let requestedOffset: Int64 = 0
    public let requestedLength = 0
    public let currentOffset: Int64 = 0
    public let requestsAllDataToEndOfResource = false

    open func respond(with data: Data) {}
}
