/// A view or scene of this module, which says itself what is below it. Any other one has a body.
@MainActor
protocol Part {
    /// Returns what is below it in the tree.
    func parts(_ node: Node) -> [Child]
}

/// What does something at its place in the tree, besides holding others.
@MainActor
protocol Effect {
    /// It is on the screen, with all below it.
    func appeared(_ node: Node)
    /// Its place has another value now.
    func updated(_ node: Node, from old: Self)
    /// It is gone from the screen.
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

/// A value to be put into the tree, below another.
@MainActor
struct Child {
    /// The view or scene.
    let value: Any
    /// Tells it from its siblings; `nil` where its position does.
    var key: AnyHashable?
    /// False for one that is not on the screen, such as a tab that is not chosen: it keeps its state.
    var isVisible = true
    /// True if it covers all else on the screen.
    var covers = false
    /// Changes the environment for it and all below it.
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
