/// The keys that a field wants. Nobody types here.
public enum UIKeyboardType: Int, Sendable {
    /// The usual ones.
    case `default` = 0
    /// Letters without accents.
    case asciiCapable = 1
    /// Numbers and signs.
    case numbersAndPunctuation = 2
    /// For addresses of the web.
    case URL = 3
    /// Digits.
    case numberPad = 4
    /// For telephone numbers.
    case phonePad = 5
    /// For names and telephone numbers.
    case namePhonePad = 6
    /// For addresses of mail.
    case emailAddress = 7
    /// Digits and a point.
    case decimalPad = 8
    /// For short messages.
    case twitter = 9
    /// For searches.
    case webSearch = 10
    /// Digits without accents.
    case asciiCapableNumberPad = 11
}

/// The capitals that a field gives the user.
public enum UITextAutocapitalizationType: Int, Sendable {
    /// None.
    case none = 0
    /// Of each word.
    case words = 1
    /// Of each sentence.
    case sentences = 2
    /// All.
    case allCharacters = 3
}

/// What a field is for.
public struct UITextContentType: RawRepresentable, Hashable, Sendable {
    /// The text of the type.
    public let rawValue: String

    /// Creates a type from a text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The name of a user.
    public static let username = UITextContentType(rawValue: "username")
    /// A password.
    public static let password = UITextContentType(rawValue: "password")
    /// A new password.
    public static let newPassword = UITextContentType(rawValue: "new-password")
    /// A code that is used once.
    public static let oneTimeCode = UITextContentType(rawValue: "one-time-code")
    /// An address of mail.
    public static let emailAddress = UITextContentType(rawValue: "email")
    /// A telephone number.
    public static let telephoneNumber = UITextContentType(rawValue: "tel")
    /// An address of the web.
    public static let URL = UITextContentType(rawValue: "url")
    /// A name.
    public static let name = UITextContentType(rawValue: "name")
}

/// The return key that a field wants. Nobody types here.
public enum UIReturnKeyType: Int, Sendable {
    /// With some word.
    case `default` = 0, go, google, join, next, route, search, send, yahoo, done, emergencyCall, `continue`
}

/// The look of the keys.
public enum UIKeyboardAppearance: Int, Sendable {
    /// In some way.
    case `default` = 0, dark, light

    /// Dark, before iOS 7.
    public static let alert = UIKeyboardAppearance.dark
}

/// Whether a field corrects what the user types.
public enum UITextAutocorrectionType: Int, Sendable {
    /// As the system says, or not, or so.
    case `default` = 0, no, yes
}

/// Whether a field marks words that it does not know.
public enum UITextSpellCheckingType: Int, Sendable {
    /// As the system says, or not, or so.
    case `default` = 0, no, yes
}

/// What fields say of what the user types in them; kept, and without effect here, where nobody types.
public struct TextInputTraits: Sendable {
    fileprivate var keyboardType = UIKeyboardType.default
    fileprivate var keyboardAppearance = UIKeyboardAppearance.default
    fileprivate var returnKeyType = UIReturnKeyType.default
    fileprivate var autocapitalizationType = UITextAutocapitalizationType.sentences
    fileprivate var autocorrectionType = UITextAutocorrectionType.default
    fileprivate var spellCheckingType = UITextSpellCheckingType.default
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    fileprivate var textContentType: UITextContentType! = nil
    fileprivate var enablesReturnKeyAutomatically = false
}

/// A field in which the user types.
@preconcurrency @MainActor
public protocol UITextInputTraits: AnyObject {
    /// What it says of what the user types.
    var inputTraits: TextInputTraits { get set }
}

extension UITextInputTraits {
    /// The keys.
    public var keyboardType: UIKeyboardType {
        get { inputTraits.keyboardType }
        set { inputTraits.keyboardType = newValue }
    }
    /// Their look.
    public var keyboardAppearance: UIKeyboardAppearance {
        get { inputTraits.keyboardAppearance }
        set { inputTraits.keyboardAppearance = newValue }
    }
    /// The return key.
    public var returnKeyType: UIReturnKeyType {
        get { inputTraits.returnKeyType }
        set { inputTraits.returnKeyType = newValue }
    }
    /// The capitals that it gives the user.
    public var autocapitalizationType: UITextAutocapitalizationType {
        get { inputTraits.autocapitalizationType }
        set { inputTraits.autocapitalizationType = newValue }
    }
    /// Whether it corrects.
    public var autocorrectionType: UITextAutocorrectionType {
        get { inputTraits.autocorrectionType }
        set { inputTraits.autocorrectionType = newValue }
    }
    /// Whether it marks unknown words.
    public var spellCheckingType: UITextSpellCheckingType {
        get { inputTraits.spellCheckingType }
        set { inputTraits.spellCheckingType = newValue }
    }
    /// True if the return key waits for text.
    public var enablesReturnKeyAutomatically: Bool {
        get { inputTraits.enablesReturnKeyAutomatically }
        set { inputTraits.enablesReturnKeyAutomatically = newValue }
    }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// What it is for.
    public var textContentType: UITextContentType! {
        get { inputTraits.textContentType }
        set { inputTraits.textContentType = newValue }
    }
}
