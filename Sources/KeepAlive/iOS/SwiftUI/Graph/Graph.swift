import Foundation
import KeepAlive

/// A tree of views or scenes, with the nodes that wait to be rebuilt.
@MainActor
final class Graph: TouchHost {
    /// The context of the app that has the tree.
    nonisolated let context: AppContext
    private nonisolated let process: Int
    private(set) var root: Node?
    private nonisolated let lock = NSLock()
    /// The nodes that wait to be rebuilt. Changed under `lock`.
    private nonisolated(unsafe) var waiting: [Node] = []
    /// The functions to call once the tree is built.
    private var effects: [() -> Void] = []
    private var isMaking = false

    nonisolated init() {
        context = .current
        process = context.process
    }

    isolated deinit {
        // The views must not be called after their process has ended.
        if context.process == process { context.inside { root?.leave() } }
    }

    /// Creates the root node with a value, and shows the tree.
    func show(_ value: Any, _ environment: EnvironmentValues) {
        let node = Node(root: value, environment: environment, graph: self)
        root = node
        make { node.rebuild(isVisible: true) }
    }

    /// Replaces the value of the root node.
    func update(_ value: Any, _ environment: EnvironmentValues, isVisible: Bool = true) {
        make { root?.update(value, environment, isVisible: isVisible) }
    }

    /// Shows or hides the tree. A hidden tree keeps its state.
    func show(_ isVisible: Bool) { make { root?.show(isVisible) } }

    var touchables: [Touchable] { root?.touchables ?? [] }

    /// Calls a function once the whole tree is built.
    func afterwards(_ effect: @escaping () -> Void) { effects.append(effect) }

    /// Builds the tree, or a part of it, and then calls the effects, which may cause further builds.
    private func make(_ body: () -> Void) {
        body()
        guard !isMaking else { return }
        isMaking = true
        defer { isMaking = false }
        while !effects.isEmpty {
            let due = effects
            effects = []
            for effect in due { effect() }
        }
    }

    /// Rebuilds a node after the current work. Several calls until then cause a single rebuild.
    nonisolated func invalidate(_ node: Node) {
        let isFirst = lock.withLock {
            waiting.append(node)
            return waiting.count == 1
        }
        guard isFirst else { return }
        context.main { [weak self] in MainActor.assumeIsolated { self?.work() } }
    }

    private func work() {
        let nodes = lock.withLock {
            defer { waiting = [] }
            return waiting
        }
        var done: Set<ObjectIdentifier> = []
        make {
            // Upper nodes are rebuilt first, since this may remove lower nodes from the tree.
            for node in nodes.sorted(by: { $0.depth < $1.depth }) where done.insert(ObjectIdentifier(node)).inserted {
                node.rebuild()
            }
        }
    }
}
