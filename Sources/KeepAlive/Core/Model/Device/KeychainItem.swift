/// An item of the keychain, with the attributes that an app gave it.
public struct KeychainItem: Sendable, Hashable {
    /// The classes of items, `kSecClass`: each has a primary key of its own.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case genericPassword, internetPassword, certificate, key, identity
    }

    /// The times during which an item can be read, `kSecAttrAccessible` (DP-01).
    public enum Accessibility: String, Sendable, Hashable, CaseIterable {
        case whenUnlocked, whenUnlockedThisDeviceOnly
        case afterFirstUnlock, afterFirstUnlockThisDeviceOnly
        case always, alwaysThisDeviceOnly
        case whenPasscodeSetThisDeviceOnly

        /// The class of data protection that the item has.
        public var protectionClass: ProtectionClass {
            switch self {
            case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: .complete
            case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: .completeUntilFirstUserAuthentication
            case .always, .alwaysThisDeviceOnly: .none
            }
        }
    }

    /// The class of the item.
    public var kind: Kind
    /// The attributes by Apple's names without `kSecAttr`, such as `account` and `service`. Data is `{"base64": "…"}`.
    public var attributes: [String: JSONValue]
    /// The time during which the item can be read.
    public var accessibility: Accessibility
    /// The secret, in base64; `nil` for an item without one.
    public var value: String?
    /// A number that no other item of the keychain has; 0 before it is added.
    package var number = 0

    /// Creates an item; as on iOS, it can be read while the device is unlocked, if nothing else is said.
    public init(
        _ kind: Kind = .genericPassword, attributes: [String: JSONValue] = [:],
        accessibility: Accessibility = .whenUnlocked, value: String? = nil
    ) {
        self.kind = kind
        self.attributes = attributes
        self.accessibility = accessibility
        self.value = value
    }

    /// The attributes that together name one item of a class. A second item that is alike in them is a duplicate.
    fileprivate static let primaryKeys: [Kind: [String]] = [
        .genericPassword: ["account", "service", "accessGroup", "synchronizable"],
        .internetPassword: [
            "account", "securityDomain", "server", "protocol", "authenticationType", "port", "path", "accessGroup",
            "synchronizable",
        ],
        .certificate: certificateKey, .identity: certificateKey,
        .key: [
            "keyClass", "keyType", "keySizeInBits", "effectiveKeySize", "applicationLabel", "applicationTag",
            "accessGroup", "synchronizable",
        ],
    ]
    private static let certificateKey = [
        "certificateType", "issuer", "serialNumber", "accessGroup", "synchronizable",
    ]

    /// The most bytes of all items of an app; our choice.
    package static let bytesMax = 4 << 20

    /// Whether another item names the same thing.
    package func isSame(as other: KeychainItem) -> Bool {
        kind == other.kind
            && (Self.primaryKeys[kind] ?? []).allSatisfy { attributes[$0] == other.attributes[$0] }
    }

    /// The bytes that it takes up, about.
    package var size: Int {
        (value?.utf8.count ?? 0) + attributes.reduce(0) { $0 + $1.key.utf8.count + $1.value.text.utf8.count }
    }
}

/// The items that a call of the keychain is about.
public struct KeychainQuery: Sendable, Hashable {
    /// `kSecClass`; without one the call fails with `errSecParam`.
    public var kind: KeychainItem.Kind?
    /// The attributes that an item must have.
    public var attributes: [String: JSONValue]
    /// The accessibility that an item must have; `nil` for any.
    public var accessibility: KeychainItem.Accessibility?
    /// `kSecMatchLimitAll`: all that match, and not only the first.
    public var all: Bool

    /// Creates a query, of a generic password and of the first match if nothing else is said.
    public init(
        _ kind: KeychainItem.Kind? = .genericPassword, attributes: [String: JSONValue] = [:],
        accessibility: KeychainItem.Accessibility? = nil, all: Bool = false
    ) {
        self.kind = kind
        self.attributes = attributes
        self.accessibility = accessibility
        self.all = all
    }

    package func matches(_ item: KeychainItem) -> Bool {
        item.kind == kind && accessibility.map { $0 == item.accessibility } ?? true
            && attributes.allSatisfy { item.attributes[$0.key] == $0.value }
    }
}

/// A change of the items that a query finds.
public struct KeychainUpdate: Sendable, Hashable {
    /// The attributes that are set.
    public var attributes: [String: JSONValue]
    /// The new accessibility, if it changes.
    public var accessibility: KeychainItem.Accessibility?
    /// The new secret, in base64, if it changes.
    public var value: String?

    /// Creates a change; what is not given stays as it is.
    public init(
        attributes: [String: JSONValue] = [:], accessibility: KeychainItem.Accessibility? = nil, value: String? = nil
    ) {
        self.attributes = attributes
        self.accessibility = accessibility
        self.value = value
    }

    package func applied(to item: KeychainItem) -> KeychainItem {
        var item = item
        item.attributes.merge(attributes) { $1 }
        item.accessibility = accessibility ?? item.accessibility
        item.value = value ?? item.value
        return item
    }
}

/// Calls of the app to the keychain.
public enum KeychainEvent: Sendable, Hashable {
    /// The app called `SecItemAdd` (DP-01, DP-08).
    case added(KeychainItem)
    /// `SecItemCopyMatching`; `PolicyMachine.keychainItemsFound` has what was found.
    case searched(KeychainQuery)
    /// The app called `SecItemUpdate`; it needs the keys of all items that match.
    case updated(KeychainQuery, KeychainUpdate)
    /// The app called `SecItemDelete`, which needs no key (DP-07).
    case deleted(KeychainQuery)
}
