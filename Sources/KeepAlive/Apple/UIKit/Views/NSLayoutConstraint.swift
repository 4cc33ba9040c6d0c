import Foundation

/// How much a constraint counts against others.
public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
    /// The number, 0 to 1000.
    public let rawValue: Float

    /// Creates a priority.
    public init(rawValue: Float) {
        self.rawValue = rawValue
    }

    /// Creates a priority.
    public init(_ rawValue: Float) {
        self.rawValue = rawValue
    }

    /// It has to hold.
    public static let required = UILayoutPriority(1000)
    /// High.
    public static let defaultHigh = UILayoutPriority(750)
    /// Low.
    public static let defaultLow = UILayoutPriority(250)
    /// That of a size that fits.
    public static let fittingSizeLevel = UILayoutPriority(50)
}

/// A relation between places of two views. Nothing is laid out here: it is kept, and without effect.
@preconcurrency @MainActor
open class NSLayoutConstraint {
    /// How two values relate.
    public enum Relation: Int, Sendable {
        /// The first is not greater.
        case lessThanOrEqual = -1
        /// They are equal.
        case equal = 0
        /// The first is not less.
        case greaterThanOrEqual = 1
    }

    /// A place of a view.
    public enum Attribute: Int, Sendable {
        /// None.
        case notAnAttribute = 0
        /// An edge, an extent or a middle.
        case left = 1, right, top, bottom, leading, trailing, width, height, centerX, centerY, lastBaseline,
            firstBaseline
        /// One of the margins.
        case leftMargin = 13, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin
    }

    /// True while it counts.
    open var isActive = false
    /// What is added.
    open var constant: CGFloat
    /// By what the second value is multiplied.
    public let multiplier: CGFloat
    /// How much it counts.
    open var priority = UILayoutPriority.required
    /// The name by which it is found.
    open var identifier: String?
    /// The first view or guide.
    public private(set) weak var firstItem: AnyObject?
    /// The second view or guide.
    public private(set) weak var secondItem: AnyObject?
    /// How they relate.
    public let relation: Relation
    /// The place of the first.
    public let firstAttribute: Attribute
    /// The place of the second.
    public let secondAttribute: Attribute

    /// Creates a constraint.
    public init(
        item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation, toItem view2: Any?,
        attribute attr2: Attribute, multiplier: CGFloat, constant c: CGFloat
    ) {
        firstItem = view1 as AnyObject
        secondItem = view2.map { $0 as AnyObject }
        firstAttribute = attr1
        secondAttribute = attr2
        self.relation = relation
        self.multiplier = multiplier
        constant = c
    }

    /// Has constraints count.
    public static func activate(_ constraints: [NSLayoutConstraint]) { constraints.forEach { $0.isActive = true } }
    /// Has constraints count no longer.
    public static func deactivate(_ constraints: [NSLayoutConstraint]) { constraints.forEach { $0.isActive = false } }

    /// Returns the constraints of a picture in letters; none here.
    public static func constraints(
        withVisualFormat format: String, options: FormatOptions = [], metrics: [String: Any]?, views: [String: Any]
    ) -> [NSLayoutConstraint] { [] }

    /// How a picture in letters is meant; without effect here.
    public struct FormatOptions: OptionSet, Sendable {
        /// The bits of `NSLayoutFormatOptions`.
        public let rawValue: UInt

        /// Creates options from their bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// All on one line.
        public static let alignAllCenterY = FormatOptions(rawValue: 1 << 10)
    }
}

/// A place of a view or a guide, which constraints are made of.
@preconcurrency @MainActor
open class NSLayoutAnchor<AnchorType: AnyObject> {
    fileprivate weak var item: AnyObject?
    fileprivate let attribute: NSLayoutConstraint.Attribute

    init(_ item: AnyObject, _ attribute: NSLayoutConstraint.Attribute) {
        self.item = item
        self.attribute = attribute
    }

    fileprivate func relate(
        _ relation: NSLayoutConstraint.Relation, _ other: AnyObject?, _ otherAttribute: NSLayoutConstraint.Attribute,
        _ multiplier: CGFloat, _ constant: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(
            item: item ?? self, attribute: attribute, relatedBy: relation, toItem: other, attribute: otherAttribute,
            multiplier: multiplier, constant: constant)
    }

