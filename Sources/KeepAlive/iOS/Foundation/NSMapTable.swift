import Foundation

public final class NSMapTable<KeyType, ObjectType>: @unchecked Sendable {
    private struct Entry {
        let strongKey: AnyObject?
        private(set) weak var key: AnyObject?
        let strongValue: Any?
        private(set) weak var value: AnyObject?

        init(_ key: AnyObject, _ value: Any, keepsKey: Bool, keepsValue: Bool) {
            strongKey = keepsKey ? key : nil
            self.key = key
            strongValue = keepsValue ? value : nil
            self.value = value as AnyObject
        }
    }

    private let keepsKeys: Bool
    private let keepsValues: Bool
    private let lock = NSRecursiveLock()
    private var entries: [Entry] = []

    private init(keepsKeys: Bool, keepsValues: Bool) {
        self.keepsKeys = keepsKeys
        self.keepsValues = keepsValues
    }

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - keyOptions: with `weakMemory`, the table holds its keys weakly; otherwise strongly.
    ///   - valueOptions: with `weakMemory`, the table holds its values weakly; otherwise strongly.
    ///   - capacity: ignored.
    public convenience init(
        keyOptions: NSPointerFunctions.Options, valueOptions: NSPointerFunctions.Options, capacity: Int = 0
    ) {
        self.init(keepsKeys: !keyOptions.contains(.weakMemory), keepsValues: !valueOptions.contains(.weakMemory))
    }

    public static func strongToStrongObjects() -> NSMapTable { NSMapTable(keepsKeys: true, keepsValues: true) }
    public static func weakToStrongObjects() -> NSMapTable { NSMapTable(keepsKeys: false, keepsValues: true) }
    public static func strongToWeakObjects() -> NSMapTable { NSMapTable(keepsKeys: true, keepsValues: false) }
    public static func weakToWeakObjects() -> NSMapTable { NSMapTable(keepsKeys: false, keepsValues: false) }

    public var count: Int { living.count }

    public func object(forKey aKey: KeyType?) -> ObjectType? {
        guard let aKey else { return nil }
        let object = aKey as AnyObject
        return living.lazy.filter { Self.areSame($0.key, object) }.compactMap { Self.value($0) }.first
    }

    public func setObject(_ anObject: ObjectType?, forKey aKey: KeyType?) {
        guard let aKey else { return }
        removeObject(forKey: aKey)
        guard let anObject else { return }
        let entry = Entry(aKey as AnyObject, anObject, keepsKey: keepsKeys, keepsValue: keepsValues)
        lock.withLock { entries.append(entry) }
    }

    public func removeObject(forKey aKey: KeyType?) {
        guard let aKey else { return }
        let object = aKey as AnyObject
        var removed: [Entry] = []
        lock.withLock {
            removed = entries.filter { Self.areSame($0.key, object) }
            entries.removeAll { Self.areSame($0.key, object) }
        }
        // The entries are released outside of the lock, as their release may run a `deinit` that uses this table.
        withExtendedLifetime(removed) {}
    }

    public func removeAllObjects() {
        var removed: [Entry] = []
        lock.withLock { swap(&removed, &entries) }
    }

    public func objectEnumerator() -> NSEnumerator? {
        NSArray(array: living.compactMap { Self.value($0) }).objectEnumerator()
    }
    public func keyEnumerator() -> NSEnumerator { NSArray(array: living.compactMap(\.key)).objectEnumerator() }
    public func dictionaryRepresentation() -> [AnyHashable: ObjectType] {
        Dictionary(
            living.compactMap { entry in
                guard let key = entry.key as? AnyHashable, let value = Self.value(entry) else { return nil }
                return (key, value)
            }, uniquingKeysWith: { first, _ in first })
    }

    private var living: [Entry] {
        // `former` keeps the entries until the lock is free: the `deinit` of an object in a dropped entry may use this
        // table.
        let former = lock.withLock { entries }
        let living = former.filter { $0.key != nil && ($0.strongValue != nil || $0.value != nil) }
        lock.withLock { if entries.count == former.count { entries = living } }
        return living
    }

    private static func value(_ entry: Entry) -> ObjectType? {
        (entry.strongValue ?? entry.value as Any) as? ObjectType
    }

    /// Returns true if two keys are identical, or equal by `isEqual(_:)`.
    private static func areSame(_ one: AnyObject?, _ other: AnyObject) -> Bool {
        guard let one else { return false }
        if one === other { return true }
        return (one as? NSObject)?.isEqual(other) ?? false
    }
}
