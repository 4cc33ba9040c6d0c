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

/// The kind of a change. Unlike on iOS, the kind is always `setting`: the whole value was set.
public enum NSKeyValueChange: UInt, Sendable {
    case setting = 1
    case insertion, removal, replacement
}

public struct NSKeyValueObservedChange<Value> {
    public typealias Kind = NSKeyValueChange

    public let kind: Kind
    public let newValue: Value?
    public let oldValue: Value?
    /// The changed indexes; always `nil`, unlike on iOS.
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

/// An object whose properties can be observed by key path.
///
/// Without Objective-C, a property must report its changes itself. The observable properties of KeepAlive's classes do
/// so. So do the `@objc dynamic` properties of an app, once the plug-in KeepAliveSources has rewritten them.
public protocol NSKeyValueObserving: AnyObject {}

extension NSObject: NSKeyValueObserving {}

extension NSKeyValueObserving {
    /// Observes a property.
    ///
    /// - Parameters:
    ///   - keyPath: the property.
    ///   - options: when the handler is called, and with which values.
    ///   - changeHandler: called with this object and the change, on the thread that makes the change.
    /// - Returns: the observation, which ends when it is invalidated or released.
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        observe(keyPath, [], options, changeHandler) { call in
            Observers.shared.observe(self, .keyPath(keyPath), call)
        }
    }

    /// Observes a property by its name. The plug-in KeepAliveSources writes calls of this method.
    ///
    /// - Parameters:
    ///   - keyPath: the property.
    ///   - name: the property's name; for several properties their names with dots, such as `currentItem.status`.
    ///   - objects: for several properties, the key paths to the objects that have the second property, the third, and
    ///     so on.
    ///   - options: when the handler is called, and with which values.
    ///   - changeHandler: called with this object and the change, on the thread that makes the change.
    /// - Returns: the observation, which ends when it is invalidated or released.
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

    /// - Parameter begin: begins to report changes, and returns a function that ends the reports.
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

    /// Reports that a property is about to change, so that its observers get the old value.
    ///
    /// - Parameter name: the property's name, for observers by name; the plug-in KeepAliveSources passes it.
    public func willChangeValue<Value>(for keyPath: KeyPath<Self, Value>, named name: String? = nil) {
        keyValueWillChange(self, keyPath, name)
    }

    /// Reports that a property has changed.
    ///
    /// - Parameter name: the property's name, for observers by name; the plug-in KeepAliveSources passes it.
    public func didChangeValue<Value>(for keyPath: KeyPath<Self, Value>, named name: String? = nil) {
        keyValueDidChange(self, keyPath, name)
    }
}

/// Reports that a property is about to change. The plug-in KeepAliveSources writes this call for a `dynamic` property.
public func keyValueWillChange<Object: AnyObject, Value>(
    _ object: Object, _ keyPath: KeyPath<Object, Value>, _ name: String?
) {
    let properties = [.keyPath(keyPath)] + (name.map { [Observers.Property.name($0)] } ?? [])
    for property in properties where Observers.shared.observes(object, property) {
        Observers.shared.willChange(object, property, from: object[keyPath: keyPath])
    }
}

/// Reports that a property has changed. The plug-in KeepAliveSources writes this call for a `dynamic` property.
public func keyValueDidChange<Object: AnyObject, Value>(
    _ object: Object, _ keyPath: KeyPath<Object, Value>, _ name: String?
) {
    Observers.shared.didChange(object, .keyPath(keyPath)) { object[keyPath: keyPath] }
    if let name { Observers.shared.didChange(object, .name(name)) { object[keyPath: keyPath] } }
}
