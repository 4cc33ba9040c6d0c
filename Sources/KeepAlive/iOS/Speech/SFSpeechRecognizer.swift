import Foundation

public enum SFSpeechRecognizerAuthorizationStatus: Int, Sendable {
    case notDetermined, denied
    case restricted = 2
    case authorized
}

/// Recognizes speech. None is here: the permission is restricted, as on a device that may not.
open class SFSpeechRecognizer: NSObject, @unchecked Sendable {
    public class func supportedLocales() -> Set<Locale> { [] }
    public class func authorizationStatus() -> SFSpeechRecognizerAuthorizationStatus { .restricted }
    public class func requestAuthorization(
        _ handler: @escaping @Sendable (SFSpeechRecognizerAuthorizationStatus) -> Void
    ) { AppContext.current.perform(on: nil) { handler(.restricted) } }

    /// Returns `nil`: no language is recognized here.
    public init?(locale: Locale = .current) { nil }
    open var isAvailable: Bool { false }
}
