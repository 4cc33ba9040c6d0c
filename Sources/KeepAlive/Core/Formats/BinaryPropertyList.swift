import KeepAliveModel

/// Checks a binary property list before a decoder follows its references and relies on its lengths.
///
/// The format consists of objects, a table of their offsets, and a trailer of 32 bytes with the table's position. Many
/// containers may refer to the same object, and an object may contain itself. A list of a few kilobytes can therefore
/// unfold to any size.
struct BinaryPropertyList {
    typealias Fault = PropertyListReader.Fault

    /// The number of values, the number of bytes and the depth of an object, together with all objects that the object
    /// refers to, directly or indirectly.
    private struct Content {
        var values = 1
        var bytes = 0
        var height = 0
    }

    /// A container whose references have not all been followed yet.
    private struct Open {
        var object: Int
        var references: Range<Int>
        var content = Content()
    }

    private let bytes: [UInt8]
    private let limits: PropertyListReader.Limits
    private let offsetSize: Int
    private let referenceSize: Int
    private let count: Int
    private let table: Int
    private let root: Int

    /// Throws a fault if the list is damaged, contains itself, or exceeds the limits.
    static func check(_ bytes: [UInt8], _ limits: PropertyListReader.Limits) throws(Fault) {
        guard let list = BinaryPropertyList(bytes, limits) else { throw damage }
        try list.walk()
    }

    private static let damage = Fault("damaged binary property list")

    private init?(_ bytes: [UInt8], _ limits: PropertyListReader.Limits) {
        let trailer = bytes.count - 32
        guard trailer > 8 else { return nil }
        (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        guard let count = Self.number(in: bytes, at: trailer + 8, 8),
            let root = Self.number(in: bytes, at: trailer + 16, 8),
            let table = Self.number(in: bytes, at: trailer + 24, 8), count > 0, count <= bytes.count,
            table > 8, table < trailer, (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            count * offsetSize <= trailer - table
        else { return nil }
        (self.bytes, self.limits, self.count, self.root, self.table) = (bytes, limits, count, root, table)
    }

    private static func number(in bytes: [UInt8], at place: Int, _ size: Int) -> Int? {
        guard size <= 8, place >= 0, place + size <= bytes.count else { return nil }
        return Int(exactly: bytes[place..<place + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    private func walk() throws(Fault) {
        var known: [Int: Content] = [:]
        // The containers that are open. A container that is reached again while it is open contains itself.
        var inside: Set<Int> = []
        var open: [Open] = []
        if let container = try self.open(root) {
            open.append(container)
            inside.insert(root)
        }
        while var top = open.last {
            guard !top.references.isEmpty else {
                known[top.object] = top.content
                inside.remove(top.object)
                open.removeLast()
                if let last = open.indices.last { try add(top.content, to: &open[last].content, depth: last) }
                continue
            }
            guard let object = Self.number(in: bytes, at: top.references.lowerBound, referenceSize) else {
                throw Self.damage
            }
            top.references = top.references.lowerBound + referenceSize..<top.references.upperBound
            let depth = open.count - 1
            if let content = known[object] {
                try add(content, to: &top.content, depth: depth)
                open[depth] = top
                continue
            }
            open[depth] = top
            guard inside.insert(object).inserted else {
                throw Fault("damaged binary property list: it contains itself")
            }
            guard let container = try self.open(object) else {
                inside.remove(object)
                let leaf = Content(values: 1, bytes: try size(of: object))
                known[object] = leaf
                try add(leaf, to: &open[depth].content, depth: depth)
                continue
            }
            guard depth + 1 < limits.depth else { throw tooDeep }
            open.append(container)
        }
    }

    private var tooDeep: Fault { Fault("nested deeper than \(limits.depth) levels") }

    /// Adds the totals of an object to the totals of its container, and throws a fault as soon as a total of the
    /// container exceeds a limit. The fault need not wait for the root, because the totals of the root are at least as
    /// large.
    private func add(_ content: Content, to sum: inout Content, depth: Int) throws(Fault) {
        sum.values += content.values
        sum.bytes += content.bytes
        sum.height = max(sum.height, content.height + 1)
        guard sum.values <= limits.values else {
            throw Fault("more than \(limits.values) keys and values, each counted as often as it is referred to")
        }
        guard sum.bytes <= limits.content else {
            throw Fault(
                "more than \(limits.content) bytes of texts and data, each counted as often as it is referred to")
        }
        guard depth + sum.height <= limits.depth else { throw tooDeep }
    }

    /// Returns an object as a container with its references; `nil` if the object is not a container.
    private func open(_ object: Int) throws(Fault) -> Open? {
        let head = try head(of: object)
        let width: Int
        switch head.kind {
        case 0xA, 0xB, 0xC: width = referenceSize
        case 0xD: width = 2 * referenceSize
        default: return nil
        }
        return Open(object: object, references: try range(from: head.first, head.length, width))
    }

    /// Returns the number of bytes of a text or of data; 0 for other objects.
    private func size(of object: Int) throws(Fault) -> Int {
        let head = try head(of: object)
        switch head.kind {
        case 0x4, 0x5, 0x7: return try range(from: head.first, head.length, 1).count
        case 0x6: return try range(from: head.first, head.length, 2).count
        default: return 0
        }
    }

    private func range(from first: Int, _ length: Int, _ width: Int) throws(Fault) -> Range<Int> {
        let total = length.multipliedReportingOverflow(by: width)
        guard !total.overflow, first <= table, total.partialValue <= table - first else { throw Self.damage }
        return first..<first + total.partialValue
    }

    /// Returns the kind of an object, its length, and the position of its content.
    private func head(of object: Int) throws(Fault) -> (kind: UInt8, length: Int, first: Int) {
        guard object < count, let place = Self.number(in: bytes, at: table + object * offsetSize, offsetSize),
            place < table
        else { throw Self.damage }
        let kind = bytes[place] >> 4
        let length = Int(bytes[place] & 0xF)
        // Only texts, data and containers have a length. A length of 15 or more follows as a separate number.
        guard (0x4...0x7).contains(kind) || (0xA...0xD).contains(kind), length == 0xF else {
            return (kind, length, place + 1)
        }
        let size = 1 << Int(bytes[place + 1] & 0xF)
        guard let long = Self.number(in: bytes, at: place + 2, size) else { throw Self.damage }
        return (kind, long, place + 2 + size)
    }
}
