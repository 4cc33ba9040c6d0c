import KeepAliveModel

extension KeychainItem {
    /// The item as the protocol and the app's container have it.
    package var json: JSONValue {
        var members: [String: JSONValue] = [
            "class": .string(kind.rawValue), "attributes": .object(attributes),
            "accessible": .string(accessibility.rawValue),
        ]
        members["value"] = value.map { .string($0) }
        return .object(members)
    }

    /// Reads an item; `nil` for what is none. An app can write into its container.
    package init?(_ json: JSONValue) {
        guard let kind = json["class"]?.string.flatMap(Kind.init),
            let accessibility = json["accessible"]?.string.flatMap(Accessibility.init),
            case .object(let attributes)? = json["attributes"]
        else { return nil }
        self.init(kind, attributes: attributes, accessibility: accessibility, value: json["value"]?.string)
    }
}
