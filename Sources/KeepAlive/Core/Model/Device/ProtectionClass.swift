/// A class of data protection: the time during which iOS can decrypt a file or a keychain item (DP-01).
public enum ProtectionClass: String, Sendable, Hashable, CaseIterable {
    /// Only while the device is unlocked, and shortly after it was locked (DP-02).
    case complete
    /// As `complete`, but a file that is open stays readable, and a new one can be written while locked.
    case completeUnlessOpen
    /// From the first unlock after a boot on. The default of files.
    case completeUntilFirstUserAuthentication
    /// Also before the first unlock: the key needs no passcode.
    case none
}
