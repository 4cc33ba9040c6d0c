import Foundation

extension NotificationCenter {
    /// Calls a method of an object for each notification, until the object is released.
    ///
    /// - Parameters:
    ///   - observer: the object, which is not retained.
    ///   - aSelector: the object's method, which takes the notification or no argument.
    ///   - aName: the name of the notifications; `nil` for all names.
    ///   - anObject: the sender of the notifications; `nil` for all senders.
    public func addObserver(
        _ observer: AnyObject, selector aSelector: Selector, name aName: NSNotification.Name?, object anObject: Any?
    ) {
        SelectorObservers.of(self).add(observer, aSelector, aName, anObject)
    }

    /// Ends all observations of an observer.
    ///
    /// - Parameter observer: the object of a selector, or the token of a block.
    public func removeObserver(_ observer: AnyObject) {
        SelectorObservers.of(self).remove(observer) { _ in true }
        removeObserver(observer as Any)
    }

    /// Ends the observations of an observer with a name and a sender.
    ///
    /// - Parameters:
    ///   - observer: the object of a selector, or the token of a block.
    ///   - aName: the name of the notifications; `nil` for all names.
    ///   - anObject: the sender of the notifications; `nil` for all senders.
    public func removeObserver(_ observer: AnyObject, name aName: NSNotification.Name?, object anObject: Any?) {
        SelectorObservers.of(self).remove(observer) { entry in
            (aName == nil || entry.name == aName)
                && (anObject == nil || entry.object === anObject.map { $0 as AnyObject })
        }
        removeObserver(observer as Any, name: aName, object: anObject)
    }
}

/// The observations by selector of one notification center. Foundation on Linux only has observations by block.
private final class SelectorObservers: @unchecked Sendable {
    struct Entry {
        weak var observer: AnyObject?
        let name: NSNotification.Name?
        weak var object: AnyObject?
        let token: any NSObjectProtocol
    }

    private static let lock = NSLock()
    /// The observations by center. Entries are never removed, as nearly all centers live as long as the program.
    private nonisolated(unsafe) static var all: [ObjectIdentifier: SelectorObservers] = [:]

    private let lock = NSLock()
    private weak var center: NotificationCenter?
    private var entries: [ObjectIdentifier: [Entry]] = [:]
    private var additions = 0

    private init(_ center: NotificationCenter) {
        self.center = center
    }

    static func of(_ center: NotificationCenter) -> SelectorObservers {
        lock.withLock {
            if let known = all[ObjectIdentifier(center)], known.center === center { return known }
            let made = SelectorObservers(center)
            all[ObjectIdentifier(center)] = made
            return made
        }
    }

    func add(_ observer: AnyObject, _ selector: Selector, _ name: NSNotification.Name?, _ object: Any?) {
        let target = Weak(observer)
        let token = center?.addObserver(forName: name, object: object, queue: nil) { notification in
            if let observer = target.object { selector.perform(on: observer, [notification]) }
        }
        guard let token else { return }
        lock.withLock {
            additions += 1
            if additions.isMultiple(of: 64) { forgetTheGone() }
            let entry = Entry(observer: observer, name: name, object: object.map { $0 as AnyObject }, token: token)
            // Drops the observations of a released object that had the observer's address.
            let (gone, there) = (entries[ObjectIdentifier(observer)] ?? []).parted { $0.observer == nil }
            for former in gone { center?.removeObserver(former.token as Any) }
            entries[ObjectIdentifier(observer)] = there + [entry]
        }
    }

    func remove(_ observer: AnyObject, where matches: (Entry) -> Bool) {
        let removed = lock.withLock {
            let (removed, kept) = (entries[ObjectIdentifier(observer)] ?? []).parted {
                $0.observer == nil || matches($0)
            }
            entries[ObjectIdentifier(observer)] = kept.isEmpty ? nil : kept
            return removed
        }
        for entry in removed { center?.removeObserver(entry.token as Any) }
    }

    /// Removes the observations of released objects. As a release is not reported, `add` calls this method on every
    /// 64th call.
    private func forgetTheGone() {
        for (key, list) in entries {
            let (gone, there) = list.parted { $0.observer == nil }
            for entry in gone { center?.removeObserver(entry.token as Any) }
            entries[key] = there.isEmpty ? nil : there
        }
    }
}

/// A weak reference to an observer.
private final class Weak: @unchecked Sendable {
    weak var object: AnyObject?

    init(_ object: AnyObject) {
        self.object = object
    }
}

extension Array {
    /// Returns the elements that match and the other elements, in two arrays.
    fileprivate func parted(_ matches: (Element) -> Bool) -> (matching: [Element], others: [Element]) {
        (filter(matches), filter { !matches($0) })
    }
}
