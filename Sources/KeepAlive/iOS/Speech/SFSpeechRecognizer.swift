import Foundation

public enum SFSpeechRecognizerAuthorizationStatus: Int, Sendable {
    case notDetermined, denied
    case restricted = 2
    case authorized
}

/// A speech recognizer on iOS. This reproduction recognizes no speech: the permission is always restricted.
open class SFSpeechRecognizer: NSObject, @unchecked Sendable {
    public class func supportedLocales() -> Set<Locale> { [] }
    public class func authorizationStatus() -> SFSpeechRecognizerAuthorizationStatus { .restricted }
    public class func requestAuthorization(
        _ handler: @escaping @Sendable (SFSpeechRecognizerAuthorizationStatus) -> Void
    ) { AppContext.current.perform(on: nil) { handler(.restricted) } }

    /// Returns `nil`, as this reproduction recognizes no language.
    public init?(locale: Locale = .current) { nil }
    open var isAvailable: Bool { false }
}
