import Foundation
import KeepAlivePolicy

// The names of the keychain's dictionaries, with the texts that Apple's constants have.

/// The class of an item.
public let kSecClass: CFString = "class"
/// A password for a service.
public let kSecClassGenericPassword: CFString = "genp"
/// A password for a server.
public let kSecClassInternetPassword: CFString = "inet"
/// A certificate, known by its type, issuer and serial number.
public let kSecClassCertificate: CFString = "cert"
/// A key, known by its kind, size, label and tag.
public let kSecClassKey: CFString = "keys"
/// A key with its certificate.
public let kSecClassIdentity: CFString = "idnt"

/// The time during which an item can be read (DP-01).
public let kSecAttrAccessible: CFString = "pdmn"
/// While the device is unlocked; the default.
public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
/// From the first unlock after a boot on.
public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
/// Also before the first unlock; deprecated since iOS 12.
public let kSecAttrAccessibleAlways: CFString = "dk"
/// While the device is unlocked, if it has a passcode (DP-04).
public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"
/// As `kSecAttrAccessibleWhenUnlocked`, on this device only.
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
/// As `kSecAttrAccessibleAfterFirstUnlock`, on this device only.
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
/// As `kSecAttrAccessibleAlways`, on this device only.
public let kSecAttrAccessibleAlwaysThisDeviceOnly: CFString = "dku"
/// A `SecAccessControl`, in place of `kSecAttrAccessible`.
public let kSecAttrAccessControl: CFString = "accc"

/// The app's group of the item.
public let kSecAttrAccessGroup: CFString = "agrp"
/// The item goes to the user's other devices.
public let kSecAttrSynchronizable: CFString = "sync"
/// The name that people see.
public let kSecAttrLabel: CFString = "labl"
/// The account of a password, a text: a part of its primary key.
public let kSecAttrAccount: CFString = "acct"
/// The service of a generic password, a text: a part of its primary key.
public let kSecAttrService: CFString = "svce"
/// Data of the app's own, beside the secret of a generic password.
public let kSecAttrGeneric: CFString = "gena"
/// The kind of item in words.
public let kSecAttrDescription: CFString = "desc"
/// A comment of the user.
public let kSecAttrComment: CFString = "icmt"
/// The item's creator, a number.
public let kSecAttrCreator: CFString = "crtr"
/// The item's type, a number.
public let kSecAttrType: CFString = "type"
/// True for an item that no list shows to the user.
public let kSecAttrIsInvisible: CFString = "invi"
/// True where the user wants no password to be kept.
public let kSecAttrIsNegative: CFString = "nega"
/// The domain of an internet password.
public let kSecAttrSecurityDomain: CFString = "sdmn"
/// The server of an internet password.
public let kSecAttrServer: CFString = "srvr"
/// The protocol of an internet password.
public let kSecAttrProtocol: CFString = "ptcl"
/// The way of authentication of an internet password.
public let kSecAttrAuthenticationType: CFString = "atyp"
/// The port of an internet password.
public let kSecAttrPort: CFString = "port"
/// The path of an internet password.
public let kSecAttrPath: CFString = "path"
/// The class of a key.
public let kSecAttrKeyClass: CFString = "kcls"
/// The hash of a key.
public let kSecAttrApplicationLabel: CFString = "klbl"
/// The app's name of a key.
public let kSecAttrApplicationTag: CFString = "atag"
/// The bits of a key.
public let kSecAttrKeySizeInBits: CFString = "bsiz"
/// The effective bits of a key.
public let kSecAttrEffectiveKeySize: CFString = "esiz"
/// True for a key that is to stay in the keychain.
public let kSecAttrIsPermanent: CFString = "perm"
/// The subject of a certificate.
public let kSecAttrSubject: CFString = "subj"
/// The issuer of a certificate.
public let kSecAttrIssuer: CFString = "issr"
/// The serial number of a certificate.
public let kSecAttrSerialNumber: CFString = "slnr"
/// The type of a certificate.
public let kSecAttrCertificateType: CFString = "ctyp"
/// The date of the creation.
public let kSecAttrCreationDate: CFString = "cdat"
/// The date of the last change.
public let kSecAttrModificationDate: CFString = "mdat"
/// The type of a key.
public let kSecAttrKeyType: CFString = "type"
/// In a search: items that go to other devices, and those that do not.
public let kSecAttrSynchronizableAny: CFString = "syna"

