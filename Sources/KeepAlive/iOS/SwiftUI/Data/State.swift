import Foundation
import KeepAlive

@propertyWrapper
public struct State<Value>: DynamicProperty {
    private let slot: Slot<Value>

    public init(wrappedValue value: Value) {
        slot = Slot(value)
    }

    public init(initialValue value: Value) {
        slot = Slot(value)
    }

    /// The value, which may be set on any thread.
    public var wrappedValue: Value {
        get { slot.value }
        nonmutating set { slot.value = newValue }
    }

    public var projectedValue: Binding<Value> {
        let slot = slot
        return Binding(get: { slot.value }, set: { slot.value = $0 })
    }
}

extension State where Value: ExpressibleByNilLiteral {
    public init() { self.init(wrappedValue: nil) }
}

/// Compares values of any type.
enum Equality {
    /// Returns true if two values are equal. Values whose type is not `Equatable` count as different.
    static func isEqual<Value>(_ left: Value, _ right: Value) -> Bool {
        guard let left = left as? any Equatable else { return false }
        return equals(left, right)
    }

    private static func equals<Left: Equatable>(_ left: Left, _ right: Any) -> Bool { right as? Left == left }
}

extension State: Linked {
    func link(to node: Node, _ name: String) { slot.link(to: node, name) }
}

/// The storage of a view's state: the initial value until the view is in the tree, and then the ``Location`` that the
/// view's node keeps.
final class Slot<Value>: @unchecked Sendable {
    private let lock = NSRecursiveLock()
    private var location: Location<Value>?
    private var early: Value

    init(_ value: Value) {
        early = value
    }

    var value: Value {
        get { lock.withLock { location?.value ?? early } }
        set {
            guard let location = lock.withLock({ location }) else { return lock.withLock { early = newValue } }
            location.value = newValue
        }
    }

    @MainActor
    func link(to node: Node, _ name: String) {
        let first = lock.withLock { early }
        let location = node.stored(name) { Location(first, node) }
        lock.withLock { self.location = location }
    }
}

/// A state value that a node of the tree keeps. A change rebuilds the node.
final class Location<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var current: Value
    private weak var node: Node?

    init(_ value: Value, _ node: Node) {
        current = value
        self.node = node
    }

    var value: Value {
        get { lock.withLock { current } }
        set {
            let old = lock.withLock {
                defer { current = newValue }
                return current
            }
            if !Equality.isEqual(old, newValue) { node?.invalidate() }
        }
    }
}

/// A value that changes while a gesture is recognized. Unlike on iOS, no gesture is recognized: the value is always the
/// initial value.
@propertyWrapper
public struct GestureState<Value>: DynamicProperty {
    public let wrappedValue: Value

    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }

    public init(initialValue: Value) {
        wrappedValue = initialValue
    }

    public var projectedValue: GestureState<Value> { self }
}

@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
    @propertyWrapper
    public struct Binding {
        private let binding: KeepAliveSwiftUI.Binding<Value>

        init(_ binding: KeepAliveSwiftUI.Binding<Value>) {
            self.binding = binding
        }

        public var wrappedValue: Value {
            get { binding.wrappedValue }
            nonmutating set { binding.wrappedValue = newValue }
        }

        public var projectedValue: Binding { self }
    }

    private let state: State<Value>

    public init() where Value == Bool {
        state = State(wrappedValue: false)
    }

    public init<Wrapped: Hashable>() where Value == Wrapped? {
        state = State(wrappedValue: nil)
    }

    public var wrappedValue: Value {
        get { state.wrappedValue }
        nonmutating set { state.wrappedValue = newValue }
    }

    public var projectedValue: Binding { Binding(state.projectedValue) }
}

@propertyWrapper
public struct Namespace: DynamicProperty {
    public struct ID: Hashable, Sendable {
        private let number = UUID()
    }

    public init() {}

    public let wrappedValue = ID()
}
