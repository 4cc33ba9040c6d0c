/// A control for the volume. There is no screen: nobody moves it.
@preconcurrency @MainActor
open class MPVolumeView: UIView {
    /// True if it shows where the sound goes; kept, and without effect here.
    open var showsRouteButton = true
    /// True if it shows the volume; kept, and without effect here.
    open var showsVolumeSlider = true
}
