public protocol DynamicProperty {
    /// Called before the body is evaluated. Unlike on iOS, the method is called on a copy of the property: only changes
    /// of an object, or of one of SwiftUI's own property wrappers, last.
    mutating func update()
}

extension DynamicProperty {
    public mutating func update() {}
}

/// A dynamic property whose value is kept by a node of the tree.
@MainActor
protocol Linked {
    /// Connects the property to a node.
    ///
    /// - Parameter name: the property's name, which is unique in the node.
    func link(to node: Node, _ name: String)
}

/// Finds the dynamic properties of a view, scene or app.
@MainActor
enum DynamicProperties {
    /// Connects all dynamic properties of a value to a node, including nested ones, and calls their `update()`.
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
