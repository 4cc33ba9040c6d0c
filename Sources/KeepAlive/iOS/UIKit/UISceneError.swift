import Foundation

/// The error with which iOS refuses to activate a scene (LC-30).
public struct UISceneError: Error, Hashable, Sendable, CustomNSError {
    public enum Code: Int, Sendable {
        case multipleScenesNotSupported
        /// The requested scene does not exist, or there are too many scenes.
        case requestDenied = 1
    }

    public static let errorDomain = "UISceneErrorDomain"
    public let code: Code
    public var errorCode: Int { code.rawValue }
}
