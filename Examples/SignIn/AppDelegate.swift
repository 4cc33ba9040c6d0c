import Foundation
import KeepAlive

/// Keeps two secrets, and needs them when a push launches it while the device is locked: one has the keychain's default, the
/// other can be read from the first unlock on (DP-01).
@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        if application.applicationState != .background { signIn() }
        application.registerForRemoteNotifications()
        return true
    }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        report("push")
        completionHandler(.newData)
    }

    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) { report("unlock") }

    private func signIn() {
        add("password", kSecAttrAccessibleWhenUnlocked)
        add("token", kSecAttrAccessibleAfterFirstUnlock)
        print("signed in")
    }

    private func add(_ account: String, _ accessible: CFString) {
        var item = query(account)
        item[kSecAttrAccessible as String] = accessible
        item[kSecValueData as String] = Data("secret of \(account)".utf8)
        let status = SecItemAdd(item as CFDictionary, nil)
        if status != errSecSuccess && status != errSecDuplicateItem { print("not added: \(status)") }
    }

    private func report(_ occasion: String) {
        for account in ["password", "token"] { print("\(occasion): \(account) \(read(account))") }
    }

    private func read(_ account: String) -> String {
        var search = query(account)
        search[kSecReturnData as String] = kCFBooleanTrue
        var found: CFTypeRef?
        let status = SecItemCopyMatching(search as CFDictionary, &found)
        guard status == errSecSuccess, let data = found as? Data else { return "\(status)" }
        return data == Data("secret of \(account)".utf8) ? "read" : "is another"
    }

    private func query(_ account: String) -> [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: "org.example.sign-in",
            kSecAttrAccount as String: account,
        ]
    }
}
