import Foundation

/// The look of a view behind its properties; kept, and without effect here, where nothing is drawn.
@preconcurrency @MainActor
open class CALayer {
    /// How round the corners are, in points.
    open var cornerRadius: CGFloat = 0
    /// True if what reaches over the edge is cut off.
    open var masksToBounds = false
    /// How wide the line around it is, in points.
    open var borderWidth: CGFloat = 0
    /// The color of that line.
    open var borderColor: CGColor?
    /// The color behind it.
    open var backgroundColor: CGColor?
    /// The color of its shadow.
    open var shadowColor: CGColor?
    /// How dark its shadow is, from 0 to 1.
    open var shadowOpacity: Float = 0
    /// How blurred its shadow is, in points.
    open var shadowRadius: CGFloat = 3
    /// Where its shadow falls.
    open var shadowOffset = CGSize(width: 0, height: -3)
    /// How opaque it is, from 0 to 1.
    open var opacity: Float = 1
    /// How fast what moves in it moves.
    open var speed: Float = 1
    /// Its place above others.
    open var zPosition: CGFloat = 0
    /// What it shows.
    open var contents: Any?
    /// Its place and size.
    open var frame = CGRect.zero
    /// Its own coordinates.
    open var bounds = CGRect.zero
    /// A name.
    open var name: String?
    /// What stands in it.
    open private(set) var sublayers: [CALayer]?
    /// What it stands in.
    open private(set) weak var superlayer: CALayer?

    /// Creates a layer.
    public init() {}

    /// Adds a layer.
    open func addSublayer(_ layer: CALayer) {
        layer.removeFromSuperlayer()
        sublayers = (sublayers ?? []) + [layer]
        layer.superlayer = self
    }

    /// Takes it out of what it stands in.
    open func removeFromSuperlayer() {
        superlayer?.sublayers?.removeAll { $0 === self }
        superlayer = nil
    }

    /// Draws it again; nothing is drawn here.
    open func setNeedsDisplay() {}
    /// Takes its animations away; there are none here.
    open func removeAllAnimations() {}
}
