import Foundation

/// The refusal of a request for a scene (LC-30).
public struct UISceneError: Error, Hashable, Sendable, CustomNSError {
    /// The reasons of a refusal.
    public enum Code: Int, Sendable {
        /// The app does not declare `UIApplicationSupportsMultipleScenes`.
        case multipleScenesNotSupported = 0
        /// There is no such scene, or there are too many.
        case requestDenied = 1
    }

    /// The domain of the error.
    public static let errorDomain = "UISceneErrorDomain"
    /// The reason.
    public let code: Code
    /// The number of the reason.
    public var errorCode: Int { code.rawValue }
}
