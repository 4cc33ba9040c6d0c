import KeepAlivePolicy
import KeepAliveText

/// Reads the arguments of scenario verbs about protected files and keychain items.
extension ScenarioVerbs {
    static func protectedFile(_ argument: Argument) throws -> PolicyEvent {
        let value = try argument.required("a path")
        guard value.isMapping else { return .resource(.protectedFileOpened(path: try value.text("a path"))) }
        var fields = try argument.fields("a file")
        let path = try fields.require("file").text()
        let protection: ProtectionClass = try fields.take("protection")?.choice("a class") ?? .complete
        let writesNew = try fields.take("new")?.flag() ?? false
        try fields.finish()
        return .resource(.protectedFileOpened(path: path, protection, writesNew: writesNew))
    }

    /// Reads the attributes of a generic password, and its value if the verb takes one. A scenario contains the value
    /// as plain text instead of Base64, because nothing decodes the value.
    static func keychainItem(
        _ argument: Argument, takesValue: Bool = false
    ) throws -> (query: KeychainQuery, value: String?) {
        let value = try argument.required("an account")
        guard value.isMapping else {
            return (KeychainQuery(attributes: ["account": .string(try value.text("an account"))]), nil)
        }
        var fields = try argument.fields("an item")
        var query = KeychainQuery()
        for name in ["account", "service"] {
            query.attributes[name] = try fields.take(name).map { .string(try $0.text()) }
        }
        query.accessibility = try fields.take("accessible")?.choice("a kSecAttrAccessible")
        if !takesValue { query.all = try fields.take("all")?.flag() ?? false }
        let secret = takesValue ? try fields.take("value")?.text() : nil
        try fields.finish()
        return (query, secret)
    }
}