/// The secret as `Data`; in a change, the new one.
public let kSecValueData: CFString = "v_Data"
/// True in a search whose result has the secret, as `Data`.
public let kSecReturnData: CFString = "r_Data"
/// True in a search whose result has the attributes, as a dictionary.
public let kSecReturnAttributes: CFString = "r_Attributes"
/// A search returns an object; not supported here.
public let kSecReturnRef: CFString = "r_Ref"
/// A search returns a lasting reference; not supported here.
public let kSecReturnPersistentRef: CFString = "r_PersistentRef"
/// How many items a search returns.
public let kSecMatchLimit: CFString = "m_Limit"
/// The first item that matches, which is the default.
public let kSecMatchLimitOne: CFString = "m_LimitOne"
/// All items that match; the result is an array.
public let kSecMatchLimitAll: CFString = "m_LimitAll"
/// Text for the user; nobody is asked here.
public let kSecUseOperationPrompt: CFString = "u_OpPrompt"
/// An `LAContext`; nobody is asked here.
public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"
/// Whether the user may be asked; nobody is here.
public let kSecUseAuthenticationUI: CFString = "u_AuthUI"
/// The user may not be asked.
public let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF"
/// Items about which the user would be asked are left out.
public let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS"
/// The keychain of iOS on a Mac, too.
public let kSecUseDataProtectionKeychain: CFString = "nleg"

/// The words of the keychain's dictionaries, and those of the protocol.
enum KeychainNames {
    static let classes: [CFString: KeychainItem.Kind] = [
        kSecClassGenericPassword: .genericPassword, kSecClassInternetPassword: .internetPassword,
        kSecClassCertificate: .certificate, kSecClassKey: .key, kSecClassIdentity: .identity,
    ]
    static let accessibilities: [CFString: KeychainItem.Accessibility] = [
        kSecAttrAccessibleWhenUnlocked: .whenUnlocked, kSecAttrAccessibleAfterFirstUnlock: .afterFirstUnlock,
        kSecAttrAccessibleAlways: .always,
        kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: .whenPasscodeSetThisDeviceOnly,
        kSecAttrAccessibleWhenUnlockedThisDeviceOnly: .whenUnlockedThisDeviceOnly,
        kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: .afterFirstUnlockThisDeviceOnly,
        kSecAttrAccessibleAlwaysThisDeviceOnly: .alwaysThisDeviceOnly,
    ]
    /// The attributes by their names in the protocol.
    static let attributes: [String: CFString] = [
        "accessGroup": kSecAttrAccessGroup,
        "synchronizable": kSecAttrSynchronizable,
        "label": kSecAttrLabel,
        "account": kSecAttrAccount,
        "service": kSecAttrService,
        "generic": kSecAttrGeneric,
        "description": kSecAttrDescription,
        "comment": kSecAttrComment,
        "creator": kSecAttrCreator,
        "type": kSecAttrType,
        "isInvisible": kSecAttrIsInvisible,
        "isNegative": kSecAttrIsNegative,
        "securityDomain": kSecAttrSecurityDomain,
        "server": kSecAttrServer,
        "protocol": kSecAttrProtocol,
        "authenticationType": kSecAttrAuthenticationType,
        "port": kSecAttrPort,
        "path": kSecAttrPath,
        "keyClass": kSecAttrKeyClass,
        "applicationLabel": kSecAttrApplicationLabel,
        "applicationTag": kSecAttrApplicationTag,
        "keySizeInBits": kSecAttrKeySizeInBits,
        "effectiveKeySize": kSecAttrEffectiveKeySize,
        "isPermanent": kSecAttrIsPermanent,
        "subject": kSecAttrSubject,
        "issuer": kSecAttrIssuer,
        "serialNumber": kSecAttrSerialNumber,
        "certificateType": kSecAttrCertificateType,
        "creationDate": kSecAttrCreationDate,
        "modificationDate": kSecAttrModificationDate,
    ]
    static let namesOfAttributes = Dictionary(attributes.map { ($1, $0) }) { first, _ in first }
}
