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

    func list(_ name: String) -> [PropertyListElement]? {
        try? container.decode([PropertyListElement].self, forKey: Key(stringValue: name))
    }

    /// The kind of a value that is not as expected, as its tag in XML.
    func kind(_ name: String) -> String {
        (try? container.decode(PropertyListElement.self, forKey: Key(stringValue: name)))?.kind ?? "something else"
    }
}

/// An element of a property list, of which only the first level is told apart.
enum PropertyListElement: Decodable {
    case string(String), dictionary(PropertyListKeys), list, boolean(Bool), number, dateOrData

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let flag = try? value.decode(Bool.self) {
            self = .boolean(flag)
        } else if let keys = try? PropertyListKeys(from: decoder) {
            self = .dictionary(keys)
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

/// Checks the references of a binary property list before a decoder follows them.
enum BinaryPropertyList {
    /// Returns whether no container of a binary property list lies deeper than a limit, or contains itself.
    ///
    /// The format: objects, a table of their offsets, and a trailer of 32 bytes with the place of the table. A file too
    /// damaged to be followed is not shallow.
    static func isShallow(_ bytes: [UInt8], depthMax: Int) -> Bool {
        guard bytes.count >= 8 + 32 else { return false }
        let trailer = bytes.count - 32
        func number(_ at: Int, _ size: Int) -> Int? {
            guard size >= 1, size <= 8, at >= 0, at + size <= bytes.count else { return nil }
            let value = bytes[at..<at + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return Int(exactly: value)
        }
        let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        guard let count = number(trailer + 8, 8), let root = number(trailer + 16, 8),
            let table = number(trailer + 24, 8), count > 0, count <= bytes.count, table < trailer
        else { return false }
        /// The objects that a container refers to; none for a leaf, `nil` for damage.
        func references(_ object: Int) -> Range<Int>? {
            guard object < count, let at = number(table + object * offsetSize, offsetSize), at < trailer else {
                return nil
            }
            let kind = bytes[at] >> 4
            guard [0xA, 0xB, 0xC, 0xD].contains(kind) else { return 0..<0 }
            var length = Int(bytes[at] & 0xF)
            var first = at + 1
            if length == 0xF {
                guard first < trailer else { return nil }
                let size = 1 << Int(bytes[first] & 0xF)
                guard let long = number(first + 1, size) else { return nil }
                length = long
                first += 1 + size
            }
            let total = length.multipliedReportingOverflow(by: (kind == 0xD ? 2 : 1) * referenceSize)
            guard !total.overflow, referenceSize > 0, total.partialValue <= trailer - first else { return nil }
            return first..<first + total.partialValue
        }
        // The depth below each object, once known; an object that is met again while it is open contains itself.
        var height: [Int: Int] = [:]
        var open: Set<Int> = []
        func measure(_ object: Int, _ depth: Int) -> Int? {
            if let known = height[object] { return depth + known <= depthMax ? known : nil }
            guard depth <= depthMax, open.insert(object).inserted, let range = references(object) else { return nil }
            var below = 0
            for at in stride(from: range.lowerBound, to: range.upperBound, by: max(1, referenceSize)) {
                guard let next = number(at, referenceSize), let deep = measure(next, depth + 1) else { return nil }
                below = max(below, deep + 1)
            }
            open.remove(object)
            height[object] = below
            return below
        }
        return measure(root, 0) != nil
    }
}
