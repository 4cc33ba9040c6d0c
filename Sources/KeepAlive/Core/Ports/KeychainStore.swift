import KeepAliveModel

/// The place where the items of an app's keychain outlive a run (DP-05).
package protocol KeychainStore: AnyObject {
    /// Keeps these items, and no others.
    func keep(_ items: [KeychainItem])
}
