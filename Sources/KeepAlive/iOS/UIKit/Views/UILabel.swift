import Foundation

public enum NSTextAlignment: Int, Sendable {
    case left, center, right, justified, natural
}

/// The values have no effect, unlike on iOS.
public enum NSLineBreakMode: Int, Sendable {
    case byWordWrapping, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail, byTruncatingMiddle
}

open class UILabel: UIView {
    override public init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        isUserInteractionEnabled = false
    }

    open var text: String?
    open var attributedText: NSAttributedString? { didSet { text = attributedText?.string } }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var font: UIFont! = .systemFont(ofSize: 17)
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var textColor: UIColor! = .label
    open var textAlignment = NSTextAlignment.natural
    open var numberOfLines = 1
    open var adjustsFontSizeToFitWidth = false
    @WithoutEffect open var minimumScaleFactor: CGFloat = 0
    @WithoutEffect open var lineBreakMode = NSLineBreakMode.byTruncatingTail
    @WithoutEffect open var preferredMaxLayoutWidth: CGFloat = 0
    @WithoutEffect open var highlightedTextColor: UIColor? = nil
    open var isHighlighted = false
    open var isEnabled = true
    @WithoutEffect open var shadowColor: UIColor? = nil
    @WithoutEffect open var shadowOffset = CGSize(width: 0, height: -1)
    @WithoutEffect open var adjustsFontForContentSizeCategory = false
}

open class UIImageView: UIView {
    override public init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        isUserInteractionEnabled = false
    }

    open var image: UIImage?
    @WithoutEffect open var highlightedImage: UIImage? = nil
    open var isHighlighted = false
    open var animationImages: [UIImage]? = nil
    @WithoutEffect open var animationDuration: TimeInterval = 0
    open private(set) var isAnimating = false
    open func startAnimating() { isAnimating = animationImages != nil }
    open func stopAnimating() { isAnimating = false }

    public convenience init(image: UIImage?) {
        self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
        self.image = image
    }
}

open class UIProgressView: UIView {
    open var progress: Float = 0
    open var progressTintColor: UIColor?
    @WithoutEffect open var trackTintColor: UIColor? = nil
    open var observedProgress: Progress?

    /// The values have no effect, unlike on iOS.
    public enum Style: Int, Sendable {
        case `default`, bar
    }

    public convenience init(progressViewStyle style: Style) { self.init(frame: .zero) }

    open func setProgress(_ progress: Float, animated: Bool) { self.progress = min(max(0, progress), 1) }
}

open class UIActivityIndicatorView: UIView {
    /// The values have no effect, unlike on iOS.
    public enum Style: Int, Sendable {
        case medium = 100
        case large
        case whiteLarge = 0
        case white, gray
    }

    public private(set) var isAnimating = false
    open var hidesWhenStopped = true
    @WithoutEffect open var style = Style.medium
    /// Stored, but without effect, unlike on iOS.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    @WithoutEffect open var color: UIColor! = .gray

    override public init(frame: CGRect) { super.init(frame: frame) }

    public required init(coder: NSCoder) { super.init(frame: .zero) }

    public convenience init(style: Style) {
        self.init(frame: .zero)
        _style = WithoutEffect(wrappedValue: style)
    }

    open func startAnimating() { isAnimating = true }
    open func stopAnimating() { isAnimating = false }
}

open class UIStackView: UIView {
    public private(set) var arrangedSubviews: [UIView] = []
    open var spacing: CGFloat = 0
    @WithoutEffect open var axis = NSLayoutConstraint.Axis.horizontal
    @WithoutEffect open var alignment = Alignment.fill
    @WithoutEffect open var distribution = Distribution.fill
    @WithoutEffect open var isLayoutMarginsRelativeArrangement = false

    override public init(frame: CGRect) { super.init(frame: frame) }

    public required init(coder: NSCoder) { super.init(frame: .zero) }

    /// The values have no effect, unlike on iOS.
    public enum Alignment: Int, Sendable {
        case fill, leading
        case firstBaseline = 2
        case center, trailing, lastBaseline

        public static let top = Alignment.leading
        public static let bottom = Alignment.trailing
    }

    /// The values have no effect, unlike on iOS.
    public enum Distribution: Int, Sendable {
        case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
    }

    open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) { withoutEffect(UIStackView.self) }

    public convenience init(arrangedSubviews views: [UIView]) {
        self.init(frame: .zero)
        views.forEach { addArrangedSubview($0) }
    }

    open func addArrangedSubview(_ view: UIView) {
        arrangedSubviews.append(view)
        addSubview(view)
    }

    open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
        arrangedSubviews.insert(view, at: min(max(0, stackIndex), arrangedSubviews.count))
        addSubview(view)
    }

    open func removeArrangedSubview(_ view: UIView) { arrangedSubviews.removeAll { $0 === view } }
}
