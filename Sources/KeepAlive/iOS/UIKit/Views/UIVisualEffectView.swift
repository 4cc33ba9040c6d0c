import Foundation

/// A visual effect; never drawn, unlike on iOS.
@preconcurrency @MainActor
open class UIVisualEffect {
    public init() {}
}

/// A blur effect; never drawn, unlike on iOS.
open class UIBlurEffect: UIVisualEffect {
    /// The values have no effect, unlike on iOS.
    public enum Style: Int, Sendable {
        case extraLight = 0, light, dark
        case regular = 4, prominent
        case systemUltraThinMaterial = 6, systemThinMaterial, systemMaterial, systemThickMaterial, systemChromeMaterial
    }

    public convenience init(style: Style) { self.init() }
}

open class UIVisualEffectView: UIView {
    open var effect: UIVisualEffect?
    open private(set) lazy var contentView = UIView()

    public convenience init(effect: UIVisualEffect?) {
        self.init(frame: .zero)
        self.effect = effect
        addSubview(contentView)
    }
}
