import Foundation

/// What a view does with what is behind it; nothing here.
@preconcurrency @MainActor
open class UIVisualEffect {
    public init() {}
}

/// Blurs what is behind; nothing here.
open class UIBlurEffect: UIVisualEffect {
    /// How it blurs; without effect here.
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
