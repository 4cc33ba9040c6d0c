/// A control for the volume. There is no screen: nobody moves it.
@preconcurrency @MainActor
open class MPVolumeView: UIView {
    /// True if it shows where the sound goes; kept, and without effect here.
    open var showsRouteButton = true
    /// True if it shows the volume; kept, and without effect here.
    open var showsVolumeSlider = true
    /// Sets the picture of the button; without effect here.
    open func setRouteButtonImage(_ image: UIImage?, for state: UIControl.State) {}
    /// Sets the picture of what is moved; without effect here.
    open func setVolumeThumbImage(_ image: UIImage?, for state: UIControl.State) {}
    /// True if there is a choice of where sound is heard: there is none here.
    open var areWirelessRoutesAvailable: Bool { false }
}
