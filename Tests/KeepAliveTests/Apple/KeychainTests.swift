import Foundation
import KeepAlive
import KeepAlivePolicy
import KeepAliveTesting
import TestSupport
import Testing

/// The keychain by Apple's names, on a virtual device.
@MainActor
@Suite(.serialized, .onlyDevice) struct KeychainTests {
    /// Reads its two secrets when a push comes, and when protected data becomes available.
    private final class SignedIn: UIResponder, UIApplicationDelegate {
        static var said: [String] = []

        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            if application.applicationState != .background {
                Self.said.append(
                    "add \(KeychainTests.add("password")) \(KeychainTests.add("token", kSecAttrAccessibleAfterFirstUnlock))"
                )
            }
            return true
        }

        func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
            fetchCompletionHandler completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void
        ) {
            report("push")
            completionHandler(.newData)
        }

        func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {
            report("lock \(application.isProtectedDataAvailable)")
        }

        func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {
            report("unlock \(application.isProtectedDataAvailable)")
        }

        private func report(_ occasion: String) {
            Self.said.append("\(occasion): \(KeychainTests.read("password")) \(KeychainTests.read("token"))")
        }
    }

    nonisolated private static func query(_ account: String) -> [String: Any] {
        [kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: account]
    }

    nonisolated fileprivate static func add(_ account: String, _ accessible: CFString? = nil) -> OSStatus {
        var item = query(account)
        item[kSecValueData as String] = Data(account.utf8)
        item[kSecAttrAccessible as String] = accessible
        return SecItemAdd(item as CFDictionary, nil)
    }

    nonisolated fileprivate static func read(_ account: String) -> String {
        var search = query(account)
        search[kSecReturnData as String] = true
        var found: CFTypeRef?
        let status = SecItemCopyMatching(search as CFDictionary, &found)
        guard status == errSecSuccess, let data = found as? Data else { return "\(status)" }
        return String(decoding: data, as: UTF8.self)
    }

    @Test(
        "DP-01, DP-02: a launch by a push on a locked device reads the item for after the first unlock only; the unlock gives both"
    )
    func lockedLaunch() throws {
        SignedIn.said = []
        let device = try VirtualDevice(modes: [.remoteNotification])
        device.launch { SignedIn() }
        #expect(SignedIn.said == ["add 0 0"])
        device.happen(.terminationRequested(cause: "a tool"))
        device.lock(true)
        device.advance(by: .seconds(20))
        try device.push(#"{"aps": {"content-available": 1}}"#)
        #expect(SignedIn.said.last == "push: -25308 token", "\(SignedIn.said)")
        device.lock(false)
        #expect(SignedIn.said.last == "unlock true: password token", "\(SignedIn.said)")
    }

    @Test("DP-01, DP-03, DP-08: add, find, change and delete, with Apple's answers, attributes and lists")
    func calls() throws {
        let device = try VirtualDevice()
        device.launch { SignedIn() }
        device.perform {
            #expect(Self.add("password") == errSecDuplicateItem)
            #expect(Self.read("nobody") == "-25300")
            #expect(SecItemCopyMatching([kSecAttrAccount: "password"] as CFDictionary, nil) == errSecParam)

            let all: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true,
                kSecReturnData: true,
            ]
            var found: AnyObject?
            #expect(SecItemCopyMatching(all as CFDictionary, &found) == errSecSuccess)
            let items = found as? [[String: Any]] ?? []
            #expect(items.map { $0[kSecAttrAccount as String] as? String } == ["password", "token"])
            #expect(items.first?[kSecValueData as String] as? Data == Data("password".utf8))
            #expect(items.last?[kSecAttrAccessible as String] as? String == kSecAttrAccessibleAfterFirstUnlock)

            let new: [CFString: Any] = [kSecValueData: Data("new".utf8), kSecAttrLabel: "a label"]
            #expect(SecItemUpdate(Self.query("token") as CFDictionary, new as CFDictionary) == errSecSuccess)
            #expect(Self.read("token") == "new")
            #expect(SecItemDelete(Self.query("token") as CFDictionary) == errSecSuccess)
            #expect(SecItemDelete(Self.query("token") as CFDictionary) == errSecItemNotFound)
            #expect(SecCopyErrorMessageString(errSecInteractionNotAllowed, nil) == "User interaction is not allowed.")
        }
    }

    @Test(
        "an item with access control has the protection of that, and its data, numbers and dates come back as they were"
    )
    func attributes() throws {
        let device = try VirtualDevice()
        device.launch { SignedIn() }
        device.perform {
            var error: Unmanaged<AnyObject>?
            let control = SecAccessControlCreateWithFlags(
                nil, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, .userPresence, &error)
            let tag = Data([1, 2, 3])
            let item: [CFString: Any] = [
                kSecClass: kSecClassKey, kSecAttrApplicationTag: tag, kSecAttrKeySizeInBits: 256,
                kSecAttrIsPermanent: true,
                kSecAttrAccessControl: control as Any, kSecValueData: Data("key".utf8), kSecReturnAttributes: true,
            ]
            var added: CFTypeRef?
            #expect(SecItemAdd(item as CFDictionary, &added) == errSecSuccess)
            let attributes = added as? [String: Any] ?? [:]
            #expect(attributes[kSecAttrApplicationTag as String] as? Data == tag)
            #expect(attributes[kSecAttrKeySizeInBits as String] as? Int == 256)
            #expect(attributes[kSecAttrIsPermanent as String] as? Bool == true)
            #expect(
                attributes[kSecAttrAccessible as String] as? String == kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly)
        }
    }
}
