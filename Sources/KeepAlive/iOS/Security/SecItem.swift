import Foundation
import KeepAliveFormats
import KeepAliveModel
import KeepAliveProtocol

/// Adds an item to the keychain (DP-01).
///
/// - Parameters:
///   - attributes: the class, the attributes and the secret, with `kSec` keys.
///   - result: is set to the values that the `kSecReturn` keys ask for.
/// - Returns: ``errSecSuccess``; ``errSecParam`` without a class; ``errSecDuplicateItem`` if the item already exists;
///   ``errSecInteractionNotAllowed`` if the item's `kSecAttrAccessible` value forbids to write it now, because the
///   device is locked or has not been unlocked since it started.
@discardableResult
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    let query = KeychainDictionary(attributes)
    guard let item = query.item else { return errSecParam }
    let status = query.call { try $0.call(KeychainMethods.add, item) }
    if status == errSecSuccess, let result { _ = SecItemCopyMatching(attributes, result) }
    return status
}

/// Finds items of the keychain (DP-01, DP-03).
///
/// - Parameters:
///   - query: the class, the attributes that an item must have, and the keys for the result and the number of items.
///   - result: is set to the secret as `Data`, or to the attributes as a dictionary; with `kSecMatchLimitAll` to an
///     array of secrets or dictionaries.
/// - Returns: ``errSecSuccess``; ``errSecItemNotFound`` if no item matches; ``errSecInteractionNotAllowed`` if a
///   matching item cannot be read now.
@discardableResult
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    let query = KeychainDictionary(query)
    var search = query.search
    search.all = query.wantsAll
    var found: [KeychainItem] = []
    let status = query.call { found = try $0.call(KeychainMethods.copyMatching, search) }
    guard status == errSecSuccess, let result else { return status }
    let values = found.compactMap(query.returned)
    result.pointee = query.wantsAll ? (values.isEmpty ? nil : NSArray(array: values)) : values.first
    return status
}

/// Changes the items that match a query.
///
/// - Returns: a status as from ``SecItemCopyMatching(_:_:)``, or ``errSecDuplicateItem``.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    let query = KeychainDictionary(query)
    let new = KeychainDictionary(attributesToUpdate)
    let changes = KeychainUpdate(attributes: new.attributes, accessibility: new.accessibility, value: new.value)
    return query.call { try $0.call(KeychainMethods.update, query.search, changes) }
}

/// Deletes the items that match a query. Nothing is decrypted, so the call also succeeds while the items cannot be read
/// (DP-07).
///
/// - Returns: ``errSecSuccess``, or ``errSecItemNotFound`` if no item matches.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    let query = KeychainDictionary(query)
    return query.call { try $0.call(KeychainMethods.delete, query.search) }
}

public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
    switch status {
    case errSecSuccess: "No error."
    case errSecParam: "One or more parameters passed to a function were not valid."
    case errSecAllocate: "Failed to allocate memory."
    case errSecDuplicateItem: "The specified item already exists in the keychain."
    case errSecItemNotFound: "The specified item could not be found in the keychain."
    case errSecInteractionNotAllowed: "User interaction is not allowed."
    case errSecDecode: "Unable to decode the provided data."
    default: nil
    }
}

public let errSecParam: OSStatus = -50
public let errSecAllocate: OSStatus = -108
public let errSecDuplicateItem: OSStatus = -25299
public let errSecItemNotFound: OSStatus = -25300
/// The item cannot be read now: the device is locked, or has not been unlocked since it started (DP-01).
public let errSecInteractionNotAllowed: OSStatus = -25308
/// The item requires a device with a passcode, and the device has none (DP-04).
public let errSecDecode: OSStatus = -26275
/// Never returned, unlike on iOS: the user is never asked to authenticate.
public let errSecAuthFailed: OSStatus = -25293
/// Never returned, unlike on iOS: the user is never asked to authenticate.
public let errSecUserCanceled: OSStatus = -128
/// Never returned, unlike on iOS.
public let errSecNotAvailable: OSStatus = -25291

