import Foundation

/// Shows a player with its buttons. Of it, the player plays here.
open class AVPlayerViewController: UIViewController {
    /// What plays.
    open var player: AVPlayer?
    /// True if there are buttons.
    open var showsPlaybackControls = true
    /// True if it goes on in a small window; there is none here.
    open var allowsPictureInPicturePlayback = true
    /// True if it tells the lock screen what plays; the app does here.
    open var updatesNowPlayingInfoCenter = true
    /// True if it fills the screen when it begins.
    open var entersFullScreenWhenPlaybackBegins = false
    /// True if it leaves the full screen when it ends.
    open var exitsFullScreenWhenPlaybackEnds = false
}

/// A button to choose where a sound is heard. Nobody touches it here: the device says where.
open class AVRoutePickerView: UIView {
    /// The color while another device plays.
    open var activeTintColor: UIColor?
    /// True if screens are offered before speakers.
    open var prioritizesVideoDevices = false
}
