import Foundation

@preconcurrency @MainActor
public protocol UITextFieldDelegate: NSObjectProtocol {
    func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
    func textFieldDidBeginEditing(_ textField: UITextField)
    func textFieldDidEndEditing(_ textField: UITextField)
    func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool
    func textFieldShouldReturn(_ textField: UITextField) -> Bool
}

extension UITextFieldDelegate {
    public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }
    public func textFieldDidBeginEditing(_ textField: UITextField) {}
    public func textFieldDidEndEditing(_ textField: UITextField) {}
    public func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool { true }
    public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
}

open class UITextField: UIControl, UITextInputTraits {
    public var inputTraits = TextInputTraits()
    open var text: String? = ""
    open var placeholder: String?
    open var font: UIFont?
    open var textColor: UIColor?
    open var textAlignment = NSTextAlignment.natural
    open var attributedText: NSAttributedString? {
        get { looks.flatMap { $0.string == text ? $0 : nil } ?? text.map { NSAttributedString(string: $0) } }
        set { (looks, text) = (newValue, newValue?.string) }
    }
    private var looks: NSAttributedString?
    open var attributedPlaceholder: NSAttributedString? { didSet { placeholder = attributedPlaceholder?.string } }
    open var isSecureTextEntry = false
    @WithoutEffect open var clearButtonMode = ViewMode.never
    /// The view at the left edge of the field; stored, but never shown, unlike on iOS.
    @WithoutEffect open var leftView: UIView? = nil
    @WithoutEffect open var leftViewMode = ViewMode.never
    /// The view at the right edge of the field; stored, but never shown, unlike on iOS.
    @WithoutEffect open var rightView: UIView? = nil
    @WithoutEffect open var rightViewMode = ViewMode.never
    @WithoutEffect open var borderStyle = BorderStyle.none
    open var isEditing: Bool { isFirstResponder }
    private var keyboard: UIView?
    private var overKeyboard: UIView?
    /// The view that replaces the keyboard; never shown, unlike on iOS.
    override open var inputView: UIView? {
        get { keyboard }
        set { keyboard = newValue }
    }
    /// The view above the keyboard; never shown, unlike on iOS.
    override open var inputAccessoryView: UIView? {
        get { overKeyboard }
        set { overKeyboard = newValue }
    }

    /// The values have no effect, unlike on iOS.
    public enum ViewMode: Int, Sendable {
        case never, whileEditing
        case unlessEditing = 2
        case always
    }

    /// The values have no effect, unlike on iOS.
    public enum BorderStyle: Int, Sendable {
        case none, line, bezel, roundedRect
    }

    open weak var delegate: (any UITextFieldDelegate)?

    override open var canBecomeFirstResponder: Bool { true }

    override open func setInterfaceOutlet(_ name: String, to value: Any?) -> Bool {
        guard name == "delegate" else { return super.setInterfaceOutlet(name, to: value) }
        delegate = value as? any UITextFieldDelegate
        return true
    }
}

open class UITextView: UIScrollView, UITextInputTraits {
    public var inputTraits = TextInputTraits()
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var text: String! = ""
    open var font: UIFont?
    open var textColor: UIColor?
    open var isEditable = true
    open var isSelectable = true
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var attributedText: NSAttributedString! {
        get { looks.flatMap { $0.string == text ? $0 : nil } ?? NSAttributedString(string: text ?? "") }
        set { (looks, text) = (newValue, newValue?.string ?? "") }
    }
    private var looks: NSAttributedString?
    private var keyboard: UIView?
    private var overKeyboard: UIView?
    /// The view that replaces the keyboard; never shown, unlike on iOS.
    override open var inputView: UIView? {
        get { keyboard }
        set { keyboard = newValue }
    }
    /// The view above the keyboard; never shown, unlike on iOS.
    override open var inputAccessoryView: UIView? {
        get { overKeyboard }
        set { overKeyboard = newValue }
    }
    open var textAlignment = NSTextAlignment.natural
    @WithoutEffect open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0)
    open weak var delegate: (any UITextViewDelegate)?
    override var scrollDelegate: (any UIScrollViewDelegate)? { delegate }

    override open func setInterfaceOutlet(_ name: String, to value: Any?) -> Bool {
        guard name == "delegate" else { return super.setInterfaceOutlet(name, to: value) }
        delegate = value as? any UITextViewDelegate
        return true
    }
    open var selectedRange = NSRange(location: 0, length: 0)

    override open var canBecomeFirstResponder: Bool { isEditable }

    /// Has no effect, unlike on iOS.
    open func scrollRangeToVisible(_ range: NSRange) {}
}

/// The delegate of a text view; never called, unlike on iOS: the user cannot type.
@preconcurrency @MainActor
public protocol UITextViewDelegate: UIScrollViewDelegate {
    func textViewShouldBeginEditing(_ textView: UITextView) -> Bool
    func textViewDidBeginEditing(_ textView: UITextView)
    func textViewDidEndEditing(_ textView: UITextView)
    func textViewDidChange(_ textView: UITextView)
    func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool
}

extension UITextViewDelegate {
    public func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { true }
    public func textViewDidBeginEditing(_ textView: UITextView) {}
    public func textViewDidEndEditing(_ textView: UITextView) {}
    public func textViewDidChange(_ textView: UITextView) {}
    public func textView(
        _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
    ) -> Bool { true }
}
