/// A view or scene of this module that lists its children itself. All other views and scenes have a body.
@MainActor
protocol Part {
    /// Returns the children of the node in the tree.
    func parts(_ node: Node) -> [Child]
}

/// A value that acts when its node appears, is updated, or disappears.
@MainActor
protocol Effect {
    /// Called when the node and all nodes below are on the screen.
    func appeared(_ node: Node)
    /// Called when the node has a new value.
    func updated(_ node: Node, from old: Self)
    /// Called when the node has left the screen.
    func disappeared(_ node: Node)
}

extension Effect {
    func appeared(_ node: Node) {}
    func updated(_ node: Node, from old: Self) {}
    func disappeared(_ node: Node) {}

    func updated(_ node: Node, fromAny old: Any) {
        if let old = old as? Self { updated(node, from: old) }
    }
}

/// A value that becomes the child of a node in the tree.
@MainActor
struct Child {
    /// The view or scene.
    let value: Any
    /// The key that identifies the child among its siblings; `nil` if the position does.
    var key: AnyHashable?
    /// False for a child that is not on the screen, such as a tab that is not selected. Such a child keeps its state.
    var isVisible = true
    /// True if the child covers everything else on the screen.
    var covers = false
    /// Changes the environment of the child and of all nodes below; `nil` for no change.
    var changesEnvironment: ((inout EnvironmentValues) -> Void)?

    init(
        _ value: Any, key: AnyHashable? = nil, isVisible: Bool = true, covers: Bool = false,
        changesEnvironment: ((inout EnvironmentValues) -> Void)? = nil
    ) {
        self.value = value
        self.key = key
        self.isVisible = isVisible
        self.covers = covers
        self.changesEnvironment = changesEnvironment
    }
}
