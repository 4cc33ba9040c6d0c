import Foundation

/// Shows a player with its buttons. Of it, the player plays here.
open class AVPlayerViewController: UIViewController {
    open var player: AVPlayer?
    /// The delegate that is told what the user does with it; not called here.
    open weak var delegate: (any AVPlayerViewControllerDelegate)?
    open private(set) lazy var contentOverlayView: UIView? = UIView()
    /// True once there is an image: there is none here.
    open var isReadyForDisplay: Bool { false }
    @WithoutEffect open var videoGravity = AVLayerVideoGravity.resizeAspect
    /// True if the small window begins by itself; there is none here.
    open var canStartPictureInPictureAutomaticallyFromInline = false
    open var showsPlaybackControls = true
    /// True if it goes on in a small window; there is none here.
    open var allowsPictureInPicturePlayback = true
    /// True if it tells the lock screen what plays; the app does here.
    open var updatesNowPlayingInfoCenter = true
    open var entersFullScreenWhenPlaybackBegins = false
    open var exitsFullScreenWhenPlaybackEnds = false
}

/// The delegate that is told what the user does with a player; not called here.
@preconcurrency @MainActor
public protocol AVPlayerViewControllerDelegate: NSObjectProtocol {
    func playerViewControllerWillStartPictureInPicture(_ playerViewController: AVPlayerViewController)
    func playerViewControllerDidStopPictureInPicture(_ playerViewController: AVPlayerViewController)
}

extension AVPlayerViewControllerDelegate {
    public func playerViewControllerWillStartPictureInPicture(_ playerViewController: AVPlayerViewController) {}
    public func playerViewControllerDidStopPictureInPicture(_ playerViewController: AVPlayerViewController) {}
}

/// A button to choose where a sound is heard. Nobody touches it here: the device says where.
open class AVRoutePickerView: UIView {
    open var activeTintColor: UIColor?
    open var prioritizesVideoDevices = false
}
