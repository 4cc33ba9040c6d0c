import Foundation
import KeepAliveModel

public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
    public static let newKey = NSKeyValueChangeKey(rawValue: "new")
    public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
    /// The places that have changed; never here.
    public static let indexesKey = NSKeyValueChangeKey(rawValue: "indexes")
    public static let notificationIsPriorKey = NSKeyValueChangeKey(rawValue: "notificationIsPrior")
}

/// An object that is told of the changes of properties by their names.
///
/// With Objective-C, every object is one. The plug-in KeepAliveSources writes the adoption for a class that overrides
/// `observeValue(forKeyPath:of:change:context:)`.
public protocol KeyPathObserver: AnyObject {
    /// A property has changed.
    ///
    /// - Parameters:
    ///   - keyPath: the name of the property.
    ///   - object: the object that has it.
    ///   - change: what the options of the observation ask for; a number or an enumeration is an `NSNumber`.
    ///   - context: what the observation was begun with.
    func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?)
}

/// An object that gives the present values of properties that are not simply stored in it.
package protocol KeyPathValues: AnyObject {
    /// Returns the value of a property; `nil` for a name that it does not know.
    func observedValue(_ name: String) -> Any?
}

extension NSKeyValueObserving {
    /// Observes a property by its name. The observer and this object are not kept alive.
    ///
    /// A property is observed as with ``observe(_:options:changeHandler:)``: one that does not tell of its changes is never
    /// reported. With a key path of several properties, such as `currentItem.status`, a change of any of them is told.
    ///
    /// - Parameters:
    ///   - observer: the object that is told; it has to be a ``KeyPathObserver``.
    ///   - keyPath: the name of the property.
    ///   - options: when it is told, and with what.
    ///   - context: a value that it gets again.
    public func addObserver(
        _ observer: AnyObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer?
    ) {
        guard let told = observer as? any KeyPathObserver else {
            return AppProcess.say(
                "\(type(of: observer)) has no observeValue(forKeyPath:of:change:context:): it is not told of '\(keyPath)'"
            )
        }
        KeyPathObservations.shared.add(self, told, keyPath, options, context)
    }

    /// Ends an observation.
    ///
    /// One that was not begun raises an exception.
    public func removeObserver(_ observer: AnyObject, forKeyPath keyPath: String) {
        KeyPathObservations.shared.remove(self, observer, keyPath) { _ in true }
    }

    /// Ends the observation with a context.
    ///
    /// One that was not begun raises an exception.
    public func removeObserver(_ observer: AnyObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?) {
        KeyPathObservations.shared.remove(self, observer, keyPath) { $0 == context }
    }

    /// Raises an exception: an observer that passes a change on to its superclass must not pass on its own.
    public func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        let reason = """
            \(self): An -observeValueForKeyPath:ofObject:change:context: message was received but not handled.
            Key path: \(keyPath ?? "nil")
            """
        AppleException(name: "NSInternalInconsistencyException", reason: reason, rule: "LC-01").raise(in: .current)
    }
}

/// An object that is not kept alive, and is known until it is gone.
private struct Party {
    private weak var object: AnyObject?
    let place: ObjectIdentifier

    init(_ object: AnyObject) {
        self.object = object
        place = ObjectIdentifier(object)
    }

    var isGone: Bool { object == nil }

    /// Returns whether it is an object. One that is about to go, in its `deinit`, is no longer found by a weak reference, and is
    /// still at its place; a new object at the place of one that is gone is another one.
    func `is`(_ other: AnyObject) -> Bool {
        if let object { return object === other }
        return Self.isAboutToGo(other) && place == ObjectIdentifier(other)
    }

    /// Returns whether an object is in its `deinit`.
    static func isAboutToGo(_ object: AnyObject) -> Bool {
        weak let found = object
        return found == nil
    }
}

/// The observations by names, so that they can be ended.
private final class KeyPathObservations: @unchecked Sendable {
    private struct Observation {
        let object: Party
        let observer: Party
        let keyPath: String
        let context: UnsafeMutableRawPointer?
        let end: () -> Void
    }

    static let shared = KeyPathObservations()

    /// An observation whose object or observer was about to go when it was dropped, perhaps on another thread.
    private struct Dropped: Equatable {
        let object: ObjectIdentifier
        let observer: ObjectIdentifier
        let keyPath: String
    }

    private let lock = NSLock()
    private var observations: [Observation] = []
    /// The last ones that were dropped: an observer may end its observation yet, in its `deinit`.
    private var dropped: [Dropped] = []
    /// More than threads can be in a `deinit` at a time: our choice.
    private static let droppedMax = 256

