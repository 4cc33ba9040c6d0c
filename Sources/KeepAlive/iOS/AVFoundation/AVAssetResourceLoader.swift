import Foundation

/// Asks the app's delegate on iOS to load resources that the player cannot load itself. In this reproduction only files
/// are played: the delegate is never called.
open class AVAssetResourceLoader: NSObject, @unchecked Sendable {
    public private(set) weak var delegate: (any AVAssetResourceLoaderDelegate)?
    public private(set) var delegateQueue: DispatchQueue?

    /// Sets the delegate and its queue; ignored, unlike on iOS.
    open func setDelegate(_ delegate: (any AVAssetResourceLoaderDelegate)?, queue delegateQueue: DispatchQueue?) {
        self.delegate = delegate
        self.delegateQueue = delegateQueue
    }
}

public protocol AVAssetResourceLoaderDelegate: NSObjectProtocol {
    /// Never called, unlike on iOS.
    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool
    /// Never called, unlike on iOS.
    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest)
}

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
