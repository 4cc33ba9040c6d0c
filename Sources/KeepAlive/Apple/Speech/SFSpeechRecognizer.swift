import Foundation

/// The user's permission to have speech recognized.
public enum SFSpeechRecognizerAuthorizationStatus: Int, Sendable {
    /// The user was not asked.
    case notDetermined = 0
    /// The user has refused.
    case denied = 1
    /// The user may not decide.
    case restricted = 2
    /// The user has agreed.
    case authorized = 3
}

/// Recognizes speech. None is here: the permission is restricted, as on a device that may not.
open class SFSpeechRecognizer: NSObject, @unchecked Sendable {
    /// The languages: none.
    public class func supportedLocales() -> Set<Locale> { [] }
    /// The permission: restricted.
    public class func authorizationStatus() -> SFSpeechRecognizerAuthorizationStatus { .restricted }
    /// Calls the handler with `restricted`.
    public class func requestAuthorization(
        _ handler: @escaping @Sendable (SFSpeechRecognizerAuthorizationStatus) -> Void
    ) { AppContext.current.perform(on: nil) { handler(.restricted) } }

    /// Returns `nil`: no language is recognized here.
    public init?(locale: Locale = .current) { nil }
    /// False: it cannot be used.
    open var isAvailable: Bool { false }
}
