import KeepAliveModel

/// The keys of a property-list dictionary. A value is decoded only when it is requested, so unused values cost no time.
struct PropertyListKeys: Decodable {
    let names: Set<String>
    private let container: KeyedDecodingContainer<Key>

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: Key.self)
        names = Set(container.allKeys.map(\.stringValue))
    }

    func string(_ name: String) -> String? {
        try? container.decode(String.self, forKey: Key(stringValue: name))
    }

    func boolean(_ name: String) -> Bool? {
        try? container.decode(Bool.self, forKey: Key(stringValue: name))
    }

    func dictionary(_ name: String) -> PropertyListKeys? {
        try? container.decode(PropertyListKeys.self, forKey: Key(stringValue: name))
    }

    /// Returns the elements of a list; `nil` if the value is not a list or an element has another type.
    func list<Element: Decodable>(_ name: String, of type: Element.Type) -> [Element]? {
        try? container.decode([Element].self, forKey: Key(stringValue: name))
    }

    /// Returns the index and the kind of the first element of a list that has another type; `nil` if the value is not a
    /// list.
    func firstElement<Element: Decodable>(of name: String, otherThan type: Element.Type) -> (index: Int, kind: String)?
    {
        guard var list = try? container.nestedUnkeyedContainer(forKey: Key(stringValue: name)) else { return nil }
        while !list.isAtEnd, (try? list.decode(type)) != nil {}
        return (list.currentIndex, (try? list.decode(PropertyListElement.self))?.kind ?? "something else")
    }

    /// Returns the kind of a value for error messages, as its tag in XML.
    func kind(_ name: String) -> String {
        (try? container.decode(PropertyListElement.self, forKey: Key(stringValue: name)))?.kind ?? "something else"
    }
}

/// The kind of a property-list value.
private enum PropertyListElement: Decodable {
    case string, dictionary, list, boolean(Bool), number, dateOrData

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if (try? value.decode(String.self)) != nil {
            self = .string
        } else if let flag = try? value.decode(Bool.self) {
            self = .boolean(flag)
        } else if (try? PropertyListKeys(from: decoder)) != nil {
            self = .dictionary
        } else if (try? decoder.unkeyedContainer()) != nil {
            self = .list
        } else if (try? value.decode(Double.self)) != nil {
            self = .number
        } else {
            self = .dateOrData
        }
    }

    /// The kind for error messages: the value's tag in XML if it has one, otherwise words.
    var kind: String {
        switch self {
        case .string: "<string>"
        case .dictionary: "<dict>"
        case .list: "<array>"
        case .boolean(let value): value ? "<true/>" : "<false/>"
        case .number: "a number"
        case .dateOrData: "a date or data"
        }
    }
}
