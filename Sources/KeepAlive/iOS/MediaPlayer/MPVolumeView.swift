/// A slider for the volume. In this reproduction there is no screen, so the user cannot move the slider.
@preconcurrency @MainActor
open class MPVolumeView: UIView {
    @WithoutEffect open var showsRouteButton = true
    @WithoutEffect open var showsVolumeSlider = true
    open func setRouteButtonImage(_ image: UIImage?, for state: UIControl.State) { withoutEffect(MPVolumeView.self) }
    open func setVolumeThumbImage(_ image: UIImage?, for state: UIControl.State) { withoutEffect(MPVolumeView.self) }
    /// True if a wireless audio output is available; always false, unlike on iOS.
    open var areWirelessRoutesAvailable: Bool { false }
}
