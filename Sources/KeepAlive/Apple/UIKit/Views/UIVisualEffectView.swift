import Foundation

/// What a view does with what is behind it; nothing here.
@preconcurrency @MainActor
open class UIVisualEffect {
    /// Creates no effect.
    public init() {}
}

/// Blurs what is behind; nothing here.
open class UIBlurEffect: UIVisualEffect {
    /// How it blurs; without effect here.
    public enum Style: Int, Sendable {
        /// Light or dark.
        case extraLight = 0, light, dark
        /// As the screen is.
        case regular = 4, prominent
        /// As a material.
        case systemUltraThinMaterial = 6, systemThinMaterial, systemMaterial, systemThickMaterial, systemChromeMaterial
    }

    /// Creates an effect.
    public convenience init(style: Style) { self.init() }
}

/// A view over an effect.
open class UIVisualEffectView: UIView {
    /// The effect.
    open var effect: UIVisualEffect?
    /// What contains its parts.
    open private(set) lazy var contentView = UIView()

    /// Creates a view over an effect.
    public convenience init(effect: UIVisualEffect?) {
        self.init(frame: .zero)
        self.effect = effect
        addSubview(contentView)
    }
}
