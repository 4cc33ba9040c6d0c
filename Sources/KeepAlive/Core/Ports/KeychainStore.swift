import KeepAliveModel

/// Storage that keeps the items of an app's keychain from one run to the next (DP-05).
package protocol KeychainStore: AnyObject {
    /// Stores these items and deletes all others.
    func keep(_ items: [KeychainItem])
}
