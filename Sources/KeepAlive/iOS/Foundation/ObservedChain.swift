import Foundation

/// Observes a key path of several properties, such as `currentItem.status`. A change of any of the properties counts as
/// a change of the last one. The observation ends with ``end()``, or when this object is released.
final class ObservedChain: @unchecked Sendable {
    private weak var root: AnyObject?
    private let names: [String]
    private let objects: (AnyObject) -> [AnyObject]
    private let value: (AnyObject) -> Any
    private let call: (Observers.Moment) -> Void

    private let lock = NSLock()
    /// The numbers of the observations, by the position of their property in the key path. A property whose object is
    /// missing has no observation.
    private var numbers: [Int: Int] = [:]
    /// The number of the latest pass of `follow(from:)`, so that an earlier pass notices a later one.
    private var turns = 0
    /// The old values of changes in progress, by the position of the property. In each list, the innermost change is
    /// last.
    private var old: [Int: [Any]] = [:]
    private var isOver = false

    /// Begins to observe.
    ///
    /// - Parameters:
    ///   - root: the object that has the first property. It is not retained.
    ///   - names: the names of the properties.
    ///   - objects: returns the objects that have the second property, the third, and so on, up to the first missing
    ///     one.
    ///   - value: returns the value of the last property.
    ///   - call: called before and after each change.
    init(
        _ root: AnyObject, _ names: [String], objects: @escaping (AnyObject) -> [AnyObject],
        value: @escaping (AnyObject) -> Any, call: @escaping (Observers.Moment) -> Void
    ) {
        self.root = root
        self.names = names
        self.objects = objects
        self.value = value
        self.call = call
        follow(from: 0)
    }

    deinit { end() }

    func end() {
        let ended = lock.withLock {
            isOver = true
            defer { numbers = [:] }
            return Array(numbers.values)
        }
        ended.forEach(Observers.shared.remove)
    }

    /// Observes the properties from position `place` on, in the objects that have them now.
    private func follow(from place: Int) {
        var isDone = false
        while !isDone, let root {
            let turn = lock.withLock { () -> Int in
                turns += 1
                return turns
            }
            var made: [Int: Int] = [:]
            for (place, (name, owner)) in zip(names, [root] + objects(root)).enumerated().dropFirst(place) {
                made[place] = Observers.shared.add(owner, .name(name)) { [weak self] in self?.hear($0, at: place) }
            }
            // Observations are removed after the lock is released, as a removal may run code of the app, such as a
            // `deinit`.
            let gone = lock.withLock { () -> [Int] in
                isDone = isOver || turn == turns
                // If another pass has begun since, the objects may have changed: this pass is dropped and repeated.
                guard isDone, !isOver else { return Array(made.values) }
                let former = numbers.filter { $0.key >= place }
                numbers = numbers.filter { $0.key < place }.merging(made) { $1 }
                return Array(former.values)
            }
            gone.forEach(Observers.shared.remove)
        }
    }

    private func hear(_ moment: Observers.Moment, at place: Int) {
        guard let root else { return }
        switch moment {
        case .before:
            let value = value(root)
            lock.withLock { old[place, default: []].append(value) }
            call(.before(old: value))
        case .after:
            let former = lock.withLock { () -> Any? in old[place]?.popLast() }
            follow(from: place + 1)
            call(.after(old: former, new: value(root)))
        }
    }

    /// Returns the object that a value is or wraps in optionals; `nil` if the value is not of a class.
    static func object(_ value: Any) -> AnyObject? {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional { return mirror.children.first.flatMap { object($0.value) } }
        let kind: Any.Type = type(of: value)
        return kind is AnyObject.Type ? value as AnyObject : nil
    }
}

extension PartialKeyPath where Root: AnyObject {
    /// Returns the objects along the key paths, up to the first key path that holds no object. Later key paths are not
    /// read: to read a property of a missing object would end the app.
    static func objects(_ paths: [PartialKeyPath<Root>], of root: Root) -> [AnyObject] {
        var found: [AnyObject] = []
        for path in paths {
            guard let object = ObservedChain.object(root[keyPath: path]) else { return found }
            found.append(object)
        }
        return found
    }
}

extension NSKeyValueObserving {
    /// Returns the value at the end of a key path.
    ///
    /// - Parameters:
    ///   - keyPath: one property, or several.
    ///   - objects: for several properties, the key paths to the objects that have the second property, the third, and
    ///     so on.
    /// - Returns: the value. If an object is missing: the value `nil` for an optional `Value`, otherwise no value.
    package func observedValue<Value>(
        _ keyPath: KeyPath<Self, Value>, through objects: [PartialKeyPath<Self>]
    ) -> Value? {
        if PartialKeyPath.objects(objects, of: self).count == objects.count { return self[keyPath: keyPath] }
        return (Value.self as? any ExpressibleByNilLiteral.Type).flatMap { $0.init(nilLiteral: ()) as? Value }
    }
}
