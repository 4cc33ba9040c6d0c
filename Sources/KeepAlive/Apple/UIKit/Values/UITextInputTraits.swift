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
