import Foundation

/// A controller that shows a player with its buttons. Nothing is shown, but the player plays.
open class AVPlayerViewController: UIViewController {
    open var player: AVPlayer?
    /// A delegate that is never called, unlike on iOS.
    open weak var delegate: (any AVPlayerViewControllerDelegate)?
    open private(set) lazy var contentOverlayView: UIView? = UIView()
    /// Always false, since there is no image.
    open var isReadyForDisplay: Bool { false }
    @WithoutEffect open var videoGravity = AVLayerVideoGravity.resizeAspect
    /// Has no effect, unlike on iOS.
    open var canStartPictureInPictureAutomaticallyFromInline = false
    open var showsPlaybackControls = true
    /// Has no effect, unlike on iOS.
    open var allowsPictureInPicturePlayback = true
    /// Has no effect: the app itself must tell the lock screen what is playing.
    open var updatesNowPlayingInfoCenter = true
    open var entersFullScreenWhenPlaybackBegins = false
    open var exitsFullScreenWhenPlaybackEnds = false
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
    open var activeTintColor: UIColor?
    open var prioritizesVideoDevices = false
}
