import Foundation

/// The look of a view behind its properties; kept, and without effect here, where nothing is drawn.
open class CALayer: NSObject {
    /// How round the corners are, in points.
    open var cornerRadius: CGFloat = 0
    /// True if what reaches over the edge is cut off.
    open var masksToBounds = false
    /// How wide the line around it is, in points.
    open var borderWidth: CGFloat = 0
    /// The color of that line.
    open var borderColor: CGColor? = UIColor.black.cgColor
    /// The color behind it.
    open var backgroundColor: CGColor?
    /// The color of its shadow.
    open var shadowColor: CGColor? = UIColor.black.cgColor
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
    open var sublayers: [CALayer]? {
        get { contained }
        set {
            contained?.filter { layer in newValue?.contains { $0 === layer } != true }.forEach { $0.superlayer = nil }
            contained = newValue
            newValue?.forEach { $0.superlayer = self }
        }
    }
    private var contained: [CALayer]?
    /// What it stands in.
    open private(set) weak var superlayer: CALayer?

    /// Which corners are round.
    open var maskedCorners: CACornerMask = [
        .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
    ]
    /// The form of its corners.
    open var cornerCurve = CALayerCornerCurve.circular
    /// Its middle.
    open var position = CGPoint.zero
    /// Which point of it that is, from 0 to 1.
    open var anchorPoint = CGPoint(x: 0.5, y: 0.5)
    /// True if it is not shown.
    open var isHidden = false
    /// True if there is nothing to see through it.
    open var isOpaque = false
    /// The pixels of a point in what it shows.
    open var contentsScale: CGFloat = 1
    /// True if it is drawn once.
    open var shouldRasterize = false
    /// The pixels of a point in that.
    open var rasterizationScale: CGFloat = 1
    /// What is seen of it alone.
    open var mask: CALayer?
    /// The form of its shadow.
    open var shadowPath: CGPath?
    /// What moves in it, by name.
    private var animations: [String: CAAnimation] = [:]

    /// Creates a layer.
    override public required init() { super.init() }

    /// Creates a copy of a layer for what is seen: one without anything, here.
    public init(layer: Any) { super.init() }

    /// Creates a layer of an archive: one without anything, here.
    public required init?(coder: NSCoder) { super.init() }

    /// Adds a movement. Nothing moves: its delegate is told of its end after its time, and never of one without end.
    open func add(_ anim: CAAnimation, forKey key: String?) {
        let name = key ?? UUID().uuidString
        removeAnimation(forKey: name)
        animations[name] = anim
        anim.isOver = false
        anim.tell(finished: nil)
        guard !anim.isEndless else { return }
        Movement.ends(after: max(0, anim.beginTime - CACurrentMediaTime()) + anim.wholeDuration) { [weak self] _ in
            guard let self, animations[name] === anim else { return }
            if anim.isRemovedOnCompletion { animations[name] = nil }
            anim.isOver = true
            anim.tell(finished: true)
        }
    }
    /// Takes a movement away: its delegate is told that it is not finished.
    open func removeAnimation(forKey key: String) {
        guard let anim = animations.removeValue(forKey: key), !anim.isOver else { return }
        anim.tell(finished: false)
    }
    /// Returns a movement that goes on.
    open func animation(forKey key: String) -> CAAnimation? { animations[key] }
    /// Adds a layer at a place.
    open func insertSublayer(_ layer: CALayer, at idx: UInt32) {
        layer.removeFromSuperlayer()
        var all = sublayers ?? []
        all.insert(layer, at: min(Int(idx), all.count))
        sublayers = all
        layer.superlayer = self
    }
    /// Adds a layer over another one.
    open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
        layer.removeFromSuperlayer()
        let index = sublayers?.firstIndex { $0 === sibling }.map { $0 + 1 } ?? sublayers?.count ?? 0
        insertSublayer(layer, at: UInt32(index))
    }
    /// Adds a layer under another one.
    open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
        layer.removeFromSuperlayer()
        insertSublayer(layer, at: UInt32(sublayers?.firstIndex { $0 === sibling } ?? 0))
    }
    /// Has it placed anew; there is no layout here.
    open func setNeedsLayout() {}
    /// Places what is in it now.
    open func layoutIfNeeded() { layoutSublayers() }
    /// Places what is in it.
    open func layoutSublayers() {}

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
    /// Takes its movements away.
    open func removeAllAnimations() { animations.keys.forEach { removeAnimation(forKey: $0) } }
}

/// Corners of a layer.
public struct CACornerMask: OptionSet, Sendable {
    /// The bits of `CACornerMask`.
    public let rawValue: UInt

    /// Creates corners from their bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// At the top, left.
    public static let layerMinXMinYCorner = CACornerMask(rawValue: 1 << 0)
    /// At the top, right.
    public static let layerMaxXMinYCorner = CACornerMask(rawValue: 1 << 1)
    /// At the bottom, left.
    public static let layerMinXMaxYCorner = CACornerMask(rawValue: 1 << 2)
    /// At the bottom, right.
    public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 1 << 3)
}

/// The form of a corner.
public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String

    /// Creates a form from its text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A part of a circle.
    public static let circular = CALayerCornerCurve(rawValue: "circular")
    /// A smoother one.
    public static let continuous = CALayerCornerCurve(rawValue: "continuous")
}

/// A layer with a form.
open class CAShapeLayer: CALayer {
    /// The form.
    open var path: CGPath?
    /// The color within it.
    open var fillColor: CGColor? = UIColor.black.cgColor
    /// The color of its line.
    open var strokeColor: CGColor?
    /// How wide that is, in points.
    open var lineWidth: CGFloat = 1
    /// Where the line begins, from 0 to 1.
    open var strokeStart: CGFloat = 0
    /// Where the line ends, from 0 to 1.
    open var strokeEnd: CGFloat = 1
    /// How the line ends.
    open var lineCap = CAShapeLayerLineCap.butt
    /// The parts of a broken line, in points.
    open var lineDashPattern: [NSNumber]?
}

/// How the line of a form ends.
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String

    /// Creates an end from its text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// At once.
    public static let butt = CAShapeLayerLineCap(rawValue: "butt")
    /// Round.
    public static let round = CAShapeLayerLineCap(rawValue: "round")
    /// With half of a square.
    public static let square = CAShapeLayerLineCap(rawValue: "square")
}

/// A layer of colors that go over into each other.
open class CAGradientLayer: CALayer {
    /// The colors.
    open var colors: [Any]?
    /// Where they stand, from 0 to 1.
    open var locations: [NSNumber]?
    /// Where the first one is, from 0 to 1.
    open var startPoint = CGPoint(x: 0.5, y: 0)
    /// Where the last one is, from 0 to 1.
    open var endPoint = CGPoint(x: 0.5, y: 1)
}