/// A dictionary that the app passes to a function of the keychain.
private struct KeychainDictionary {
    private let values: [String: Any]

    init(_ dictionary: CFDictionary) {
        values = Dictionary(dictionary.compactMap { key, value in (key.base as? String).map { ($0, value) } }) {
            $1
        }
    }

    var wantsAll: Bool {
        if let limit = values[kSecMatchLimit] as? Int { return limit > 1 }
        return values[kSecMatchLimit] as? String == kSecMatchLimitAll
    }

    var item: KeychainItem? {
        kind.map {
            KeychainItem($0, attributes: attributes, accessibility: accessibility ?? .whenUnlocked, value: value)
        }
    }

    /// The query for the items that have this dictionary's class, attributes and accessibility.
    var search: KeychainQuery { KeychainQuery(kind, attributes: attributes, accessibility: accessibility, all: true) }

    private var kind: KeychainItem.Kind? { (values[kSecClass] as? String).flatMap { KeychainNames.classes[$0] } }

    var accessibility: KeychainItem.Accessibility? {
        let name =
            values[kSecAttrAccessible] as? String ?? (values[kSecAttrAccessControl] as? SecAccessControl)?.protection
        return name.flatMap { KeychainNames.accessibilities[$0] }
    }

    /// The secret, in base64; `nil` if the dictionary has none.
    var value: String? { (values[kSecValueData] as? Data)?.base64EncodedString() }

    var attributes: [String: JSONValue] {
        var attributes: [String: JSONValue] = [:]
        for (key, value) in values {
            guard let name = KeychainNames.namesOfAttributes[key], value as? String != kSecAttrSynchronizableAny
            else { continue }
            attributes[name] = Self.json(value)
        }
        return attributes
    }

    func call(_ body: (AppContext) throws -> Void) -> OSStatus {
        do {
            try body(.current)
            return errSecSuccess
        } catch {
            let code = (error as? JSONRPCError)?.data?["code"]?.int
            return code.flatMap { OSStatus(exactly: $0) } ?? errSecParam
        }
    }

    /// Returns the part of an item that the dictionary's `kSecReturn` keys ask for; `nil` if they ask for neither data
    /// nor attributes.
    func returned(_ item: KeychainItem) -> AnyObject? {
        let data = item.value.flatMap { Data(base64Encoded: $0) }
        let wantsData = values[kSecReturnData] as? Bool == true
        guard values[kSecReturnAttributes] as? Bool == true else { return wantsData ? data.map { $0 as NSData } : nil }
        var returned: [String: Any] = [:]
        for (name, value) in item.attributes {
            guard let key = KeychainNames.attributes[name], let value = Self.value(of: value) else { continue }
            returned[key] = value
        }
        returned[kSecClass] = KeychainNames.classes.first { $0.value == item.kind }?.key
        returned[kSecAttrAccessible] = KeychainNames.accessibilities.first { $0.value == item.accessibility }?.key
        if wantsData { returned[kSecValueData] = data }
        return NSDictionary(dictionary: returned)
    }

    // MARK: JSON values

    private static func json(_ value: Any) -> JSONValue {
        switch value {
        case let data as Data: .object(["base64": .string(data.base64EncodedString())])
        case let text as String: .string(text)
        case let flag as Bool: .bool(flag)
        case let number as Int: .number(String(number))
        case let number as Double: .number(number)
        case let date as Date: .object(["seconds": .number(date.timeIntervalSince1970)])
        default: .string("\(value)")
        }
    }

    private static func value(of json: JSONValue) -> Any? {
        if let data = json["base64"]?.string { return Data(base64Encoded: data) }
        if let seconds = json["seconds"]?.double { return Date(timeIntervalSince1970: seconds) }
        if let text = json.string { return text }
        if let flag = json.bool { return flag }
        if let number = json.int { return number }
        return json.double
    }
}
