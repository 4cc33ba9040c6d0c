import Foundation

/// By what the user shows who it is.
public enum LAPolicy: Int, Sendable {
    /// By finger or face.
    case deviceOwnerAuthenticationWithBiometrics = 1
    /// By finger, face or code.
    case deviceOwnerAuthentication = 2
}

/// What the device knows the user by.
public enum LABiometryType: Int, Sendable {
    /// Nothing.
    case none = 0
    /// A finger.
    case touchID = 1
    /// The face.
    case faceID = 2
    /// The eyes.
    case opticID = 4
}

/// Nobody is known by finger or face here.
public struct LAError: Error, CustomNSError, Sendable {
    /// The numbers of `com.apple.LocalAuthentication`.
    public enum Code: Int, Sendable {
        /// It was somebody else.
        case authenticationFailed = -1
        /// The user does not want to.
        case userCancel = -2
        /// The user wants another way.
        case userFallback = -3
        /// The system has ended it.
        case systemCancel = -4
        /// There is no code.
        case passcodeNotSet = -5
        /// It is not available.
        case biometryNotAvailable = -6
        /// No finger or face is known.
        case biometryNotEnrolled = -7
        /// It was tried too often.
        case biometryLockout = -8
        /// The app has ended it.
        case appCancel = -9
        /// The context was ended.
        case invalidContext = -10
    }

    /// The number.
    public let code: Code

    /// Creates an error.
    public init(_ code: Code) {
        self.code = code
    }

    /// `com.apple.LocalAuthentication`.
    public static var errorDomain: String { "com.apple.LocalAuthentication" }
    /// The number.
    public var errorCode: Int { code.rawValue }
}

/// Asks the user to show who it is. There is no code here, and no finger: it cannot be asked for.
open class LAContext: NSObject, @unchecked Sendable {
    /// What the device knows the user by: nothing.
    open var biometryType: LABiometryType { .none }
    /// The words of the other way; `nil` for the usual ones.
    open var localizedFallbackTitle: String?
    /// The words of ending it; `nil` for the usual ones.
    open var localizedCancelTitle: String?
    /// How long the last time counts, in seconds.
    open var touchIDAuthenticationAllowableReuseDuration: TimeInterval = 0

    /// Returns false, with the error `passcodeNotSet`.
    open func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
        error?.pointee = LAError(.passcodeNotSet) as NSError
        return false
    }
    /// Calls the handler with `false` and the error `passcodeNotSet`.
    open func evaluatePolicy(
        _ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) { AppContext.current.perform(on: nil) { reply(false, LAError(.passcodeNotSet)) } }
    /// Throws the error `passcodeNotSet`.
    open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
        throw LAError(.passcodeNotSet)
    }
    /// Ends it.
    open func invalidate() {}
}
