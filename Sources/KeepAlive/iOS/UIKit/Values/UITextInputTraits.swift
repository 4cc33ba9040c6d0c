/// The values have no effect, unlike on iOS: the user cannot type.
public enum UIKeyboardType: Int, Sendable {
    case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress
    case decimalPad, twitter, webSearch, asciiCapableNumberPad
}

public enum UITextAutocapitalizationType: Int, Sendable {
    case none, words, sentences, allCharacters
}

public struct UITextContentType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let username = UITextContentType(rawValue: "username")
    public static let password = UITextContentType(rawValue: "password")
    public static let newPassword = UITextContentType(rawValue: "new-password")
    public static let oneTimeCode = UITextContentType(rawValue: "one-time-code")
    public static let emailAddress = UITextContentType(rawValue: "email")
    public static let telephoneNumber = UITextContentType(rawValue: "tel")
    public static let URL = UITextContentType(rawValue: "url")
    public static let name = UITextContentType(rawValue: "name")
}

/// The values have no effect, unlike on iOS: the user cannot type.
public enum UIReturnKeyType: Int, Sendable {
    case `default` = 0, go, google, join, next, route, search, send, yahoo, done, emergencyCall, `continue`
}

public enum UIKeyboardAppearance: Int, Sendable {
    case `default` = 0, dark, light

    public static let alert = UIKeyboardAppearance.dark
}

public enum UITextAutocorrectionType: Int, Sendable {
    case `default` = 0, no, yes
}

public enum UITextSpellCheckingType: Int, Sendable {
    case `default` = 0, no, yes
}

/// The traits of the text input in a field; stored, but without effect, unlike on iOS: the user cannot type.
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

@preconcurrency @MainActor
public protocol UITextInputTraits: AnyObject {
    var inputTraits: TextInputTraits { get set }
}

extension UITextInputTraits {
    public var keyboardType: UIKeyboardType {
        get { inputTraits.keyboardType }
        set { inputTraits.keyboardType = newValue }
    }
    public var keyboardAppearance: UIKeyboardAppearance {
        get { inputTraits.keyboardAppearance }
        set { inputTraits.keyboardAppearance = newValue }
    }
    public var returnKeyType: UIReturnKeyType {
        get { inputTraits.returnKeyType }
        set { inputTraits.returnKeyType = newValue }
    }
    public var autocapitalizationType: UITextAutocapitalizationType {
        get { inputTraits.autocapitalizationType }
        set { inputTraits.autocapitalizationType = newValue }
    }
    public var autocorrectionType: UITextAutocorrectionType {
        get { inputTraits.autocorrectionType }
        set { inputTraits.autocorrectionType = newValue }
    }
    public var spellCheckingType: UITextSpellCheckingType {
        get { inputTraits.spellCheckingType }
        set { inputTraits.spellCheckingType = newValue }
    }
    public var enablesReturnKeyAutomatically: Bool {
        get { inputTraits.enablesReturnKeyAutomatically }
        set { inputTraits.enablesReturnKeyAutomatically = newValue }
    }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public var textContentType: UITextContentType! {
        get { inputTraits.textContentType }
        set { inputTraits.textContentType = newValue }
    }
}
