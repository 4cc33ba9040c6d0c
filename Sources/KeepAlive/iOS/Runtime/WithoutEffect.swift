import Foundation

/// A class's property that stores its value, but has no effect, unlike on iOS. When the app sets the property for the
/// first time, a line in the timeline says so. docs/without-effect.md lists all such properties.
@propertyWrapper
public struct WithoutEffect<Value> {
    private var value: Value

    public init(wrappedValue: Value) { value = wrappedValue }

    @available(*, unavailable, message: "a property without effect is one of a class")
    public var wrappedValue: Value {
        get { fatalError("unreachable") }
        set { fatalError("unreachable") }
    }

    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner, wrapped _: ReferenceWritableKeyPath<Owner, Value>,
        storage storage: ReferenceWritableKeyPath<Owner, WithoutEffect<Value>>
    ) -> Value {
        get { owner[keyPath: storage].value }
        set {
            owner[keyPath: storage].value = newValue
            AppContext.current.noteWithoutEffect(storage)
        }
    }
}

extension WithoutEffect: Sendable where Value: Sendable {}

/// Writes into the timeline that a method has no effect, when the app calls the method for the first time.
package func withoutEffect(_ type: Any.Type, _ method: String = #function) {
    AppContext.current.noteWithoutEffect(type, method)
}

extension AppContext {
    /// Writes into the timeline that a property has no effect, when the app sets the property for the first time.
    ///
    /// - Parameter storage: the key path of the property's storage, such as `\UIView._alpha`.
    fileprivate func noteWithoutEffect(_ storage: AnyKeyPath) {
        guard isConnected, only({ NotedKeys() }).isFirst(storage) else { return }
        let name = String("\(storage)".dropFirst()).replacingOccurrences(of: "._", with: ".")
        note("\(name) has no effect here")
    }

    fileprivate func noteWithoutEffect(_ type: Any.Type, _ method: String) {
        guard isConnected, only({ NotedKeys() }).isFirst([ObjectIdentifier(type), method] as [AnyHashable]) else {
            return
        }
        note("\(type).\(method) has no effect here")
    }
}

private final class NotedKeys: @unchecked Sendable {
    private let lock = NSLock()
    private var keys: Set<AnyHashable> = []

    func isFirst(_ key: AnyHashable) -> Bool { lock.withLock { keys.insert(key).inserted } }
}
