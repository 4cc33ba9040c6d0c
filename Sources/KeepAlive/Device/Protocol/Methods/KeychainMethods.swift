import KeepAliveFormats
import KeepAliveModel

/// The methods of the keychain and of data protection.
package enum KeychainMethods {
    package static let add = Method(
        "secItemAdd",
        "SecItemAdd: an item with attributes by Apple's names without kSecAttr, such as account and service; its value "
            + "in base64 (DP-01)", .keychainItem)
    package static let copyMatching = Method(
        "secItemCopyMatching", "SecItemCopyMatching: the first item that matches, or all of them (DP-01, DP-03)",
        .keychainSearch, returns: .list(.keychainItem))
    package static let update = Method(
        "secItemUpdate", "SecItemUpdate: the items that match have other attributes, or another value",
        .keychainQuery, .keychainChanges)
    package static let delete = Method(
        "secItemDelete", "SecItemDelete: the items that match are gone; that needs no key (DP-07)", .keychainQuery)
    package static let openFile = Method(
        "openFile",
        "a file of a class of data protection is opened, or written anew: NSPOSIXErrorDomain 1 without its key (UR-13, DP-06)",
        .text("path", lengthMax: 4000), Parameter<ProtectionClass>.choice("protection"), .flag("writesNew").or(false))
}
