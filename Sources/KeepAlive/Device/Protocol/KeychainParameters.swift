import KeepAliveFormats
import KeepAliveModel

extension Parameter where Value == KeychainItem {
    /// A keychain item. Its attributes have Apple's names without the prefix `kSecAttr`.
    package static let keychainItem = Parameter.group(
        .keychainClass, .keychainAttributes,
        Parameter<KeychainItem.Accessibility>.choice("accessible").or(.whenUnlocked),
        Parameter<String>.base64("value").optional
    ) {
        KeychainItem($0, attributes: $1, accessibility: $2, value: $3)
    } split: {
        ($0.kind, $0.attributes, $0.accessibility, $0.value)
    }
}

extension Parameter where Value == KeychainQuery {
    /// The query of a call that changes or deletes all matching items.
    package static let keychainQuery = Parameter.group(
        Parameter<KeychainItem.Kind>.keychainClass.optional, .keychainAttributes,
        Parameter<KeychainItem.Accessibility>.choice("accessible").optional
    ) {
        KeychainQuery($0, attributes: $1, accessibility: $2, all: true)
    } split: {
        ($0.kind, $0.attributes, $0.accessibility)
    }

    /// The query of a search. If `all` is true, the search returns every matching item, otherwise only one.
    package static let keychainSearch = Parameter.group(.keychainQuery, .flag("all").or(false)) { query, all in
        var query = query
        query.all = all
        return query
    } split: {
        ($0, $0.all)
    }
}

extension Parameter where Value == KeychainUpdate {
    package static let keychainChanges = Parameter.object(
        "changes",
        .group(
            .keychainAttributes, Parameter<KeychainItem.Accessibility>.choice("accessible").optional,
            Parameter<String>.base64("value").optional
        ) {
            KeychainUpdate(attributes: $0, accessibility: $1, value: $2)
        } split: {
            ($0.attributes, $0.accessibility, $0.value)
        })
}

extension Parameter where Value == KeychainItem.Kind {
    fileprivate static let keychainClass = choice("class")
}

extension Parameter where Value == [String: JSONValue] {
    fileprivate static let keychainAttributes = Parameter("attributes", .map(.anything)) {
        try $0.map().mapValues(\.json)
    } write: {
        .object($0)
    }.or([:])
}

extension Parameter where Value == String {
    /// Returns a parameter that is data in Base64.
    fileprivate static func base64(_ name: String) -> Self {
        Self(name, .text) { value in
            let text = try value.text()
            guard Base64.isValid(text) else { throw JSONRPCError.invalidParams("'\(name)' is no base64") }
            return text
        } write: {
            .string($0)
        }
    }
}

private enum Base64 {
    static func isValid(_ text: String) -> Bool {
        let letters = text.utf8
        let padding = letters.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        return letters.count.isMultiple(of: 4) && padding <= 2
            && letters.dropLast(padding).allSatisfy { letter in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
                    || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(letter)
                    || letter == UInt8(ascii: "+") || letter == UInt8(ascii: "/")
            }
    }
}
