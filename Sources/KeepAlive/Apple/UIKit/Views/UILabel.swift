import Foundation

/// Where text stands in its line.
public enum NSTextAlignment: Int, Sendable {
    /// At the left.
    case left = 0
    /// In the middle.
    case center = 1
    /// At the right.
    case right = 2
    /// At both edges.
    case justified = 3
    /// As the language has it.
    case natural = 4
}

/// Where lines end that have no room; without effect here.
public enum NSLineBreakMode: Int, Sendable {
    /// Between words.
    case byWordWrapping = 0
    /// Between letters.
    case byCharWrapping = 1
    /// At the edge.
    case byClipping = 2
    /// With dots at the beginning.
    case byTruncatingHead = 3
    /// With dots at the end.
    case byTruncatingTail = 4
    /// With dots in the middle.
    case byTruncatingMiddle = 5
}

/// A text on the screen.
open class UILabel: UIView {
    /// Creates a text, which the user does not touch.
    override public init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    /// Creates a text of a storyboard.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        isUserInteractionEnabled = false
    }

    /// The text.
    open var text: String?
    /// The text with its looks.
    open var attributedText: NSAttributedString? { didSet { text = attributedText?.string } }
    /// Its font.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var font: UIFont! = .systemFont(ofSize: 17)
    /// Its color.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var textColor: UIColor! = .label
    /// Where it stands in its line.
    open var textAlignment = NSTextAlignment.natural
    /// How many lines it may take; 0 for any number.
    open var numberOfLines = 1
    /// True if it gets smaller where there is no room.
    open var adjustsFontSizeToFitWidth = false
    /// How much smaller it may get, from 0 to 1; kept, and without effect here.
    open var minimumScaleFactor: CGFloat = 0
    /// Where lines end that have no room; kept, and without effect here.
    open var lineBreakMode = NSLineBreakMode.byTruncatingTail
    /// How wide its lines may be, in points; kept, and without effect here.
    open var preferredMaxLayoutWidth: CGFloat = 0
    /// Its color while it is chosen; kept, and without effect here.
    open var highlightedTextColor: UIColor?
    /// True while it is chosen.
    open var isHighlighted = false
    /// True if it can be used.
    open var isEnabled = true
    /// The color of its shadow; kept, and without effect here.
    open var shadowColor: UIColor?
    /// Where its shadow falls; kept, and without effect here.
    open var shadowOffset = CGSize(width: 0, height: -1)
    /// True if it follows the size of text that the user chooses; kept, and without effect here.
    open var adjustsFontForContentSizeCategory = false
}

/// A picture on the screen.
open class UIImageView: UIView {
    /// Creates a picture, which the user does not touch.
    override public init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    /// Creates a picture of a storyboard.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        isUserInteractionEnabled = false
    }

    /// The picture.
    open var image: UIImage?
    /// The picture while it is chosen; kept, and without effect here.
    open var highlightedImage: UIImage?
    /// True while it is chosen.
    open var isHighlighted = false
    /// The pictures that it would show in turn; kept, and without effect here.
    open var animationImages: [UIImage]?
    /// How long that would take, in seconds; kept, and without effect here.
    open var animationDuration: TimeInterval = 0
    /// True while it shows pictures in turn.
    open private(set) var isAnimating = false
    /// Has it show pictures in turn.
    open func startAnimating() { isAnimating = animationImages != nil }
    /// Has it show one.
    open func stopAnimating() { isAnimating = false }

    /// Creates a view of a picture.
    public convenience init(image: UIImage?) {
        self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
        self.image = image
    }
}

/// How far something is.
open class UIProgressView: UIView {
    /// From 0 to 1.
    open var progress: Float = 0
    /// The color of what is done.
    open var progressTintColor: UIColor?
    /// The color of what is not; kept, and without effect here.
    open var trackTintColor: UIColor?
    /// What it is about.
    open var observedProgress: Progress?

    /// How it looks; without effect here.
    public enum Style: Int, Sendable {
        /// As usual.
        case `default` = 0
        /// In a bar.
        case bar = 1
    }

    /// Creates one that looks as is said.
    public convenience init(progressViewStyle style: Style) { self.init(frame: .zero) }

    /// Sets how far it is.
    open func setProgress(_ progress: Float, animated: Bool) { self.progress = min(max(0, progress), 1) }
}

/// Something goes on.
open class UIActivityIndicatorView: UIView {
    /// How large it is; without effect here.
    public enum Style: Int, Sendable {
        /// As usual.
        case medium = 100
        /// Large.
        case large = 101
        /// Large and white, before iOS 13.
        case whiteLarge = 0
        /// White, before iOS 13.
        case white = 1
        /// Gray, before iOS 13.
        case gray = 2
    }

    /// True while it turns.
    public private(set) var isAnimating = false
    /// True if it is not shown while it does not turn.
    open var hidesWhenStopped = true
    /// How large it is; kept, and without effect here.
    open var style = Style.medium
    /// Its color; kept, and without effect here.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var color: UIColor! = .gray

    /// Creates one.
    public convenience init(style: Style) {
        self.init(frame: .zero)
        self.style = style
    }

    /// Has it turn.
    open func startAnimating() { isAnimating = true }
    /// Has it stand.
    open func stopAnimating() { isAnimating = false }
}

/// Views in a row or a column.
open class UIStackView: UIView {
    /// The views.
    public private(set) var arrangedSubviews: [UIView] = []
    /// What is free between them.
    open var spacing: CGFloat = 0
    /// Whether they stand in a row or a column; kept, and without effect here.
    open var axis = NSLayoutConstraint.Axis.horizontal
    /// Where they stand across; kept, and without effect here.
    open var alignment = Alignment.fill
    /// How they share the room; kept, and without effect here.
    open var distribution = Distribution.fill
    /// True if the margins count; kept, and without effect here.
    open var isLayoutMarginsRelativeArrangement = false

    /// Where views stand across; without effect here.
    public enum Alignment: Int, Sendable {
        /// They fill the room.
        case fill = 0
        /// At the beginning.
        case leading = 1
        /// With the first line.
        case firstBaseline = 2
        /// In the middle.
        case center = 3
        /// At the end.
        case trailing = 4
        /// With the last line.
        case lastBaseline = 5

        /// At the top.
        public static let top = Alignment.leading
        /// At the bottom.
        public static let bottom = Alignment.trailing
    }

    /// How views share the room; without effect here.
    public enum Distribution: Int, Sendable {
        /// They fill it.
        case fill = 0
        /// Each as much.
        case fillEqually = 1
        /// By their sizes.
        case fillProportionally = 2
        /// The same between them.
        case equalSpacing = 3
        /// Their middles as far apart.
        case equalCentering = 4
    }

    /// Sets what is free behind a view; without effect here.
    open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {}

    /// Creates a row of views.
    public convenience init(arrangedSubviews views: [UIView]) {
        self.init(frame: .zero)
        views.forEach { addArrangedSubview($0) }
    }

    /// Adds a view at the end.
    open func addArrangedSubview(_ view: UIView) {
        arrangedSubviews.append(view)
        addSubview(view)
    }

    /// Adds a view at a place.
    open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
        arrangedSubviews.insert(view, at: min(max(0, stackIndex), arrangedSubviews.count))
        addSubview(view)
    }

    /// Removes a view from the row.
    open func removeArrangedSubview(_ view: UIView) { arrangedSubviews.removeAll { $0 === view } }
}