    func add(
        _ object: AnyObject, _ observer: any KeyPathObserver, _ keyPath: String, _ options: NSKeyValueObservingOptions,
        _ context: UnsafeMutableRawPointer?
    ) {
        nonisolated(unsafe) let context = context
        let tell: (Observers.Moment) -> Void = { [weak object, weak observer] moment in
            var change: [NSKeyValueChangeKey: Any] = [.kindKey: NSNumber(value: NSKeyValueChange.setting.rawValue)]
            switch moment {
            case .before(let old):
                guard options.contains(.prior) else { return }
                change[.notificationIsPriorKey] = NSNumber(value: true)
                if options.contains(.old) { change[.oldKey] = Self.object(old) }
            case .after(let old, let new):
                if options.contains(.old) { change[.oldKey] = Self.object(old) }
                if options.contains(.new) { change[.newKey] = Self.object(new) }
            }
            observer?.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
        }
        let end = Self.begin(object, keyPath, tell)
        lock.withLock {
            // Those whose objects are gone are of no use any more.
            let isGone = { (entry: Observation) in entry.object.isGone || entry.observer.isGone }
            for entry in observations where isGone(entry) {
                entry.end()
                dropped.append(
                    Dropped(object: entry.object.place, observer: entry.observer.place, keyPath: entry.keyPath))
            }
            dropped.removeFirst(max(0, dropped.count - Self.droppedMax))
            observations.removeAll(where: isGone)
            observations.append(
                Observation(
                    object: Party(object), observer: Party(observer), keyPath: keyPath, context: context, end: end))
        }
        guard options.contains(.initial) else { return }
        var change: [NSKeyValueChangeKey: Any] = [.kindKey: NSNumber(value: NSKeyValueChange.setting.rawValue)]
        if options.contains(.new) { change[.newKey] = Self.object(Self.value(keyPath, of: object)) }
        observer.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
    }

    func remove(
        _ object: AnyObject, _ observer: AnyObject, _ keyPath: String, context: (UnsafeMutableRawPointer?) -> Bool
    ) {
        let end = lock.withLock { () -> (() -> Void)? in
            let index = observations.lastIndex {
                $0.object.is(object) && $0.observer.is(observer) && $0.keyPath == keyPath && context($0.context)
            }
            if let index { return observations.remove(at: index).end }
            let former = Dropped(
                object: ObjectIdentifier(object), observer: ObjectIdentifier(observer), keyPath: keyPath)
            // A new object at the place of one that is gone is another one.
            guard Party.isAboutToGo(object) || Party.isAboutToGo(observer), let index = dropped.lastIndex(of: former)
            else { return nil }
            dropped.remove(at: index)
            return {}
        }
        if let end { return end() }
        let reason = """
            Cannot remove an observer \(observer) for the key path "\(keyPath)" from \(object) because it is not \
            registered as an observer.
            """
        AppleException(name: "NSRangeException", reason: reason, rule: "LC-01").raise(in: .current)
    }

    /// Begins to tell of changes; returns what ends that.
    private static func begin(
        _ object: AnyObject, _ keyPath: String, _ tell: @escaping (Observers.Moment) -> Void
    ) -> () -> Void {
        let names = keyPath.split(separator: ".").map(String.init)
        guard names.count > 1 else {
            return Observers.shared.observe(object, .name(keyPath), tell)
        }
        let chain = ObservedChain(
            object, names, objects: { objects(names.dropLast(), of: $0) }, value: { value(keyPath, of: $0) as Any },
            call: tell)
        return { chain.end() }
    }

    /// Returns the objects that properties have, each the property of the one before: up to the first that has none.
    private static func objects(_ names: some Sequence<String>, of object: AnyObject) -> [AnyObject] {
        var found: [AnyObject] = []
        for name in names {
            guard let next = property(name, of: found.last ?? object).flatMap(ObservedChain.object) else {
                return found
            }
            found.append(next)
        }
        return found
    }

    /// Returns a value as Objective-C has it.
    private static func object(_ value: Any?) -> Any {
        switch value {
        case nil: NSNull()
        case let number as any BinaryInteger: NSNumber(value: Int64(clamping: number))
        case let number as Double: NSNumber(value: number)
        case let number as Float: NSNumber(value: number)
        case let truth as Bool: NSNumber(value: truth)
        case let named as any RawRepresentable: object(named.rawValue)
        case let value? where Mirror(reflecting: value).displayStyle == .optional:
            Mirror(reflecting: value).children.first.map { object($0.value) } ?? NSNull()
        case let value?: value
        }
    }

    /// Returns the present value at the end of a key path.
    private static func value(_ keyPath: String, of object: AnyObject) -> Any? {
        let names = keyPath.split(separator: ".").map(String.init)
        guard names.count > 1 else { return property(keyPath, of: object) }
        let owners = objects(names.dropLast(), of: object)
        guard owners.count == names.count - 1, let owner = owners.last else { return nil }
        return property(names[names.count - 1], of: owner)
    }

    /// Returns the present value of a property.
    private static func property(_ name: String, of object: AnyObject) -> Any? {
        if let known = (object as? any KeyPathValues)?.observedValue(name) { return known }
        var mirror: Mirror? = Mirror(reflecting: object)
        while let current = mirror {
            if let found = current.children.first(where: { $0.label == name }) { return found.value }
            mirror = current.superclassMirror
        }
        return nil
    }
}
