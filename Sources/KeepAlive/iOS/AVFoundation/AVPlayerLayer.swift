import Foundation

/// A layer that shows a player's video on iOS. In this reproduction only the player's sound is played.
open class AVPlayerLayer: CALayer {
    open var player: AVPlayer?
    @WithoutEffect open var videoGravity = AVLayerVideoGravity.resizeAspect
    /// True if the first video frame can be shown; always false, unlike on iOS.
    open var isReadyForDisplay: Bool { false }

    public convenience init(player: AVPlayer?) {
        self.init()
        self.player = player
    }
}

public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
    public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
    public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}

public func AVMakeRect(aspectRatio: CGSize, insideRect boundingRect: CGRect) -> CGRect {
    guard aspectRatio.width > 0, aspectRatio.height > 0 else { return boundingRect }
    let factor = min(boundingRect.width / aspectRatio.width, boundingRect.height / aspectRatio.height)
    let size = CGSize(width: aspectRatio.width * factor, height: aspectRatio.height * factor)
    return CGRect(
        x: boundingRect.midX - size.width / 2, y: boundingRect.midY - size.height / 2, width: size.width,
        height: size.height)
}

/// Extracts images from a video on iOS. In this reproduction no video is decoded: every request fails.
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
    public let asset: AVAsset
    open var appliesPreferredTrackTransform = false
    open var maximumSize = CGSize.zero

    public init(asset: AVAsset) {
        self.asset = asset
        super.init()
    }

    /// Throws ``AVError/Code/decodeFailed``, as no video is decoded, unlike on iOS.
    open func copyCGImage(
        at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?
    ) throws -> CGImage { throw AVError(.decodeFailed) }
    /// Throws ``AVError/Code/decodeFailed``, as no video is decoded, unlike on iOS.
    open func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
        throw AVError(.decodeFailed)
    }
}

public enum AVAuthorizationStatus: Int, Sendable {
    case notDetermined, restricted
    case denied, authorized
}

/// A camera or microphone. The device has neither: the permission is always denied.
open class AVCaptureDevice: NSObject, @unchecked Sendable {
    private override init() { super.init() }

    /// Returns `denied`, as the device has neither a camera nor a microphone.
    public class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus { .denied }
    public class func requestAccess(
        for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) { AppContext.current.perform(on: nil) { handler(false) } }
    public class func requestAccess(for mediaType: AVMediaType) async -> Bool { false }
    /// Returns `nil`, as the device has neither a camera nor a microphone.
    public class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? { nil }
}
