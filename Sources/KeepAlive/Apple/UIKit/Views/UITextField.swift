import Foundation

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
open class UITextField: UIControl, UITextInputTraits {
    /// What it says of what the user types.
    public var inputTraits = TextInputTraits()
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
    /// The text with its looks.
    open var attributedText: NSAttributedString? {
        get { looks.flatMap { $0.string == text ? $0 : nil } ?? text.map { NSAttributedString(string: $0) } }
        set { (looks, text) = (newValue, newValue?.string) }
    }
    private var looks: NSAttributedString?
    /// What stands there while there is no text, with its looks.
    open var attributedPlaceholder: NSAttributedString? { didSet { placeholder = attributedPlaceholder?.string } }
    /// True if the text is not to be seen.
    open var isSecureTextEntry = false
    /// When there is a button to empty it; kept, and without effect here.
    open var clearButtonMode = ViewMode.never
    /// What stands at its left; kept, and not shown here.
    open var leftView: UIView?
    /// When that is shown; kept, and without effect here.
    open var leftViewMode = ViewMode.never
    /// What stands at its right; kept, and not shown here.
    open var rightView: UIView?
    /// When that is shown; kept, and without effect here.
    open var rightViewMode = ViewMode.never
    /// What is around it; kept, and without effect here.
    open var borderStyle = BorderStyle.none
    /// True while the user types in it.
    open var isEditing: Bool { isFirstResponder }
    private var keyboard: UIView?
    private var overKeyboard: UIView?
    /// What the user types with, instead of the keyboard; none is shown here.
    override open var inputView: UIView? {
        get { keyboard }
        set { keyboard = newValue }
    }
    /// What stands over the keyboard; none is shown here.
    override open var inputAccessoryView: UIView? {
        get { overKeyboard }
        set { overKeyboard = newValue }
    }

    /// When something of a field is shown; without effect here.
    public enum ViewMode: Int, Sendable {
        /// Never.
        case never = 0
        /// While the user types.
        case whileEditing = 1
        /// While the user does not.
        case unlessEditing = 2
        /// Always.
        case always = 3
    }

    /// What is around a field; without effect here.
    public enum BorderStyle: Int, Sendable {
        /// Nothing.
        case none = 0
        /// A line.
        case line = 1
        /// A line with a shadow.
        case bezel = 2
        /// A line with round corners.
        case roundedRect = 3
    }

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
open class UITextView: UIScrollView, UITextInputTraits {
    /// What it says of what the user types.
    public var inputTraits = TextInputTraits()
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
    /// The text with its looks.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var attributedText: NSAttributedString! {
        get { looks.flatMap { $0.string == text ? $0 : nil } ?? NSAttributedString(string: text ?? "") }
        set { (looks, text) = (newValue, newValue?.string ?? "") }
    }
    private var looks: NSAttributedString?
    private var keyboard: UIView?
    private var overKeyboard: UIView?
    /// What the user types with, instead of the keyboard; none is shown here.
    override open var inputView: UIView? {
        get { keyboard }
        set { keyboard = newValue }
    }
    /// What stands over the keyboard; none is shown here.
    override open var inputAccessoryView: UIView? {
        get { overKeyboard }
        set { overKeyboard = newValue }
    }
    /// Where it stands in its line.
    open var textAlignment = NSTextAlignment.natural
    /// What is free around it, in points; kept, and without effect here.
    open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0)
    /// What the app does around it.
    open weak var delegate: (any UITextViewDelegate)?
    override var scrollDelegate: (any UIScrollViewDelegate)? { delegate }

    override open func setInterfaceOutlet(_ name: String, to value: Any?) -> Bool {
        guard name == "delegate" else { return super.setInterfaceOutlet(name, to: value) }
        delegate = value as? any UITextViewDelegate
        return true
    }
    /// The part that is chosen.
    open var selectedRange = NSRange(location: 0, length: 0)

    override open var canBecomeFirstResponder: Bool { isEditable }

    /// Shows a part of it; there is no screen here.
    open func scrollRangeToVisible(_ range: NSRange) {}
}

/// What an app does around a text view. Nobody types here: none of it is called.
@preconcurrency @MainActor
public protocol UITextViewDelegate: UIScrollViewDelegate {
    /// Returns whether the user may begin.
    func textViewShouldBeginEditing(_ textView: UITextView) -> Bool
    /// The user has begun.
    func textViewDidBeginEditing(_ textView: UITextView)
    /// The user has ended.
    func textViewDidEndEditing(_ textView: UITextView)
    /// The user has changed the text.
    func textViewDidChange(_ textView: UITextView)
    /// Returns whether a change is taken.
    func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool
}

extension UITextViewDelegate {
    /// The user may.
    public func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { true }
    /// Nothing to do.
    public func textViewDidBeginEditing(_ textView: UITextView) {}
    /// Nothing to do.
    public func textViewDidEndEditing(_ textView: UITextView) {}
    /// Nothing to do.
    public func textViewDidChange(_ textView: UITextView) {}
    /// It is taken.
    public func textView(
        _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
    ) -> Bool { true }
}
