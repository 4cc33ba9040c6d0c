public protocol DynamicProperty {
    /// Called before the body is evaluated. Unlike on iOS, the method is called on a copy of the property, so changes
    /// last only in an object or in one of SwiftUI's own property wrappers.
    mutating func update()
}

extension DynamicProperty {
    public mutating func update() {}
}

/// A dynamic property whose value is kept in a node of the tree.
@MainActor
protocol Linked {
    /// Connects the property to a node.
    ///
    /// - Parameter name: the property's name, which is unique in the node.
    func link(to node: Node, _ name: String)
}

/// Finds the dynamic properties of a value.
@MainActor
enum DynamicProperties {
    /// Connects the dynamic properties of a value, and nested dynamic properties, to a node, and updates all of them.
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
