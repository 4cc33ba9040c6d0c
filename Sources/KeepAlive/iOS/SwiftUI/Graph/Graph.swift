import Foundation
import KeepAlive

/// A tree of views or scenes, and the changes that wait to be made in it.
@MainActor
final class Graph: TouchHost {
    /// The app whose tree it is.
    nonisolated let context: AppContext
    private nonisolated let process: Int
    private(set) var root: Node?
    private nonisolated let lock = NSLock()
    /// The places that are to be made again.
    private nonisolated(unsafe) var waiting: [Node] = []
    /// What is done once the tree is made.
    private var effects: [() -> Void] = []
    private var isMaking = false

    nonisolated init() {
        context = .current
        process = context.process
    }

    isolated deinit {
        // Nothing is called in a process that has ended.
        if context.process == process { context.inside { root?.leave() } }
    }

    /// Puts the first value into the tree, on the screen.
    func show(_ value: Any, _ environment: EnvironmentValues) {
        let node = Node(root: value, environment: environment, graph: self)
        root = node
        make { node.rebuild(isVisible: true) }
    }

    /// Puts a value in the place of the root's.
    func update(_ value: Any, _ environment: EnvironmentValues, isVisible: Bool = true) {
        make { root?.update(value, environment, isVisible: isVisible) }
    }

    /// Puts the tree on the screen, or takes it away. Its state stays.
    func show(_ isVisible: Bool) { make { root?.show(isVisible) } }

    var touchables: [Touchable] { root?.touchables ?? [] }

    /// Does something when the whole tree is made.
    func afterwards(_ effect: @escaping () -> Void) { effects.append(effect) }

    /// Makes the tree, or a part of it, and then has the effects happen, which may have it made again.
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

    /// Has a place made again after the present work: several changes make it once.
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
            // A place above is made first: it may take one below out of the tree.
            for node in nodes.sorted(by: { $0.depth < $1.depth }) where done.insert(ObjectIdentifier(node)).inserted {
                node.rebuild()
            }
        }
    }
}
