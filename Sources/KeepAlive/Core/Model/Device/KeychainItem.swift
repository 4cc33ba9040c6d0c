/// A keychain item, with the attributes that an app set.
public struct KeychainItem: Sendable, Hashable {
    /// The classes of items, `kSecClass`. Each class has a primary key of its own.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case genericPassword, internetPassword, certificate, key, identity
    }

    /// The values of `kSecAttrAccessible`: when an item can be read (DP-01).
    public enum Accessibility: String, Sendable, Hashable, CaseIterable {
        case whenUnlocked, whenUnlockedThisDeviceOnly
        case afterFirstUnlock, afterFirstUnlockThisDeviceOnly
        case always, alwaysThisDeviceOnly
        case whenPasscodeSetThisDeviceOnly

        /// The data-protection class of an item with this accessibility.
        public var protectionClass: ProtectionClass {
            switch self {
            case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: .complete
            case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: .completeUntilFirstUserAuthentication
            case .always, .alwaysThisDeviceOnly: .none
            }
        }
    }

    /// The class of the item, the value of `kSecClass`.
    public var kind: Kind
    /// The attributes by Apple's names without the prefix `kSecAttr`, such as `account` and `service`. A value of type
    /// data is written as `{"base64": "…"}`.
    public var attributes: [String: JSONValue]
    /// The device states in which the item can be read.
    public var accessibility: Accessibility
    /// The secret data, in base64; `nil` if the item has none.
    public var value: String?
    /// A number that is unique among the keychain's items; 0 until the item is added.
    package var number = 0

    /// Creates an item. As on iOS, it can by default be read while the device is unlocked.
    public init(
        _ kind: Kind = .genericPassword, attributes: [String: JSONValue] = [:],
        accessibility: Accessibility = .whenUnlocked, value: String? = nil
    ) {
        self.kind = kind
        self.attributes = attributes
        self.accessibility = accessibility
        self.value = value
    }

    /// The attributes that form the primary key of each class. Two items of a class that agree in all of these
    /// attributes are duplicates.
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

    /// The maximum size of all items of an app together, in bytes; the limit is this project's choice.
    package static let bytesMax = 4 << 20

    /// Returns whether another item has the same class and the same primary key.
    package func isSame(as other: KeychainItem) -> Bool {
        kind == other.kind
            && (Self.primaryKeys[kind] ?? []).allSatisfy { attributes[$0] == other.attributes[$0] }
    }

    /// The approximate size of the item in bytes.
    package var size: Int {
        (value?.utf8.count ?? 0) + attributes.reduce(0) { $0 + $1.key.utf8.count + $1.value.text.utf8.count }
    }
}

/// The search criteria of a keychain call.
public struct KeychainQuery: Sendable, Hashable {
    /// `kSecClass`; if it is `nil`, the call fails with `errSecParam`.
    public var kind: KeychainItem.Kind?
    /// The attributes that an item must have to match.
    public var attributes: [String: JSONValue]
    /// The accessibility that an item must have to match; `nil` for any.
    public var accessibility: KeychainItem.Accessibility?
    /// True for `kSecMatchLimitAll`: the call returns all matching items, not only the first.
    public var all: Bool

    /// Creates a query; by default for generic passwords, and for the first match only.
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

/// The changes that `SecItemUpdate` makes to the items that match its query.
public struct KeychainUpdate: Sendable, Hashable {
    /// The attributes to set; other attributes keep their values.
    public var attributes: [String: JSONValue]
    /// The new accessibility; `nil` to keep the old one.
    public var accessibility: KeychainItem.Accessibility?
    /// The new secret data, in base64; `nil` to keep the old data.
    public var value: String?

    /// Creates an update. Everything that is not given remains unchanged.
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

/// The app's calls to the keychain.
public enum KeychainEvent: Sendable, Hashable {
    /// The app called `SecItemAdd` (DP-01, DP-08).
    case added(KeychainItem)
    /// The app called `SecItemCopyMatching`; `PolicyMachine.keychainItemsFound` has the result.
    case searched(KeychainQuery)
    /// The app called `SecItemUpdate`, which needs the class keys of all matching items.
    case updated(KeychainQuery, KeychainUpdate)
    /// The app called `SecItemDelete`, which needs no class key (DP-07).
    case deleted(KeychainQuery)
}
