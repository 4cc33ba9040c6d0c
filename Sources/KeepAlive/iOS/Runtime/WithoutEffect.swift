import Foundation

/// A property of a class that is kept, and of which nothing comes here. The timeline says so when the app sets it for the first
/// time; docs/without-effect.md lists all.
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

/// Notes that the app has called a method of which nothing comes here, the first time.
package func withoutEffect(_ type: Any.Type, _ method: String = #function) {
    AppContext.current.noteWithoutEffect(type, method)
}

extension AppContext {
    /// Notes that the app has set a property of which nothing comes.
    ///
    /// - Parameter storage: `\UIView._alpha`.
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
