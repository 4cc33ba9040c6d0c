/// A control for the volume. There is no screen: nobody moves it.
@preconcurrency @MainActor
open class MPVolumeView: UIView {
    @WithoutEffect open var showsRouteButton = true
    @WithoutEffect open var showsVolumeSlider = true
    open func setRouteButtonImage(_ image: UIImage?, for state: UIControl.State) { withoutEffect(MPVolumeView.self) }
    open func setVolumeThumbImage(_ image: UIImage?, for state: UIControl.State) { withoutEffect(MPVolumeView.self) }
    /// True if there is a choice of where sound is heard: there is none here.
    open var areWirelessRoutesAvailable: Bool { false }
}
