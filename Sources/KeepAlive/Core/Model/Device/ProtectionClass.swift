/// A class of data protection. The class determines when iOS can decrypt a file or a keychain item (DP-01).
public enum ProtectionClass: String, Sendable, Hashable, CaseIterable {
    /// Decryption is possible while the device is unlocked, and for a short time after it is locked (DP-02).
    case complete
    /// As `complete`, but an open file stays readable, and a new file can be written while the device is locked.
    case completeUnlessOpen
    /// Decryption is possible from the first unlock after a boot on. This is the default class of files.
    case completeUntilFirstUserAuthentication
    /// Decryption is always possible, also before the first unlock, because the key does not depend on the passcode.
    case none
}
