import Foundation

/// The conditions under which an item of the keychain can be read. Nobody is asked for a face, a finger or a passcode here: the
/// user is taken to be there while the device is unlocked.
public final class SecAccessControl: Sendable {
    /// The `kSecAttrAccessible` that it begins with.
    let protection: CFString

    fileprivate init(_ protection: CFString) { self.protection = protection }
}

/// What the user is asked for before an item is read; not followed here.
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let userPresence = SecAccessControlCreateFlags(rawValue: 1 << 0)
    public static let biometryAny = SecAccessControlCreateFlags(rawValue: 1 << 1)
    public static let biometryCurrentSet = SecAccessControlCreateFlags(rawValue: 1 << 3)
    /// The passcode; nobody is asked for it here.
    public static let devicePasscode = SecAccessControlCreateFlags(rawValue: 1 << 4)
    public static let or = SecAccessControlCreateFlags(rawValue: 1 << 14)
    public static let and = SecAccessControlCreateFlags(rawValue: 1 << 15)
    public static let privateKeyUsage = SecAccessControlCreateFlags(rawValue: 1 << 30)
    public static let applicationPassword = SecAccessControlCreateFlags(rawValue: 1 << 31)
}

/// Makes the conditions of an item.
///
/// - Parameters:
///   - protection: a `kSecAttrAccessible` value.
///   - flags: what the user is asked for; nobody is here.
/// - Returns: the conditions; `nil` for another value.
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
