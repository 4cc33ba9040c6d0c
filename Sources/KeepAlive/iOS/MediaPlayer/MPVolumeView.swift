/// A control for the volume. In this reproduction there is no screen, so the user cannot move it.
@preconcurrency @MainActor
open class MPVolumeView: UIView {
    @WithoutEffect open var showsRouteButton = true
    @WithoutEffect open var showsVolumeSlider = true
    open func setRouteButtonImage(_ image: UIImage?, for state: UIControl.State) { withoutEffect(MPVolumeView.self) }
    open func setVolumeThumbImage(_ image: UIImage?, for state: UIControl.State) { withoutEffect(MPVolumeView.self) }
    /// True if the user can choose another audio output; always false, unlike on iOS.
    open var areWirelessRoutesAvailable: Bool { false }
}
