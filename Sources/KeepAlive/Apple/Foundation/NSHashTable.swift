import Foundation

/// A set of objects that it may not keep alive.
public final class NSHashTable<ObjectType: AnyObject>: @unchecked Sendable {
    private let isWeak: Bool
    private let lock = NSLock()
    private var strong: [ObjectIdentifier: ObjectType] = [:]
    private var weak: [ObjectIdentifier: WeakObject] = [:]

    private struct WeakObject {
        weak var object: AnyObject?
    }

    private init(isWeak: Bool) {
        self.isWeak = isWeak
    }

    /// Creates a set.
    ///
    /// - Parameter capacity: not used here.
    public convenience init(options: NSPointerFunctions.Options, capacity: Int = 0) {
        self.init(isWeak: options.contains(.weakMemory))
    }

    /// Returns a set that does not keep its objects alive.
    public static func weakObjects() -> NSHashTable { NSHashTable(isWeak: true) }

    /// The objects that live.
    public var allObjects: [ObjectType] {
        lock.withLock {
            guard isWeak else { return Array(strong.values) }
            weak = weak.filter { $0.value.object != nil }
            return weak.values.compactMap { $0.object as? ObjectType }
        }
    }
    /// The objects that live.
    public var setRepresentation: [ObjectType] { allObjects }
    /// How many objects live.
    public var count: Int { allObjects.count }
    /// One of the objects.
    public var anyObject: ObjectType? { allObjects.first }

    /// Adds an object.
    public func add(_ object: ObjectType?) {
        guard let object else { return }
        lock.withLock {
            if isWeak {
                weak[ObjectIdentifier(object)] = WeakObject(object: object)
            } else {
                strong[ObjectIdentifier(object)] = object
            }
        }
    }

    /// Takes an object away.
    public func remove(_ object: ObjectType?) {
        guard let object else { return }
        lock.withLock {
            weak[ObjectIdentifier(object)] = nil
            strong[ObjectIdentifier(object)] = nil
        }
    }

    /// Takes all away.
    public func removeAllObjects() {
        lock.withLock {
            weak = [:]
            strong = [:]
        }
    }

    /// Returns whether an object is in it.
    public func contains(_ anObject: ObjectType?) -> Bool { allObjects.contains { $0 === anObject } }
}

/// How a collection holds its objects.
public enum NSPointerFunctions {
    /// The choices.
    public struct Options: OptionSet, Sendable {
        /// The bits of `NSPointerFunctionsOptions`.
        public let rawValue: UInt

        /// Creates options from their bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// It keeps them alive.
        public static let strongMemory: Options = []
        /// It does not keep them alive.
        public static let weakMemory = Options(rawValue: 5)
        /// Objects are equal that are the same; the only way here.
        public static let objectPointerPersonality = Options(rawValue: 1 << 9)
    }
}
