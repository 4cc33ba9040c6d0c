import Foundation
import KeepAlive
import Observation

/// A place in the tree of what an app shows. A view is made anew at each change; its place keeps its state.
@MainActor
final class Node {
    /// Tells a place from its siblings: by a key and how often that came before, or by the position.
    private enum Name: Hashable {
        case keyed(AnyHashable, Int)
        case at(Int)
    }

    private weak let graph: Graph?
    /// The view, scene or app at this place.
    private(set) var value: Any
    private(set) var environment: EnvironmentValues
    private(set) var children: [Node] = []
    private let name: Name
    /// The number of places above it.
    let depth: Int
    /// What the dynamic properties of the value keep here, by their names.
    private var storage: [String: AnyObject] = [:]
    private let tracking = Tracking()
    /// False when it is gone from the tree.
    private(set) var isInTree = true
    /// True if it is on the screen.
    private(set) var isVisible = false
    /// True if it covers all else on the screen.
    private(set) var covers = false
    /// True if its effect has begun, and not ended.
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

    /// Returns what a dynamic property keeps here; the first call makes it.
    func stored<Object: AnyObject>(_ name: String, _ make: () -> Object) -> Object {
        if let found = storage[name] as? Object { return found }
        let made = make()
        storage[name] = made
        return made
    }

    /// Has the tree below this place made again, soon.
    nonisolated func invalidate() { graph?.invalidate(self) }

    // MARK: Making

    /// Takes the value that is at this place now.
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

    /// Makes the tree below with the value that it has.
    func rebuild() { rebuild(isVisible: isVisible) }

    func rebuild(isVisible: Bool) {
        guard isInTree else { return }
        self.isVisible = isVisible
        build()
        announce()
    }

    /// Puts it on the screen, or takes it away, with all below it. It stays in the tree, with its state.
    func show(_ isVisible: Bool) {
        guard isInTree, self.isVisible != isVisible else { return }
        rebuild(isVisible: isVisible)
    }

    /// Takes this place and all below it out of the tree.
    func leave() {
        guard isInTree else { return }
        isInTree = false
        isVisible = false
        tracking.end()
        for child in children { child.leave() }
        announce()
        children = []
    }

    /// Has its effect begin or end once the whole tree is made: an effect may change the tree.
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

    /// Makes the children of the value. Those that are at the place of one of the same type go on in it.
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
        // What a body reads of @Observable objects is observed, and what content, rows and modifiers read, too.
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
