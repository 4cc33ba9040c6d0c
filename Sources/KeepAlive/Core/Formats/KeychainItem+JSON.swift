import KeepAliveModel

extension KeychainItem {
    /// The item as JSON, as it is stored in the keychain file of the app's container.
    package var json: JSONValue {
        var members: [String: JSONValue] = [
            "class": .string(kind.rawValue), "attributes": .object(attributes),
            "accessible": .string(accessibility.rawValue),
        ]
        members["value"] = value.map { .string($0) }
        return .object(members)
    }

    /// Creates an item from JSON; `nil` if the JSON is not a valid item. Invalid JSON is possible, because the app can
    /// write to the keychain file in its container.
    package init?(_ json: JSONValue) {
        guard let kind = json["class"]?.string.flatMap(Kind.init),
            let accessibility = json["accessible"]?.string.flatMap(Accessibility.init),
            case .object(let attributes)? = json["attributes"]
        else { return nil }
        self.init(kind, attributes: attributes, accessibility: accessibility, value: json["value"]?.string)
    }
}
