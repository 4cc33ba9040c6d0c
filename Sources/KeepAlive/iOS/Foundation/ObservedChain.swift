import Foundation

/// Several properties that are observed one behind the other, such as `currentItem.status`: a change of any of them is one of
/// the last one's value. Ends with ``end()``, or when it is released.
final class ObservedChain: @unchecked Sendable {
    private weak var root: AnyObject?
    private let names: [String]
    private let objects: (AnyObject) -> [AnyObject]
    private let value: (AnyObject) -> Any
    private let call: (Observers.Moment) -> Void

    private let lock = NSLock()
    /// The observation of each property that has an object now, by the place of the property.
    private var numbers: [Int: Int] = [:]
    /// How often a change has had others observed.
    private var turns = 0
    /// The old values of changes that are being made, by the place of the property; of each, the innermost last.
    private var old: [Int: [Any]] = [:]
    private var isOver = false

    /// Begins.
    ///
    /// - Parameters:
    ///   - root: the object that has the first property. It is not kept alive.
    ///   - names: the names of the properties.
    ///   - objects: gives the objects that have the second property, the third, and so on, as far as they are there.
    ///   - value: gives the value of the last property.
    ///   - call: is told of each change.
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

    /// Observes the properties from a place on, of the objects that have them now.
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
            // Nobody else is called while the lock is held.
            let gone = lock.withLock { () -> [Int] in
                isDone = isOver || turn == turns
                // Where another change was faster, the objects may be others already.
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

    /// Returns the object that a value is, also within optionals; `nil` for what is not of a class.
    static func object(_ value: Any) -> AnyObject? {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional { return mirror.children.first.flatMap { object($0.value) } }
        let kind: Any.Type = type(of: value)
        return kind is AnyObject.Type ? value as AnyObject : nil
    }
}

extension PartialKeyPath where Root: AnyObject {
    /// Returns the objects that key paths lead to, each behind the one before: up to the first that leads nowhere. What is behind
    /// that is not read, as a property without a value would end the app.
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
    ///   - objects: of several, what leads to the objects that have the second one, the third, and so on.
    /// - Returns: `nil` if one of these objects is not there and the value is not optional itself.
    package func observedValue<Value>(
        _ keyPath: KeyPath<Self, Value>, through objects: [PartialKeyPath<Self>]
    ) -> Value? {
        if PartialKeyPath.objects(objects, of: self).count == objects.count { return self[keyPath: keyPath] }
        return (Value.self as? any ExpressibleByNilLiteral.Type).flatMap { $0.init(nilLiteral: ()) as? Value }
    }
}
