/// A view or scene of this module that lists its children itself, instead of having a body.
@MainActor
protocol Part {
    func parts(_ node: Node) -> [Child]
}

/// A value that is called when its node appears, is updated, or disappears.
@MainActor
protocol Effect {
    /// Called when the node has come to the screen, with the tree below.
    func appeared(_ node: Node)
    /// Called when a node that has appeared gets a new value.
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

/// Describes a child from which a node of the tree is built: its view or scene, its key and how it is shown.
@MainActor
struct Child {
    let value: Any
    /// The key that identifies the child among its siblings; `nil` if the position does so.
    var key: AnyHashable?
    /// False for a child that is not on the screen, but keeps its state, such as a tab that is not selected.
    var isVisible = true
    /// True if the child hides the rest of the screen, as a sheet does.
    var covers = false
    /// Changes the environment of the child and of the tree below; `nil` for no change.
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
