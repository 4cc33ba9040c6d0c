import Foundation
import KeepAliveModel

// The names of the keychain's dictionaries, with the texts that Apple's constants have.

public let kSecClass: CFString = "class"
public let kSecClassGenericPassword: CFString = "genp"
public let kSecClassInternetPassword: CFString = "inet"
public let kSecClassCertificate: CFString = "cert"
public let kSecClassKey: CFString = "keys"
public let kSecClassIdentity: CFString = "idnt"

/// The time during which an item can be read (DP-01).
public let kSecAttrAccessible: CFString = "pdmn"
public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
public let kSecAttrAccessibleAlways: CFString = "dk"
/// While the device is unlocked, if it has a passcode (DP-04).
public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
public let kSecAttrAccessibleAlwaysThisDeviceOnly: CFString = "dku"
/// A `SecAccessControl`, in place of `kSecAttrAccessible`.
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
/// True where the user wants no password to be kept.
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
/// A search returns an object; not supported here.
public let kSecReturnRef: CFString = "r_Ref"
/// A search returns a lasting reference; not supported here.
public let kSecReturnPersistentRef: CFString = "r_PersistentRef"
public let kSecMatchLimit: CFString = "m_Limit"
public let kSecMatchLimitOne: CFString = "m_LimitOne"
public let kSecMatchLimitAll: CFString = "m_LimitAll"
/// Text for the user; nobody is asked here.
public let kSecUseOperationPrompt: CFString = "u_OpPrompt"
/// An `LAContext`; nobody is asked here.
public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"
/// Whether the user may be asked; nobody is here.
public let kSecUseAuthenticationUI: CFString = "u_AuthUI"
public let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF"
public let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS"
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
