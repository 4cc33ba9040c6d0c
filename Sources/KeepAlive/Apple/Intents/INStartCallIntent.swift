import Foundation

/// A person.
open class INPerson: NSObject, @unchecked Sendable {
    /// By what the person is reached.
    public let personHandle: INPersonHandle?
    /// The name.
    public let displayName: String
    /// The picture.
    public let image: INImage?
    /// The app's name of the person.
    public let customIdentifier: String?

    /// Creates a person.
    public init(
        personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?, image: INImage?,
        contactIdentifier: String?, customIdentifier: String?
    ) {
        self.personHandle = personHandle
        self.displayName = displayName ?? personHandle.value ?? ""
        self.image = image
        self.customIdentifier = customIdentifier
        super.init()
    }
}

/// By what a person is reached.
open class INPersonHandle: NSObject, @unchecked Sendable {
    /// The text.
    public let value: String?
    /// What it is.
    public let type: INPersonHandleType

    /// Creates one.
    public init(value: String?, type: INPersonHandleType) {
        self.value = value
        self.type = type
        super.init()
    }
}

/// What a person is reached by.
public enum INPersonHandleType: Int, Sendable {
    /// Something.
    case unknown = 0
    /// An address of mail.
    case emailAddress = 1
    /// A telephone number.
    case phoneNumber = 2
}

/// The user wants to call somebody.
open class INStartCallIntent: INIntent, @unchecked Sendable {
    /// Whom.
    public var contacts: [INPerson]? { nil }
}

/// The user wants to call somebody, before iOS 13.
open class INStartAudioCallIntent: INIntent, @unchecked Sendable {
    /// Whom.
    public var contacts: [INPerson]? { nil }
}

/// The user wants to call somebody with pictures, before iOS 13.
open class INStartVideoCallIntent: INIntent, @unchecked Sendable {
    /// Whom.
    public var contacts: [INPerson]? { nil }
}

/// The user wants to write to somebody.
open class INSendMessageIntent: INIntent, @unchecked Sendable {
    /// To whom.
    public var recipients: [INPerson]? { nil }
    /// What.
    public var content: String? { nil }
}

extension CXHandle {
    /// Creates what an intent asks to call.
    public convenience init?(_ handle: INPersonHandle) {
        guard let value = handle.value else { return nil }
        let type: HandleType =
            switch handle.type {
            case .emailAddress: .emailAddress
            case .phoneNumber: .phoneNumber
            case .unknown: .generic
            }
        self.init(type: type, value: value)
    }
}
