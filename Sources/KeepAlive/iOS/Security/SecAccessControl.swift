import Foundation

/// The conditions under which a keychain item can be read. Unlike on iOS, the user is never asked for Face ID, Touch ID
/// or the passcode: an unlocked device suffices.
public final class SecAccessControl: Sendable {
    /// The `kSecAttrAccessible` value that the app passed.
    let protection: CFString

    fileprivate init(_ protection: CFString) { self.protection = protection }
}

/// The ways in which the user authenticates before an item is read; ignored, unlike on iOS.
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let userPresence = SecAccessControlCreateFlags(rawValue: 1 << 0)
    public static let biometryAny = SecAccessControlCreateFlags(rawValue: 1 << 1)
    public static let biometryCurrentSet = SecAccessControlCreateFlags(rawValue: 1 << 3)
    public static let devicePasscode = SecAccessControlCreateFlags(rawValue: 1 << 4)
    public static let or = SecAccessControlCreateFlags(rawValue: 1 << 14)
    public static let and = SecAccessControlCreateFlags(rawValue: 1 << 15)
    public static let privateKeyUsage = SecAccessControlCreateFlags(rawValue: 1 << 30)
    public static let applicationPassword = SecAccessControlCreateFlags(rawValue: 1 << 31)
}

/// Creates the conditions under which a keychain item can be read.
///
/// - Parameters:
///   - allocator: ignored.
///   - protection: a `kSecAttrAccessible` value.
///   - flags: ignored.
///   - error: never set, unlike on iOS.
/// - Returns: the conditions; `nil` if `protection` is not a `kSecAttrAccessible` value.
public func SecAccessControlCreateWithFlags(
    _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
    _ error: UnsafeMutablePointer<Unmanaged<AnyObject>?>?
) -> SecAccessControl? {
    SecAccessControlCreateWithFlags(allocator, "\(protection)", flags, error)
}

public func SecAccessControlCreateWithFlags(
    _ allocator: CFAllocator?, _ protection: CFString, _ flags: SecAccessControlCreateFlags,
    _ error: UnsafeMutablePointer<Unmanaged<AnyObject>?>?
) -> SecAccessControl? {
    KeychainNames.accessibilities[protection] == nil ? nil : SecAccessControl(protection)
}
