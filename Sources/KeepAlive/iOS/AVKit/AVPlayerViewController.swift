import Foundation

/// A view controller that shows a player with its controls. Nothing is shown, but the player plays.
open class AVPlayerViewController: UIViewController {
    open var player: AVPlayer?
    /// The delegate; never called, unlike on iOS.
    open weak var delegate: (any AVPlayerViewControllerDelegate)?
    open private(set) lazy var contentOverlayView: UIView? = UIView()
    /// True if the first video frame can be shown; always false, as there is no video.
    open var isReadyForDisplay: Bool { false }
    @WithoutEffect open var videoGravity = AVLayerVideoGravity.resizeAspect
    @WithoutEffect open var canStartPictureInPictureAutomaticallyFromInline = false
    @WithoutEffect open var showsPlaybackControls = true
    @WithoutEffect open var allowsPictureInPicturePlayback = true
    /// Has no effect, unlike on iOS: the app itself must set `MPNowPlayingInfoCenter`.
    @WithoutEffect open var updatesNowPlayingInfoCenter = true
    @WithoutEffect open var entersFullScreenWhenPlaybackBegins = false
    @WithoutEffect open var exitsFullScreenWhenPlaybackEnds = false
}

/// A delegate whose methods are never called, unlike on iOS.
@preconcurrency @MainActor
public protocol AVPlayerViewControllerDelegate: NSObjectProtocol {
    func playerViewControllerWillStartPictureInPicture(_ playerViewController: AVPlayerViewController)
    func playerViewControllerDidStopPictureInPicture(_ playerViewController: AVPlayerViewController)
}

extension AVPlayerViewControllerDelegate {
    public func playerViewControllerWillStartPictureInPicture(_ playerViewController: AVPlayerViewController) {}
    public func playerViewControllerDidStopPictureInPicture(_ playerViewController: AVPlayerViewController) {}
}

/// A button for choosing the audio output. Unlike on iOS, the user cannot touch the button: the device determines
/// the audio output.
open class AVRoutePickerView: UIView {
    @WithoutEffect open var activeTintColor: UIColor? = nil
    @WithoutEffect open var prioritizesVideoDevices = false
}
