import Foundation
import KeepAlive
import KeepAliveCombine

@propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
    @dynamicMemberLookup
    public struct Wrapper {
        private let object: ObjectType

        init(_ object: ObjectType) {
            self.object = object
        }

        public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>) -> Binding<
            Subject
        > {
            let object = object
            return Binding(get: { object[keyPath: keyPath] }, set: { object[keyPath: keyPath] = $0 })
        }
    }

    public var wrappedValue: ObjectType

    public init(wrappedValue: ObjectType) {
        self.wrappedValue = wrappedValue
    }

    public init(initialValue: ObjectType) {
        wrappedValue = initialValue
    }

    public var projectedValue: Wrapper { Wrapper(wrappedValue) }
}

extension ObservedObject: Linked {
    func link(to node: Node, _ name: String) { ObjectObservation.observe(wrappedValue, node, name) }
}

@propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
    private final class Place: @unchecked Sendable {
        var object: ObjectType?
    }

    private final class Kept {
        let object: ObjectType

        init(_ object: ObjectType) {
            self.object = object
        }
    }

    private let place = Place()
    private let make: () -> ObjectType

    /// Creates the property.
    ///
    /// - Parameter thunk: creates the object when the view enters the tree.
    public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) {
        make = thunk
    }

    public var wrappedValue: ObjectType {
        if let object = place.object { return object }
        let object = make()
        place.object = object
        return object
    }

    public var projectedValue: ObservedObject<ObjectType>.Wrapper { ObservedObject.Wrapper(wrappedValue) }
}

extension StateObject: Linked {
    func link(to node: Node, _ name: String) {
        let kept = node.stored(name) { Kept(make()) }
        place.object = kept.object
        ObjectObservation.observe(kept.object, node, name)
    }
}

@propertyWrapper @dynamicMemberLookup
public struct Bindable<Value: AnyObject> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }

    public init(_ wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }

    public var projectedValue: Bindable<Value> { self }

    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
        let object = wrappedValue
        return Binding(get: { object[keyPath: keyPath] }, set: { object[keyPath: keyPath] = $0 })
    }
}

/// Rebuilds nodes of the tree when observable objects change.
@MainActor
enum ObjectObservation {
    private final class Subscription {
        let object: AnyObject
        let token: AnyCancellable

        init(_ object: AnyObject, _ token: AnyCancellable) {
            self.object = object
            self.token = token
        }
    }

    private final class Current {
        var subscription: Subscription?
    }

    /// Rebuilds a node after each change of an object.
    static func observe(_ object: some ObservableObject, _ node: Node, _ name: String) {
        let current = node.stored(name + " observation") { Current() }
        guard current.subscription?.object !== object else { return }
        let token = object.objectWillChange.sink { [weak node] _ in node?.invalidate() }
        current.subscription = Subscription(object, AnyCancellable(token))
    }
}
