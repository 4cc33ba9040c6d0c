import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// The keychain: `SecItemAdd` and the others. An item of a class whose key is not at hand is
    /// `NSOSStatusErrorDomain` -25308, `errSecInteractionNotAllowed` (DP-01).
    static let keychain = Service(methods: [
        AppMethod(
            "secItemAdd",
            "SecItemAdd: an item with attributes by Apple's names without kSecAttr, such as account and service; its value "
                + "in base64 (DP-01)",
            KeychainParameters.kind, KeychainParameters.attributes,
            Parameter.choice("accessible", of: KeychainItem.Accessibility.self).or(.whenUnlocked),
            KeychainParameters.value, by: .apps
        ) { call, kind, attributes, accessibility, value in
            try call.keychain(
                .added(KeychainItem(kind, attributes: attributes, accessibility: accessibility, value: value)))
        },
        AppMethod(
            "secItemCopyMatching", "SecItemCopyMatching: the first item that matches, or all of them (DP-01, DP-03)",
            KeychainParameters.kind.optional, KeychainParameters.attributes, KeychainParameters.accessible,
            .flag("all").or(false), returns: .list(.object(KeychainParameters.item)), by: .apps
        ) { call, kind, attributes, accessibility, all in
            let query = KeychainQuery(kind, attributes: attributes, accessibility: accessibility, all: all)
            try call.report(.keychain(.searched(query)))
            return .array(try call.engine.machine.keychainItemsFound.map(\.json))
        },
        AppMethod(
            "secItemUpdate", "SecItemUpdate: the items that match have other attributes, or another value",
            KeychainParameters.kind.optional, KeychainParameters.attributes, KeychainParameters.accessible,
            Parameter.json("changes", .object(KeychainParameters.changes)), by: .apps
        ) { call, kind, attributes, accessibility, changes in
            try call.keychain(
                .updated(
                    KeychainQuery(kind, attributes: attributes, accessibility: accessibility, all: true),
                    try KeychainParameters.update(changes)))
        },
        AppMethod(
            "secItemDelete", "SecItemDelete: the items that match are gone; that needs no key (DP-07)",
            KeychainParameters.kind.optional, KeychainParameters.attributes, KeychainParameters.accessible, by: .apps
        ) { call, kind, attributes, accessibility in
            try call.keychain(
                .deleted(KeychainQuery(kind, attributes: attributes, accessibility: accessibility, all: true)))
        },
        AppMethod(
            reporting: "openFile",
            "a file of a class of data protection is opened, or written anew: NSPOSIXErrorDomain 1 without its key (UR-13, DP-06)",
            .text("path", lengthMax: 4000), Parameter.choice("protection", of: ProtectionClass.self),
            .flag("writesNew").or(false), by: .apps
        ) { path, protection, writesNew in
            .resource(.protectedFileOpened(path: path, protection, writesNew: writesNew))
        },
    ])
}

extension AppCall {
    /// Reports a change of the keychain, and has the container keep it.
    fileprivate func keychain(_ event: KeychainEvent) throws -> JSONValue {
        try report(.keychain(event))
        try engine.keychain?.keep(engine.machine.keychainItems)
        return .null
    }
}

/// The parameters that the methods of the keychain have in common.
private enum KeychainParameters {
    static let kind = Parameter.choice("class", of: KeychainItem.Kind.self)
    static let accessible = Parameter.choice("accessible", of: KeychainItem.Accessibility.self).optional
    static let value = Parameter<String>("value", .text) { try base64($0) }.optional
    static let attributes = Parameter<[String: JSONValue]>("attributes", .map(.anything)) {
        try $0.map().mapValues(\.json)
    }.or([:])

    static let item: [Shape.Field] = [
        .init("class", .word(of: KeychainItem.Kind.self)), .init("attributes", .map(.anything)),
        .init("accessible", .word(of: KeychainItem.Accessibility.self)), .init("value", .text, isOptional: true),
    ]
    static let changes: [Shape.Field] = [
        .init("attributes", .map(.anything), isOptional: true),
        .init("accessible", .word(of: KeychainItem.Accessibility.self), isOptional: true),
        .init("value", .text, isOptional: true),
    ]

    private static let changeList = ParameterList<Void, KeychainUpdate>(attributes, accessible, value) {
        _, attributes, accessibility, value in
        KeychainUpdate(attributes: attributes, accessibility: accessibility, value: value)
    }

    static func update(_ changes: JSONValue) throws -> KeychainUpdate {
        try changeList(CallParameters(changes), on: ())
    }

    private static func base64(_ value: CallParameters.Value) throws -> String {
        let text = try value.text()
        let letters = text.utf8
        let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard letters.count.isMultiple(of: 4), padding <= 2,
            letters.dropLast(padding).allSatisfy({ letter in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
                    || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(letter)
                    || letter == UInt8(ascii: "+") || letter == UInt8(ascii: "/")
            })
        else { throw JSONRPCError.invalidParams("'value' is no base64") }
        return text
    }
}
