import Foundation
import KeepAlive
import Observation

/// A node in the tree of an app's views. A view is created anew with each change; the node stays, and keeps the view's
/// state.
@MainActor
final class Node {
    /// The identity of a node among its siblings: its position or, if it has a key, the key with the number of earlier
    /// siblings that have the same key.
    private enum Name: Hashable {
        case keyed(AnyHashable, Int)
        case at(Int)
    }

    private weak let graph: Graph?
    /// The view, scene or app at this node.
    private(set) var value: Any
    private(set) var environment: EnvironmentValues
    private(set) var children: [Node] = []
    private let name: Name
    /// The number of ancestors.
    let depth: Int
    /// The objects that the value's dynamic properties keep in this node, by name.
    private var storage: [String: AnyObject] = [:]
    private let tracking = Tracking()
    /// False once the node has been removed from the tree.
    private(set) var isInTree = true
    /// True while the node is on the screen.
    private(set) var isVisible = false
    /// True if the node hides the rest of the screen, as a sheet does.
    private(set) var covers = false
    /// True if the effect's last call was `appeared(_:)`, not `disappeared(_:)`.
    private var hasAppeared = false

    convenience init(root value: Any, environment: EnvironmentValues, graph: Graph) {
        self.init(value, .at(0), environment, 0, graph)
    }

    private init(_ value: Any, _ name: Name, _ environment: EnvironmentValues, _ depth: Int, _ graph: Graph?) {
        self.value = value
        self.name = name
        self.environment = environment
        self.depth = depth
        self.graph = graph
    }

    /// Returns the object that this node keeps under a name. The first call creates the object.
    func stored<Object: AnyObject>(_ name: String, _ make: () -> Object) -> Object {
        if let found = storage[name] as? Object { return found }
        let made = make()
        storage[name] = made
        return made
    }

    /// Schedules a rebuild of this node and the tree below.
    nonisolated func invalidate() { graph?.invalidate(self) }

    // MARK: Building

    /// Replaces the value of this node, and rebuilds the tree below.
    func update(_ next: Any, _ environment: EnvironmentValues, isVisible: Bool) {
        let old = value
        value = next
        self.environment = environment
        rebuild(isVisible: isVisible)
        guard hasAppeared else { return }
        graph?.afterwards { [weak self] in
            guard let self, hasAppeared else { return }
            (value as? any Effect)?.updated(self, fromAny: old)
        }
    }

    /// Rebuilds the tree below this node with the current value.
    func rebuild() { rebuild(isVisible: isVisible) }

    func rebuild(isVisible: Bool) {
        guard isInTree else { return }
        self.isVisible = isVisible
        build()
        announce()
    }

    /// Shows or hides this node and the tree below. Hidden nodes stay in the tree, and keep their state.
    func show(_ isVisible: Bool) {
        guard isInTree, self.isVisible != isVisible else { return }
        rebuild(isVisible: isVisible)
    }

    /// Removes this node and the tree below.
    func leave() {
        guard isInTree else { return }
        isInTree = false
        isVisible = false
        tracking.end()
        for child in children { child.leave() }
        announce()
        children = []
    }

    /// Calls the effect for an appearance or disappearance, once the whole tree is built: the effect may change the
    /// tree.
    private func announce() {
        guard isVisible != hasAppeared else { return }
        guard let graph else { return tell() }
        graph.afterwards { [self] in tell() }
    }

    private func tell() {
        guard isVisible != hasAppeared else { return }
        hasAppeared = isVisible
        guard let effect = value as? any Effect else { return }
        if isVisible { effect.appeared(self) } else { effect.disappeared(self) }
    }

    /// Builds the children. A child with the same identity and type as before is reused, with its state.
    private func build() {
        DynamicProperties.link(value, to: self)
        let parts = tracking.track(parts) { [weak self] in self?.invalidate() }
        let before = Dictionary(children.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var next: [Node] = []
        var kept: Set<Name> = []
        var occurrences: [AnyHashable: Int] = [:]
        for (position, part) in parts.enumerated() {
            var environment = environment
            part.changesEnvironment?(&environment)
            var name = Name.at(position)
            if let key = part.key {
                name = .keyed(key, occurrences[key, default: 0])
                occurrences[key, default: 0] += 1
            }
            let visible = isVisible && part.isVisible
            if let candidate = before[name], type(of: candidate.value) == type(of: part.value) {
                kept.insert(name)
                next.append(candidate)
                candidate.covers = part.covers
                candidate.update(part.value, environment, isVisible: visible)
            } else {
                let made = Node(part.value, name, environment, depth + 1, graph)
                next.append(made)
                made.covers = part.covers
                made.rebuild(isVisible: visible)
            }
        }
        let gone = children.filter { !kept.contains($0.name) }
        children = next
        for node in gone { node.leave() }
    }

    private func parts() -> [Child] {
        // All code of the app runs in this function, and under observation: a change of an `@Observable` property that
        // a body, content, row or modifier has read rebuilds this node.
        if let part = value as? any Part { return part.parts(self) }
        if let view = value as? any UIViewRepresentable {
            view.represent(at: self)
            return []
        }
        if let controller = value as? any UIViewControllerRepresentable {
            controller.represent(at: self)
            return []
        }
        return [body()]
    }

    private func body() -> Child {
        func of(view: some View) -> Any { view.body }
        func of(scene: some Scene) -> Any { scene.body }
        func of(app: some App) -> Any { app.body }
        return switch value {
        case let view as any View: Child(of(view: view))
        case let scene as any Scene: Child(of(scene: scene))
        case let app as any App: Child(of(app: app))
        default: preconditionFailure("\(type(of: value)) is no view, scene or app")
        }
    }
}
