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
    /// The key of the changed indexes; never set, unlike on iOS.
    public static let indexesKey = NSKeyValueChangeKey(rawValue: "indexes")
    public static let notificationIsPriorKey = NSKeyValueChangeKey(rawValue: "notificationIsPrior")
}

/// An object that can observe properties by their names.
///
/// With Objective-C every object can do so. On Linux the plug-in KeepAliveSources adds this conformance to each class
/// that overrides `observeValue(forKeyPath:of:change:context:)`.
public protocol KeyPathObserver: AnyObject {
    /// Called when an observed property has changed.
    ///
    /// - Parameters:
    ///   - keyPath: the name of the property.
    ///   - object: the object that has the property.
    ///   - change: the entries that the observation's options ask for; a number or an enumeration is an `NSNumber`.
    ///   - context: the value that was passed to `addObserver(_:forKeyPath:options:context:)`.
    func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?)
}

/// An object with observable properties that a `Mirror` does not find, such as computed properties.
package protocol KeyPathValues: AnyObject {
    /// Returns the value of a property; `nil` if the name is unknown.
    func observedValue(_ name: String) -> Any?
}

extension NSKeyValueObserving {
    /// Observes a property by its name. Neither the observer nor this object is retained.
    ///
    /// Changes are reported only for a property that reports its changes, as with
    /// ``observe(_:options:changeHandler:)``. For a key path of several properties, such as `currentItem.status`, a
    /// change of any of them is reported.
    ///
    /// - Parameters:
    ///   - observer: the object to call, which must be a ``KeyPathObserver``.
    ///   - keyPath: the name of the property.
    ///   - options: when the observer is called, and with which values.
    ///   - context: a value that the observer gets with each call.
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
    /// Raises an exception if the observer does not observe the key path.
    public func removeObserver(_ observer: AnyObject, forKeyPath keyPath: String) {
        KeyPathObservations.shared.remove(self, observer, keyPath) { _ in true }
    }

    /// Ends the observation that was begun with `context`.
    ///
    /// Raises an exception if the observer does not observe the key path with this context.
    public func removeObserver(_ observer: AnyObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?) {
        KeyPathObservations.shared.remove(self, observer, keyPath) { $0 == context }
    }

    /// Raises an exception, as on iOS: an override must not pass changes to `super` that the superclass does not
    /// observe.
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

/// A weak reference that recognizes its object even while the object is in its `deinit`.
private struct Party {
    private weak var object: AnyObject?
    let place: ObjectIdentifier

    init(_ object: AnyObject) {
        self.object = object
        place = ObjectIdentifier(object)
    }

    var isGone: Bool { object == nil }

    /// Returns true if this reference is to a given object.
    ///
    /// A weak reference is `nil` while its object is in `deinit`. Only then are addresses compared: a new object may
    /// have the address of a released one.
    func `is`(_ other: AnyObject) -> Bool {
        if let object { return object === other }
        return Self.isAboutToGo(other) && place == ObjectIdentifier(other)
    }

    /// Returns true if an object is in its `deinit`.
    static func isAboutToGo(_ object: AnyObject) -> Bool {
        weak let found = object
        return found == nil
    }
}

/// All observations by name, kept so that `removeObserver` finds them.
private final class KeyPathObservations: @unchecked Sendable {
    private struct Observation {
        let object: Party
        let observer: Party
        let keyPath: String
        let context: UnsafeMutableRawPointer?
        let end: () -> Void
    }

    static let shared = KeyPathObservations()

    /// An observation that was dropped because its object or observer was released, or was in its `deinit` on another
    /// thread.
    private struct Dropped: Equatable {
        let object: ObjectIdentifier
        let observer: ObjectIdentifier
        let keyPath: String
    }

    private let lock = NSLock()
    private var observations: [Observation] = []
    /// The observations that were dropped last. An observer in its `deinit` may still end a dropped observation, which
    /// must not raise an exception.
    private var dropped: [Dropped] = []
    /// The maximum number of entries of `dropped`. The value is this project's choice: more than the threads that are
    /// in a `deinit` at a time.
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
            // Drops the observations whose object or observer has been released. Another thread may release one at any
            // time, so each is asked once.
            observations.removeAll { entry in
                guard entry.object.isGone || entry.observer.isGone else { return false }
                entry.end()
                dropped.append(
                    Dropped(object: entry.object.place, observer: entry.observer.place, keyPath: entry.keyPath))
                return true
            }
            dropped.removeFirst(max(0, dropped.count - Self.droppedMax))
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
            // Only an object in its `deinit` may match: a new object may have the address of a released one.
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

    /// Begins to report changes of a key path. Returns a function that ends the reports.
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

    /// Returns the objects along the properties, each read from the object before; ends at the first property that
    /// holds no object.
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

    /// Returns a value as Objective-C passes it: a number as `NSNumber`, `nil` as `NSNull`.
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

    /// Returns the current value at the end of a key path; `nil` if an object on the way is missing.
    private static func value(_ keyPath: String, of object: AnyObject) -> Any? {
        let names = keyPath.split(separator: ".").map(String.init)
        guard names.count > 1 else { return property(keyPath, of: object) }
        let owners = objects(names.dropLast(), of: object)
        guard owners.count == names.count - 1, let owner = owners.last else { return nil }
        return property(names[names.count - 1], of: owner)
    }

    /// Returns the current value of a property; `nil` if there is no such property.
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
