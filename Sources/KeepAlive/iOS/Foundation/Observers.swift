import Foundation

/// The observers of all properties, by object and property.
final class Observers: @unchecked Sendable {
    enum Moment {
        case before(old: Any)
        case after(old: Any?, new: Any)
    }

    /// An observed property, by key path or by name.
    enum Property: Hashable {
        case keyPath(AnyKeyPath)
        case name(String)
    }

    private struct Key: Hashable {
        let object: ObjectIdentifier
        let property: Property
    }

    private struct Observer {
        let number: Int
        weak var object: AnyObject?
        let call: (Moment) -> Void
    }

    static let shared = Observers()

    private let lock = NSRecursiveLock()
    private var observers: [Key: [Observer]] = [:]
    private var keys: [Int: Key] = [:]
    /// The old values of changes in progress. In each list, the innermost change is last.
    private var old: [Key: [Any]] = [:]
    private var last = 0

    func add(_ object: AnyObject, _ property: Property, _ call: @escaping (Moment) -> Void) -> Int {
        // `former` is released after the lock, as the release of an observer may run a `deinit` that ends other
        // observations.
        let (number, gone) = lock.withLock { () -> (Int, [Observer]) in
            last += 1
            let key = Key(object: ObjectIdentifier(object), property: property)
            // Drops the observers of a released object that had this object's address.
            let former = observers[key] ?? []
            observers[key] =
                former.filter { $0.object === object } + [Observer(number: last, object: object, call: call)]
            keys[last] = key
            return (last, former)
        }
        withExtendedLifetime(gone) {}
        return number
    }

    /// Calls a function before and after each change of a property. Returns a function that ends the calls.
    func observe(_ object: AnyObject, _ property: Property, _ call: @escaping (Moment) -> Void) -> () -> Void {
        let number = add(object, property, call)
        return { self.remove(number) }
    }

    func remove(_ number: Int) {
        let gone = lock.withLock { () -> [Observer] in
            guard let key = keys.removeValue(forKey: number) else { return [] }
            let former = observers[key] ?? []
            observers[key]?.removeAll { $0.number == number }
            if observers[key]?.isEmpty == true { observers[key] = nil }
            return former
        }
        withExtendedLifetime(gone) {}
    }

    func observes(_ object: AnyObject, _ property: Property) -> Bool {
        let key = Key(object: ObjectIdentifier(object), property: property)
        return lock.withLock { !callbacks(key, object).isEmpty }
    }

    func willChange(_ object: AnyObject, _ property: Property, from value: Any) {
        let key = Key(object: ObjectIdentifier(object), property: property)
        lock.lock()
        old[key, default: []].append(value)
        let callbacks = callbacks(key, object)
        lock.unlock()
        callbacks.forEach { $0(.before(old: value)) }
    }

    func didChange(_ object: AnyObject, _ property: Property, to value: () -> Any) {
        let key = Key(object: ObjectIdentifier(object), property: property)
        lock.lock()
        let before = old[key]?.popLast()
        if old[key]?.isEmpty == true { old[key] = nil }
        let callbacks = callbacks(key, object)
        lock.unlock()
        guard !callbacks.isEmpty else { return }
        let after = value()
        callbacks.forEach { $0(.after(old: before, new: after)) }
    }

    private func callbacks(_ key: Key, _ object: AnyObject) -> [(Moment) -> Void] {
        (observers[key] ?? []).filter { $0.object === object }.map(\.call)
    }
}