    /// Returns a constraint: equal to another place, and a constant.
    open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0) -> NSLayoutConstraint {
        relate(.equal, anchor.item, anchor.attribute, 1, constant)
    }
    /// Returns a constraint: not less than another place, and a constant.
    open func constraint(
        greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0
    ) -> NSLayoutConstraint { relate(.greaterThanOrEqual, anchor.item, anchor.attribute, 1, constant) }
    /// Returns a constraint: not greater than another place, and a constant.
    open func constraint(
        lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0
    ) -> NSLayoutConstraint { relate(.lessThanOrEqual, anchor.item, anchor.attribute, 1, constant) }
}

/// A place from left to right.
open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {
    /// Returns a constraint: the usual distance behind another place.
    open func constraint(
        equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint { constraint(equalTo: anchor, constant: 8 * multiplier) }
}

/// A place from top to bottom.
open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {
    /// Returns a constraint: the usual distance below another place.
    open func constraint(
        equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint { constraint(equalTo: anchor, constant: 8 * multiplier) }
}

/// An extent.
open class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
    /// Returns a constraint: so much.
    open func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint {
        relate(.equal, nil, .notAnAttribute, 1, c)
    }
    /// Returns a constraint: not less than so much.
    open func constraint(greaterThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
        relate(.greaterThanOrEqual, nil, .notAnAttribute, 1, c)
    }
    /// Returns a constraint: not greater than so much.
    open func constraint(lessThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
        relate(.lessThanOrEqual, nil, .notAnAttribute, 1, c)
    }
    /// Returns a constraint: a part of another extent, and a constant.
    open func constraint(
        equalTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat = 0
    ) -> NSLayoutConstraint { relate(.equal, anchor.item, anchor.attribute, m, c) }
    /// Returns a constraint: not less than a part of another extent, and a constant.
    open func constraint(
        greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat = 0
    ) -> NSLayoutConstraint { relate(.greaterThanOrEqual, anchor.item, anchor.attribute, m, c) }
    /// Returns a constraint: not greater than a part of another extent, and a constant.
    open func constraint(
        lessThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat = 0
    ) -> NSLayoutConstraint { relate(.lessThanOrEqual, anchor.item, anchor.attribute, m, c) }
}

/// What has places that constraints are made of.
@MainActor
public protocol LayoutAnchors: AnyObject {}

extension LayoutAnchors {
    /// Its leading edge.
    public var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .leading) }
    /// Its trailing edge.
    public var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }
    /// Its left edge.
    public var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }
    /// Its right edge.
    public var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }
    /// Its top.
    public var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
    /// Its bottom.
    public var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }
    /// Its width.
    public var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }
    /// Its height.
    public var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }
    /// Its middle, from left to right.
    public var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }
    /// Its middle, from top to bottom.
    public var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }
}

/// A part of a view, which constraints are made of.
@preconcurrency @MainActor
open class UILayoutGuide: LayoutAnchors {
    /// The view that it is a part of.
    public internal(set) weak var owningView: UIView?
    /// The name by which it is found.
    open var identifier = ""

    /// Creates a guide.
    public init() {}
}

/// In which direction views stand, or give way.
extension NSLayoutConstraint {
    /// A direction.
    public enum Axis: Int, Sendable {
        /// From left to right.
        case horizontal = 0
        /// From top to bottom.
        case vertical = 1
    }
}

extension UIView: LayoutAnchors {
    private func guide() -> UILayoutGuide {
        let guide = UILayoutGuide()
        guide.owningView = self
        return guide
    }

    /// What is free of bars.
    public var safeAreaLayoutGuide: UILayoutGuide { guide() }
    /// What is within its margins.
    public var layoutMarginsGuide: UILayoutGuide { guide() }
    /// What is wide enough to be read.
    public var readableContentGuide: UILayoutGuide { guide() }
    /// The line on which its first text stands.
    public var firstBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .firstBaseline) }
    /// The line on which its last text stands.
    public var lastBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .lastBaseline) }
    /// Adds a constraint; without effect here.
    public func addConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = true }
    /// Adds constraints; without effect here.
    public func addConstraints(_ constraints: [NSLayoutConstraint]) { constraints.forEach { $0.isActive = true } }
    /// Removes a constraint.
    public func removeConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = false }
    /// Says how much it keeps from growing; without effect here.
    public func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {}
    /// Says how much it keeps from shrinking; without effect here.
    public func setContentCompressionResistancePriority(
        _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
    ) {}
    /// Removes constraints.
    public func removeConstraints(_ constraints: [NSLayoutConstraint]) { constraints.forEach { $0.isActive = false } }
    /// Returns the least extent that its constraints allow: its own, here.
    public func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize { bounds.size }
    /// Returns the least extent that its constraints allow: its own, here.
    public func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize { bounds.size }
}
