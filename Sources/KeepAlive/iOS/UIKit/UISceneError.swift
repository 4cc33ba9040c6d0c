import Foundation

/// The refusal of a request for a scene (LC-30).
public struct UISceneError: Error, Hashable, Sendable, CustomNSError {
    public enum Code: Int, Sendable {
        /// The app does not declare `UIApplicationSupportsMultipleScenes`.
        case multipleScenesNotSupported = 0
        /// There is no such scene, or there are too many.
        case requestDenied = 1
    }

    public static let errorDomain = "UISceneErrorDomain"
    public let code: Code
    public var errorCode: Int { code.rawValue }
}
