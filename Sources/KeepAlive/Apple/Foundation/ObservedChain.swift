import Foundation

/// Several properties that are observed one behind the other, such as `currentItem.status`: a change of any of them is one of
/// the last one's value. Ends with ``end()``, or when it is released.
final class ObservedChain: @unchecked Sendable {
    private weak var root: AnyObject?
    private let names: [String]
    private let objects: (AnyObject) -> [Any?]
    private let value: (AnyObject) -> Any
    private let call: (Observers.Moment) -> Void

    private let lock = NSLock()
    /// The observation of each property that has an object now, the first one's first.
    private var numbers: [Int] = []
    /// The old values of changes that are being made, by the place of the property; of each, the innermost last.
    private var old: [Int: [Any]] = [:]
    private var isOver = false

    /// Begins.
    ///
    /// - Parameters:
    ///   - root: the object that has the first property. It is not kept alive.
    ///   - names: the names of the properties.
    ///   - objects: gives the objects that have the second property, the third, and so on; `nil` where there is none.
    ///   - value: gives the value of the last property.
    ///   - call: is told of each change.
    init(
        _ root: AnyObject, _ names: [String], objects: @escaping (AnyObject) -> [Any?],
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
            defer { numbers = [] }
            return numbers
        }
        ended.forEach(Observers.shared.remove)
    }

    /// Observes the properties from a place on, of the objects that have them now.
    private func follow(from place: Int) {
        guard let root else { return }
        let owners = [root] + objects(root).map { $0.flatMap(Self.object) }
        lock.lock()
        defer { lock.unlock() }
        guard !isOver else { return }
        numbers.dropFirst(place).forEach(Observers.shared.remove)
        numbers.removeLast(max(0, numbers.count - place))
        for (place, name) in names.enumerated().dropFirst(place) {
            guard place < owners.count, let owner = owners[place] else { return }
            numbers.append(Observers.shared.add(owner, .name(name)) { [weak self] in self?.hear($0, at: place) })
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
