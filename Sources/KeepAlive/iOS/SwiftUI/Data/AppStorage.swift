import Foundation
import KeepAlive

/// A value in the user defaults. A view is updated when the value is set through an `AppStorage`. Foundation on Linux
/// reports no other changes of the user defaults: unlike on iOS, the view shows such a change only with its next
/// update.
@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
    private let key: String
    private let store: UserDefaults
    private let read: (UserDefaults) -> Value
    private let write: (UserDefaults, Value) -> Void

    private init(
        _ key: String, _ store: UserDefaults?, read: @escaping (UserDefaults) -> Value,
        write: @escaping (UserDefaults, Value) -> Void
    ) {
        self.key = key
        self.store = store ?? .standard
        self.read = read
        self.write = write
    }

    private init(plain key: String, _ value: Value, _ store: UserDefaults?) {
        self.init(key, store, read: { $0.object(forKey: key) as? Value ?? value }, write: { $0.set($1, forKey: key) })
    }

    /// The value, which may be set on any thread.
    public var wrappedValue: Value {
        get { read(store) }
        nonmutating set {
            write(store, newValue)
            NotificationCenter.default.post(name: AppStorageChange.name, object: nil, userInfo: ["key": key])
        }
    }

    public var projectedValue: Binding<Value> {
        Binding(get: { wrappedValue }, set: { wrappedValue = $0 })
    }
}

extension AppStorage {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Bool {
        self.init(plain: key, wrappedValue, store)
    }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Int {
        self.init(plain: key, wrappedValue, store)
    }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Double {
        self.init(plain: key, wrappedValue, store)
    }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == String {
        self.init(plain: key, wrappedValue, store)
    }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Data {
        self.init(plain: key, wrappedValue, store)
    }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Date {
        self.init(plain: key, wrappedValue, store)
    }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == URL {
        self.init(key, store, read: { $0.url(forKey: key) ?? wrappedValue }, write: { $0.set($1, forKey: key) })
    }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value: RawRepresentable, Value.RawValue == String {
        self.init(raw: key, wrappedValue, store)
    }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value: RawRepresentable, Value.RawValue == Int {
        self.init(raw: key, wrappedValue, store)
    }

    private init(raw key: String, _ value: Value, _ store: UserDefaults?) where Value: RawRepresentable {
        self.init(
            key, store, read: { ($0.object(forKey: key) as? Value.RawValue).flatMap(Value.init) ?? value },
            write: { $0.set($1.rawValue, forKey: key) })
    }

    private init<Wrapped>(optional key: String, _ store: UserDefaults?) where Value == Wrapped? {
        self.init(
            key, store, read: { $0.object(forKey: key) as? Wrapped },
            write: { store, value in
                if let value { store.set(value, forKey: key) } else { store.removeObject(forKey: key) }
            })
    }

    public init<Wrapped: RawRepresentable>(_ key: String, store: UserDefaults? = nil)
    where Value == Wrapped?, Wrapped.RawValue == String {
        self.init(optionalRaw: key, store)
    }
    public init<Wrapped: RawRepresentable>(_ key: String, store: UserDefaults? = nil)
    where Value == Wrapped?, Wrapped.RawValue == Int {
        self.init(optionalRaw: key, store)
    }

    private init<Wrapped: RawRepresentable>(optionalRaw key: String, _ store: UserDefaults?) where Value == Wrapped? {
        self.init(
            key, store, read: { ($0.object(forKey: key) as? Wrapped.RawValue).flatMap(Wrapped.init) },
            write: { store, value in
                if let value { store.set(value.rawValue, forKey: key) } else { store.removeObject(forKey: key) }
            })
    }

    public init(_ key: String, store: UserDefaults? = nil) where Value == Bool? {
        self.init(optional: key, store)
    }
    public init(_ key: String, store: UserDefaults? = nil) where Value == Int? {
        self.init(optional: key, store)
    }
    public init(_ key: String, store: UserDefaults? = nil) where Value == Double? {
        self.init(optional: key, store)
    }
    public init(_ key: String, store: UserDefaults? = nil) where Value == String? {
        self.init(optional: key, store)
    }
    public init(_ key: String, store: UserDefaults? = nil) where Value == Data? {
        self.init(optional: key, store)
    }
}

extension AppStorage: Linked {
    func link(to node: Node, _ name: String) {
        _ = node.stored(name) { AppStorageChange(node, key) }
    }
}

/// Updates a node when an ``AppStorage`` changes the value of a key.
@MainActor
final class AppStorageChange {
    nonisolated static let name = Notification.Name("KeepAliveAppStorageChange")

    private nonisolated(unsafe) var token: (any NSObjectProtocol)?

    init(_ node: Node, _ key: String) {
        token = NotificationCenter.default.addObserver(forName: Self.name, object: nil, queue: nil) { [weak node] in
            if $0.userInfo?["key"] as? String == key { node?.invalidate() }
        }
    }

    deinit { if let token { NotificationCenter.default.removeObserver(token) } }
}

/// A value that belongs to a scene. Unlike on iOS, scenes are not restored: the value lasts as long as the view's node.
@propertyWrapper
public struct SceneStorage<Value>: DynamicProperty {
    private let state: State<Value>

    /// Creates the property.
    ///
    /// - Parameters:
    ///   - wrappedValue: the initial value.
    ///   - key: ignored, unlike on iOS.
    public init(wrappedValue: Value, _ key: String) {
        state = State(wrappedValue: wrappedValue)
    }

    public init(_ key: String) where Value: ExpressibleByNilLiteral {
        state = State(wrappedValue: nil)
    }

    public var wrappedValue: Value {
        get { state.wrappedValue }
        nonmutating set { state.wrappedValue = newValue }
    }

    public var projectedValue: Binding<Value> { state.projectedValue }
}
