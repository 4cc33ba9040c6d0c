import Foundation
import KeepAlive

/// A tree of views or scenes, and the changes that wait to be made in it.
@MainActor
final class Graph {
    /// The app whose tree it is.
    nonisolated let context: AppContext
    private(set) var root: Node?
    private nonisolated let lock = NSLock()
    /// The places that are to be made again.
    private nonisolated(unsafe) var waiting: [Node] = []

    nonisolated init() {
        context = .current
    }

    /// Puts the first value into the tree.
    func show(_ value: Any, _ environment: EnvironmentValues) {
        let node = Node(value, environment: environment, graph: self)
        root = node
        node.appear()
    }

    /// Puts a value in the place of the root's.
    func update(_ value: Any, _ environment: EnvironmentValues) { root?.update(value, environment) }

    /// Takes everything out of the tree.
    func end() {
        root?.disappear()
        root = nil
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
        // A place above is made first: it may take one below out of the tree.
        for node in nodes.sorted(by: { $0.depth < $1.depth }) where done.insert(ObjectIdentifier(node)).inserted {
            node.rebuild()
        }
    }
}
