public protocol DynamicProperty {
    /// Called before the body is made. Here it is called on a copy: what it changes has to be in an object, or in a property of
    /// a kind that SwiftUI has.
    mutating func update()
}

extension DynamicProperty {
    public mutating func update() {}
}

/// A dynamic property that takes its value from a place in the tree.
@MainActor
protocol Linked {
    /// - Parameter name: the property's name, unique at the place.
    func link(to node: Node, _ name: String)
}

/// The dynamic properties of a value.
@MainActor
enum DynamicProperties {
    /// Connects them, and those within them, to a place.
    static func link(_ value: Any, to node: Node, _ prefix: String = "") {
        for property in Mirror(reflecting: value).children {
            let name = prefix + (property.label ?? "")
            if let linked = property.value as? any Linked { linked.link(to: node, name) }
            if var dynamic = property.value as? any DynamicProperty {
                if !(dynamic is any Linked) { link(dynamic, to: node, name + ".") }
                dynamic.update()
            }
        }
    }
}
