import Foundation

public enum LAPolicy: Int, Sendable {
    case deviceOwnerAuthenticationWithBiometrics = 1
    case deviceOwnerAuthentication
}

public enum LABiometryType: Int, Sendable {
    case none, touchID, faceID
    case opticID = 4
}

/// An authentication error. In this reproduction each request fails with `passcodeNotSet`.
public struct LAError: Error, CustomNSError, Sendable {
    public enum Code: Int, Sendable {
        case authenticationFailed = -1
        case userCancel = -2
        case userFallback = -3
        case systemCancel = -4
        case passcodeNotSet = -5
        case biometryNotAvailable = -6
        case biometryNotEnrolled = -7
        case biometryLockout = -8
        case appCancel = -9
        case invalidContext = -10
    }

    public let code: Code

    public init(_ code: Code) {
        self.code = code
    }

    public static var errorDomain: String { "com.apple.LocalAuthentication" }
    public var errorCode: Int { code.rawValue }
}

/// Authenticates the user on iOS. In this reproduction each request fails, as the device has neither biometry nor a
/// passcode.
open class LAContext: NSObject, @unchecked Sendable {
    open var biometryType: LABiometryType { .none }
    open var localizedFallbackTitle: String?
    open var localizedCancelTitle: String?
    /// Stored, but ignored, unlike on iOS: no authentication succeeds.
    @WithoutEffect open var touchIDAuthenticationAllowableReuseDuration: TimeInterval = 0

    open func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
        error?.pointee = LAError(.passcodeNotSet) as NSError
        return false
    }
    open func evaluatePolicy(
        _ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) { AppContext.current.perform(on: nil) { reply(false, LAError(.passcodeNotSet)) } }
    open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
        throw LAError(.passcodeNotSet)
    }
    open func invalidate() {}
}
