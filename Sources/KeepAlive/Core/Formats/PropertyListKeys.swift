import KeepAliveModel

/// The keys of a property-list dictionary. A value is read only when it is asked for, so the others cost nothing.
struct PropertyListKeys: Decodable {
    /// The names of all keys.
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

    /// The elements of a list that has no others than those of a type.
    func list<Element: Decodable>(_ name: String, of type: Element.Type) -> [Element]? {
        try? container.decode([Element].self, forKey: Key(stringValue: name))
    }

    /// The place and the kind of the first element of a list that is of another type; `nil` where there is no list.
    func firstElement<Element: Decodable>(of name: String, otherThan type: Element.Type) -> (index: Int, kind: String)?
    {
        guard var list = try? container.nestedUnkeyedContainer(forKey: Key(stringValue: name)) else { return nil }
        while !list.isAtEnd, (try? list.decode(type)) != nil {}
        return (list.currentIndex, (try? list.decode(PropertyListElement.self))?.kind ?? "something else")
    }

    /// The kind of a value that is not as expected, as its tag in XML.
    func kind(_ name: String) -> String {
        (try? container.decode(PropertyListElement.self, forKey: Key(stringValue: name)))?.kind ?? "something else"
    }
}

/// The kind of a value of a property list.
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

    /// The tag that an XML property list has for it.
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
