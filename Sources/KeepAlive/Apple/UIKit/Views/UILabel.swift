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

/// A text on the screen.
open class UILabel: UIView {
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
}

/// What an app does around a text field.
@preconcurrency @MainActor
public protocol UITextFieldDelegate: NSObjectProtocol {
    /// Returns whether the user may begin.
    func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
    /// The user has begun.
    func textFieldDidBeginEditing(_ textField: UITextField)
    /// The user has ended.
    func textFieldDidEndEditing(_ textField: UITextField)
    /// Returns whether a change is taken.
    func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool
    /// Returns whether the return key does what it usually does.
    func textFieldShouldReturn(_ textField: UITextField) -> Bool
}

extension UITextFieldDelegate {
    /// The user may.
    public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }
    /// Nothing to do.
    public func textFieldDidBeginEditing(_ textField: UITextField) {}
    /// Nothing to do.
    public func textFieldDidEndEditing(_ textField: UITextField) {}
    /// It is taken.
    public func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool { true }
    /// It does.
    public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
}

/// A line that the user types in.
open class UITextField: UIControl {
    /// The text.
    open var text: String? = ""
    /// What stands there while there is no text.
    open var placeholder: String?
    /// Its font.
    open var font: UIFont?
    /// Its color.
    open var textColor: UIColor?
    /// Where it stands in its line.
    open var textAlignment = NSTextAlignment.natural
    /// True if the text is not to be seen.
    open var isSecureTextEntry = false
    /// What the app does around it.
    open weak var delegate: (any UITextFieldDelegate)?

    override open var canBecomeFirstResponder: Bool { true }

    override open func setInterfaceOutlet(_ name: String, to value: Any?) -> Bool {
        guard name == "delegate" else { return super.setInterfaceOutlet(name, to: value) }
        delegate = value as? any UITextFieldDelegate
        return true
    }
}

/// Lines that the user types in.
open class UITextView: UIScrollView {
    /// The text.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var text: String! = ""
    /// Its font.
    open var font: UIFont?
    /// Its color.
    open var textColor: UIColor?
    /// True if the user may change it.
    open var isEditable = true
    /// True if the user may choose parts of it.
    open var isSelectable = true

    override open var canBecomeFirstResponder: Bool { isEditable }

    /// Shows a part of it; there is no screen here.
    open func scrollRangeToVisible(_ range: NSRange) {}
}

/// A picture on the screen.
open class UIImageView: UIView {
    /// The picture.
    open var image: UIImage?

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
    }

    /// True while it turns.
    public private(set) var isAnimating = false
    /// True if it is not shown while it does not turn.
    open var hidesWhenStopped = true

    /// Creates one.
    public convenience init(style: Style) { self.init(frame: .zero) }

    /// Has it turn.
    open func startAnimating() { isAnimating = true }
    /// Has it stand.
    open func stopAnimating() { isAnimating = false }
}

/// A view of something larger.
open class UIScrollView: UIView {
    /// The size of the larger thing.
    open var contentSize = CGSize.zero
    /// Which part of it is shown.
    open var contentOffset = CGPoint.zero
    /// What is free around it.
    open var contentInset = UIEdgeInsets.zero
    /// True if the user may move it.
    open var isScrollEnabled = true

    /// Shows a part.
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) { self.contentOffset = contentOffset }
    /// Shows a part; there is no layout here.
    open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {}
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
