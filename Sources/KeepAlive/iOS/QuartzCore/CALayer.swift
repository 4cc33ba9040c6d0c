import Foundation

/// The layer of a view. Nothing is drawn: the properties are stored, but without effect, unlike on iOS.
open class CALayer: NSObject {
    open var cornerRadius: CGFloat = 0
    open var masksToBounds = false
    open var borderWidth: CGFloat = 0
    open var borderColor: CGColor? = CGColor.black
    open var backgroundColor: CGColor?
    open var shadowColor: CGColor? = CGColor.black
    open var shadowOpacity: Float = 0
    open var shadowRadius: CGFloat = 3
    open var shadowOffset = CGSize(width: 0, height: -3)
    open var opacity: Float = 1
    open var speed: Float = 1
    open var zPosition: CGFloat = 0
    open var contents: Any?
    open var frame = CGRect.zero
    open var bounds = CGRect.zero
    open var name: String?
    open var sublayers: [CALayer]? {
        get { contained }
        set {
            contained?.filter { layer in newValue?.contains { $0 === layer } != true }.forEach { $0.superlayer = nil }
            contained = newValue
            newValue?.forEach { $0.superlayer = self }
        }
    }
    private var contained: [CALayer]?
    open private(set) weak var superlayer: CALayer?

    open var maskedCorners: CACornerMask = [
        .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
    ]
    open var cornerCurve = CALayerCornerCurve.circular
    open var position = CGPoint.zero
    open var anchorPoint = CGPoint(x: 0.5, y: 0.5)
    open var isHidden = false
    open var isOpaque = false
    open var contentsScale: CGFloat = 1
    open var shouldRasterize = false
    open var rasterizationScale: CGFloat = 1
    open var mask: CALayer?
    open var shadowPath: CGPath?
    /// The animations that were added and not removed, by key.
    private var animations: [String: CAAnimation] = [:]

    override public required init() { super.init() }

    /// Creates an empty layer; unlike on iOS, the given layer is not copied.
    public init(layer: Any) { super.init() }

    /// Creates an empty layer; unlike on iOS, the archive is not read.
    public required init?(coder: NSCoder) { super.init() }

    open func add(_ anim: CAAnimation, forKey key: String?) {
        let name = key ?? UUID().uuidString
        removeAnimation(forKey: name)
        animations[name] = anim
        anim.isOver = false
        anim.tell(finished: nil)
        guard !anim.isEndless else { return }
        AnimationClock.ends(after: max(0, anim.beginTime - CACurrentMediaTime()) + anim.wholeDuration) {
            [weak self] _ in
            guard let self, animations[name] === anim else { return }
            if anim.isRemovedOnCompletion { animations[name] = nil }
            anim.isOver = true
            anim.tell(finished: true)
        }
    }
    open func removeAnimation(forKey key: String) {
        guard let anim = animations.removeValue(forKey: key), !anim.isOver else { return }
        anim.tell(finished: false)
    }
    open func animation(forKey key: String) -> CAAnimation? { animations[key] }
    open func insertSublayer(_ layer: CALayer, at idx: UInt32) {
        layer.removeFromSuperlayer()
        var all = sublayers ?? []
        all.insert(layer, at: min(Int(idx), all.count))
        sublayers = all
        layer.superlayer = self
    }
    open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
        layer.removeFromSuperlayer()
        let index = sublayers?.firstIndex { $0 === sibling }.map { $0 + 1 } ?? sublayers?.count ?? 0
        insertSublayer(layer, at: UInt32(index))
    }
    open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
        layer.removeFromSuperlayer()
        insertSublayer(layer, at: UInt32(sublayers?.firstIndex { $0 === sibling } ?? 0))
    }
    /// Has no effect, unlike on iOS: layout happens only in `layoutIfNeeded()`.
    open func setNeedsLayout() {}
    open func layoutIfNeeded() { layoutSublayers() }
    open func layoutSublayers() {}

    open func addSublayer(_ layer: CALayer) {
        layer.removeFromSuperlayer()
        sublayers = (sublayers ?? []) + [layer]
        layer.superlayer = self
    }

    open func removeFromSuperlayer() {
        superlayer?.sublayers?.removeAll { $0 === self }
        superlayer = nil
    }

    /// Has no effect, unlike on iOS: nothing is drawn.
    open func setNeedsDisplay() { withoutEffect(CALayer.self) }
    open func removeAllAnimations() { animations.keys.forEach { removeAnimation(forKey: $0) } }
}

public struct CACornerMask: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let layerMinXMinYCorner = CACornerMask(rawValue: 1 << 0)
    public static let layerMaxXMinYCorner = CACornerMask(rawValue: 1 << 1)
    public static let layerMinXMaxYCorner = CACornerMask(rawValue: 1 << 2)
    public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 1 << 3)
}

public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let circular = CALayerCornerCurve(rawValue: "circular")
    public static let continuous = CALayerCornerCurve(rawValue: "continuous")
}

open class CAShapeLayer: CALayer {
    open var path: CGPath?
    open var fillColor: CGColor? = CGColor.black
    open var strokeColor: CGColor?
    open var lineWidth: CGFloat = 1
    open var strokeStart: CGFloat = 0
    open var strokeEnd: CGFloat = 1
    open var lineCap = CAShapeLayerLineCap.butt
    open var lineDashPattern: [NSNumber]?
}

public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let butt = CAShapeLayerLineCap(rawValue: "butt")
    public static let round = CAShapeLayerLineCap(rawValue: "round")
    public static let square = CAShapeLayerLineCap(rawValue: "square")
}

open class CAGradientLayer: CALayer {
    open var colors: [Any]?
    open var locations: [NSNumber]?
    open var startPoint = CGPoint(x: 0.5, y: 0)
    open var endPoint = CGPoint(x: 0.5, y: 1)
}
