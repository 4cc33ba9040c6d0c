import Foundation

public final class NSHashTable<ObjectType>: @unchecked Sendable {
    private let isWeak: Bool
    private let lock = NSLock()
    private var entries: [ObjectIdentifier: Entry] = [:]

    private struct Entry {
        let strong: AnyObject?
        private(set) weak var weak: AnyObject?

        init(_ object: AnyObject, isWeak: Bool) {
            strong = isWeak ? nil : object
            weak = object
        }
    }

    private init(isWeak: Bool) {
        self.isWeak = isWeak
    }

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - options: with `weakMemory`, the table holds its objects weakly; otherwise strongly.
    ///   - capacity: ignored.
    public convenience init(options: NSPointerFunctions.Options, capacity: Int = 0) {
        self.init(isWeak: options.contains(.weakMemory))
    }

    public static func weakObjects() -> NSHashTable { NSHashTable(isWeak: true) }

    public var allObjects: [ObjectType] {
        lock.withLock {
            entries = entries.filter { $0.value.weak != nil }
            return entries.values.compactMap(\.weak)
        }.compactMap { $0 as? ObjectType }
    }
    public var setRepresentation: [ObjectType] { allObjects }
    public var count: Int { allObjects.count }
    public var anyObject: ObjectType? { allObjects.first }

    public func add(_ object: ObjectType?) {
        guard let object = object.map({ $0 as AnyObject }) else { return }
        lock.withLock { entries[ObjectIdentifier(object)] = Entry(object, isWeak: isWeak) }
    }

    public func remove(_ object: ObjectType?) {
        guard let object = object.map({ $0 as AnyObject }) else { return }
        // The entry is released outside of the lock, as its release may run a `deinit` that uses this table.
        let gone = lock.withLock { entries.removeValue(forKey: ObjectIdentifier(object)) }
        withExtendedLifetime(gone) {}
    }

    public func removeAllObjects() {
        let gone = lock.withLock {
            defer { entries = [:] }
            return entries
        }
        withExtendedLifetime(gone) {}
    }

    public func contains(_ anObject: ObjectType?) -> Bool {
        guard let object = anObject.map({ $0 as AnyObject }) else { return false }
        return lock.withLock { entries[ObjectIdentifier(object)]?.weak != nil }
    }
}

public enum NSPointerFunctions {
    public struct Options: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static let strongMemory: Options = []
        public static let weakMemory = Options(rawValue: 5)
        /// Compares objects by identity. Without effect: `NSHashTable` in this module always compares by identity.
        public static let objectPointerPersonality = Options(rawValue: 1 << 9)
    }
}
