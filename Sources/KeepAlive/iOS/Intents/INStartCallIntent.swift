import Foundation

open class INPerson: NSObject, @unchecked Sendable {
    public let personHandle: INPersonHandle?
    public let displayName: String
    public let image: INImage?
    public let customIdentifier: String?

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

open class INPersonHandle: NSObject, @unchecked Sendable {
    public let value: String?
    public let type: INPersonHandleType

    public init(value: String?, type: INPersonHandleType) {
        self.value = value
        self.type = type
        super.init()
    }
}

public enum INPersonHandleType: Int, Sendable {
    case unknown, emailAddress, phoneNumber
}

open class INStartCallIntent: INIntent, @unchecked Sendable {
    public var contacts: [INPerson]? { nil }
}

open class INStartAudioCallIntent: INIntent, @unchecked Sendable {
    public var contacts: [INPerson]? { nil }
}

open class INStartVideoCallIntent: INIntent, @unchecked Sendable {
    public var contacts: [INPerson]? { nil }
}

open class INSendMessageIntent: INIntent, @unchecked Sendable {
    public var recipients: [INPerson]? { nil }
    public var content: String? { nil }
}

extension CXHandle {
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
