import Foundation

public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let new = NSKeyValueObservingOptions(rawValue: 1 << 0)
    public static let old = NSKeyValueObservingOptions(rawValue: 1 << 1)
    public static let initial = NSKeyValueObservingOptions(rawValue: 1 << 2)
    public static let prior = NSKeyValueObservingOptions(rawValue: 1 << 3)
}

/// What has changed: here, always the whole value.
public enum NSKeyValueChange: UInt, Sendable {
    case setting = 1
    case insertion, removal, replacement
}

public struct NSKeyValueObservedChange<Value> {
    public typealias Kind = NSKeyValueChange

    public let kind: Kind
    public let newValue: Value?
    public let oldValue: Value?
    /// The places that have changed; `nil` here.
    public let indexes: IndexSet?
    public let isPrior: Bool
}

public final class NSKeyValueObservation: NSObject, @unchecked Sendable {
    private let lock = NSLock()
    private var end: (() -> Void)?

    init(_ end: @escaping () -> Void) {
        self.end = end
    }

    public func invalidate() {
        let end = lock.withLock {
            defer { self.end = nil }
            return self.end
        }
        end?()
    }

    deinit { invalidate() }
}

/// An object whose properties are observed by key paths.
///
/// Without Objective-C, a property tells of its changes by itself: those of this package's classes that can be observed
/// do, and those that a source declares as `@objc dynamic` once the plug-in KeepAliveSources has rewritten it.
public protocol NSKeyValueObserving: AnyObject {}

extension NSObject: NSKeyValueObserving {}

extension NSKeyValueObserving {
    /// Observes a property.
    ///
    /// - Parameters:
    ///   - keyPath: the property.
    ///   - options: when the handler is called, and with what.
    ///   - changeHandler: called with this object and the change, on the thread that makes it.
    /// - Returns: the observation, to be kept.
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        observe(keyPath, [], options, changeHandler) { call in
            Observers.shared.observe(self, .keyPath(keyPath), call)
        }
    }

    /// Observes a property by its name; what the plug-in writes.
    ///
    /// - Parameters:
    ///   - keyPath: the property.
    ///   - name: its name; of several properties, such as `currentItem.status`, their names.
    ///   - objects: of several properties, what leads to the objects that have the second one, the third, and so on.
    ///   - options: when the handler is called, and with what.
    ///   - changeHandler: called with this object and the change, on the thread that makes it.
    /// - Returns: the observation, to be kept.
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, named name: String, through objects: [PartialKeyPath<Self>] = [],
        options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        observe(keyPath, objects, options, changeHandler) { call in
            guard !objects.isEmpty else {
                return Observers.shared.observe(self, .name(name), call)
            }
            let chain = ObservedChain(
                self, name.split(separator: ".").map(String.init),
                objects: { ($0 as? Self).map { PartialKeyPath.objects(objects, of: $0) } ?? [] },
                value: { ($0 as? Self)?.observedValue(keyPath, through: objects) as Any }, call: call)
            return { chain.end() }
        }
    }

    /// - Parameter begin: begins to tell of changes, and returns what ends that.
    private func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, _ objects: [PartialKeyPath<Self>], _ options: NSKeyValueObservingOptions,
        _ changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void,
        _ begin: (@escaping (Observers.Moment) -> Void) -> () -> Void
    ) -> NSKeyValueObservation {
        let end = begin { [weak self] moment in
            guard let self else { return }
            switch moment {
            case .before(let old):
                guard options.contains(.prior) else { return }
                changeHandler(
                    self,
                    NSKeyValueObservedChange(
                        kind: .setting, newValue: nil, oldValue: options.contains(.old) ? old as? Value : nil,
                        indexes: nil, isPrior: true))
            case .after(let old, _):
                changeHandler(
                    self,
                    NSKeyValueObservedChange(
                        kind: .setting,
                        newValue: options.contains(.new) ? self.observedValue(keyPath, through: objects) : nil,
                        oldValue: options.contains(.old) ? old as? Value : nil, indexes: nil, isPrior: false))
            }
        }
        if options.contains(.initial) {
            changeHandler(
                self,
                NSKeyValueObservedChange(
                    kind: .setting,
                    newValue: options.contains(.new) ? self.observedValue(keyPath, through: objects) : nil,
                    oldValue: nil,
                    indexes: nil, isPrior: false))
        }
        return NSKeyValueObservation(end)
    }

    /// A property is about to change: its observers will be told of the old value.
    ///
    /// - Parameter name: the name of the property, for those that observe it by that; the plug-in writes it.
    public func willChangeValue<Value>(for keyPath: KeyPath<Self, Value>, named name: String? = nil) {
        keyValueWillChange(self, keyPath, name)
    }

    /// A property has changed: tells its observers.
    ///
    /// - Parameter name: the name of the property, for those that observe it by that; the plug-in writes it.
    public func didChangeValue<Value>(for keyPath: KeyPath<Self, Value>, named name: String? = nil) {
        keyValueDidChange(self, keyPath, name)
    }
}

/// A property is about to change; what the plug-in writes where a property is `dynamic`.
public func keyValueWillChange<Object: AnyObject, Value>(
    _ object: Object, _ keyPath: KeyPath<Object, Value>, _ name: String?
) {
    let properties = [.keyPath(keyPath)] + (name.map { [Observers.Property.name($0)] } ?? [])
    for property in properties where Observers.shared.observes(object, property) {
        Observers.shared.willChange(object, property, from: object[keyPath: keyPath])
    }
}

/// A property has changed; what the plug-in writes where a property is `dynamic`.
public func keyValueDidChange<Object: AnyObject, Value>(
    _ object: Object, _ keyPath: KeyPath<Object, Value>, _ name: String?
) {
    Observers.shared.didChange(object, .keyPath(keyPath)) { object[keyPath: keyPath] }
    if let name { Observers.shared.didChange(object, .name(name)) { object[keyPath: keyPath] } }
}
