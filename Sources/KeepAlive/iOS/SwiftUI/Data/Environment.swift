import Foundation
import KeepAlive
import KeepAliveCombine

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    private final class Place: @unchecked Sendable {
        var values = EnvironmentValues()
    }

    private let place = Place()
    private let read: (EnvironmentValues) -> Value

    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
        read = { $0[keyPath: keyPath] }
    }

    public init(_ objectType: Value.Type) where Value: AnyObject {
        read = { values in
            guard let object = values[objectType] else {
                fatalError(
                    "No Observable object of type \(objectType) found. A View.environment(_:) for \(objectType) may be "
                        + "missing as an ancestor of this view.")
            }
            return object
        }
    }

    public init<Object: AnyObject>(_ objectType: Object.Type) where Value == Object? {
        read = { $0[objectType] }
    }

    public var wrappedValue: Value { read(place.values) }
}

extension Environment: Linked {
    func link(to node: Node, _ name: String) { place.values = node.environment }
}

@propertyWrapper
public struct EnvironmentObject<ObjectType: ObservableObject>: DynamicProperty {
    private final class Place: @unchecked Sendable {
        var object: ObjectType?
    }

    private let place = Place()

    public init() {}

    public var wrappedValue: ObjectType {
        guard let object = place.object else {
            fatalError(
                "No ObservableObject of type \(ObjectType.self) found. A View.environmentObject(_:) for "
                    + "\(ObjectType.self) may be missing as an ancestor of this view.")
        }
        return object
    }

    public var projectedValue: ObservedObject<ObjectType>.Wrapper { ObservedObject.Wrapper(wrappedValue) }
}

extension EnvironmentObject: Linked {
    func link(to node: Node, _ name: String) {
        place.object = node.environment[ObjectType.self]
        if let object = place.object { ObjectObservation.observe(object, node, name) }
    }
}
