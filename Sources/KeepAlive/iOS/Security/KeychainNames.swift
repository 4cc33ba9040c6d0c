import Foundation
import KeepAliveModel

// The keys and values of the keychain's dictionaries. The strings are the values of Apple's constants.

public let kSecClass: CFString = "class"
public let kSecClassGenericPassword: CFString = "genp"
public let kSecClassInternetPassword: CFString = "inet"
public let kSecClassCertificate: CFString = "cert"
public let kSecClassKey: CFString = "keys"
public let kSecClassIdentity: CFString = "idnt"

/// The key that says when an item can be read: whether the device must be unlocked (DP-01).
public let kSecAttrAccessible: CFString = "pdmn"
public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
public let kSecAttrAccessibleAlways: CFString = "dk"
/// Makes an item readable only while the device is unlocked, and only on a device with a passcode (DP-04).
public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
public let kSecAttrAccessibleAlwaysThisDeviceOnly: CFString = "dku"
/// The key of a `SecAccessControl`, which stands in place of `kSecAttrAccessible`.
public let kSecAttrAccessControl: CFString = "accc"

public let kSecAttrAccessGroup: CFString = "agrp"
public let kSecAttrSynchronizable: CFString = "sync"
public let kSecAttrLabel: CFString = "labl"
public let kSecAttrAccount: CFString = "acct"
public let kSecAttrService: CFString = "svce"
public let kSecAttrGeneric: CFString = "gena"
public let kSecAttrDescription: CFString = "desc"
public let kSecAttrComment: CFString = "icmt"
public let kSecAttrCreator: CFString = "crtr"
public let kSecAttrType: CFString = "type"
public let kSecAttrIsInvisible: CFString = "invi"
public let kSecAttrIsNegative: CFString = "nega"
public let kSecAttrSecurityDomain: CFString = "sdmn"
public let kSecAttrServer: CFString = "srvr"
public let kSecAttrProtocol: CFString = "ptcl"
public let kSecAttrAuthenticationType: CFString = "atyp"
public let kSecAttrPort: CFString = "port"
public let kSecAttrPath: CFString = "path"
public let kSecAttrKeyClass: CFString = "kcls"
public let kSecAttrApplicationLabel: CFString = "klbl"
public let kSecAttrApplicationTag: CFString = "atag"
public let kSecAttrKeySizeInBits: CFString = "bsiz"
public let kSecAttrEffectiveKeySize: CFString = "esiz"
public let kSecAttrIsPermanent: CFString = "perm"
public let kSecAttrSubject: CFString = "subj"
public let kSecAttrIssuer: CFString = "issr"
public let kSecAttrSerialNumber: CFString = "slnr"
public let kSecAttrCertificateType: CFString = "ctyp"
public let kSecAttrCreationDate: CFString = "cdat"
public let kSecAttrModificationDate: CFString = "mdat"
public let kSecAttrKeyType: CFString = "type"
public let kSecAttrSynchronizableAny: CFString = "syna"

public let kSecValueData: CFString = "v_Data"
public let kSecReturnData: CFString = "r_Data"
public let kSecReturnAttributes: CFString = "r_Attributes"
/// The key that asks a search for a reference to the item (`SecKey`, `SecIdentity`); not supported, unlike on iOS.
public let kSecReturnRef: CFString = "r_Ref"
/// The key that asks a search for a persistent reference to the item; not supported, unlike on iOS.
public let kSecReturnPersistentRef: CFString = "r_PersistentRef"
public let kSecMatchLimit: CFString = "m_Limit"
public let kSecMatchLimitOne: CFString = "m_LimitOne"
public let kSecMatchLimitAll: CFString = "m_LimitAll"
/// The key of the text of the authentication prompt; ignored, unlike on iOS.
public let kSecUseOperationPrompt: CFString = "u_OpPrompt"
/// The key of the `LAContext` to authenticate with; ignored, unlike on iOS.
public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"
/// The key that says whether the user may be asked to authenticate; ignored, unlike on iOS.
public let kSecUseAuthenticationUI: CFString = "u_AuthUI"
public let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF"
public let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS"
public let kSecUseDataProtectionKeychain: CFString = "nleg"

/// Maps the keys and values of the keychain's dictionaries to the names in the app protocol.
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
    /// The `kSecAttr` key of each attribute, by the attribute's name in the app protocol.
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
