import Foundation

/// The refusal of a request for a scene (LC-30).
public struct UISceneError: Error, Hashable, Sendable, CustomNSError {
    public enum Code: Int, Sendable {
        case multipleScenesNotSupported
        /// There is no such scene, or there are too many.
        case requestDenied = 1
    }

    public static let errorDomain = "UISceneErrorDomain"
    public let code: Code
    public var errorCode: Int { code.rawValue }
}
