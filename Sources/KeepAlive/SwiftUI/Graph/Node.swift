import Foundation
import KeepAlive
import Observation

/// A place in the tree of what an app shows. A view is made anew at each change; its place keeps its state.
@MainActor
final class Node {
    let graph: Graph
    /// The view, scene or app at this place.
    private(set) var value: Any
    private(set) var environment: EnvironmentValues
    private(set) var children: [Node] = []
    private let key: AnyHashable?
    /// The number of places above it.
    let depth: Int
    /// What the dynamic properties of the value keep here, by their names.
    private var storage: [String: AnyObject] = [:]
    /// False when it is gone from the tree.
    private(set) var isInTree = true

    init(_ value: Any, key: AnyHashable? = nil, environment: EnvironmentValues, depth: Int = 0, graph: Graph) {
        self.value = value
        self.key = key
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
    nonisolated func invalidate() { graph.invalidate(self) }

    // MARK: Making

    /// Makes the tree below, for the first time.
    func appear() {
        build()
        for child in children where child.isInTree { child.appearIfNew() }
        (value as? any Effect)?.appeared(self)
        hasAppeared = true
    }

    private var hasAppeared = false

    private func appearIfNew() { if !hasAppeared { appear() } }

    /// Takes the value that is at this place now.
    func update(_ next: Any, _ environment: EnvironmentValues) {
        let old = value
        value = next
        self.environment = environment
        rebuild()
        (value as? any Effect)?.updated(self, fromAny: old)
    }

    /// Makes the tree below again, with the value that it has.
    func rebuild() {
        guard isInTree else { return }
        build()
        for child in children { child.appearIfNew() }
    }

    /// Takes this place and all below it out of the tree.
    func disappear() {
        guard isInTree else { return }
        isInTree = false
        for child in children { child.disappear() }
        if hasAppeared { (value as? any Effect)?.disappeared(self) }
        children = []
        storage = [:]
    }

    /// Makes the children of the value. Those that are at the place of one of the same type go on in it.
    private func build() {
        DynamicProperties.link(value, to: self)
        let parts = parts()
        let keyed = Dictionary(
            children.compactMap { child in child.key.map { ($0, child) } }, uniquingKeysWith: { first, _ in first })
        let unkeyed = children.filter { $0.key == nil }
        var next: [Node] = []
        var kept: Set<ObjectIdentifier> = []
        var position = 0
        for part in parts {
            var environment = environment
            part.changesEnvironment?(&environment)
            var candidate: Node?
            if let key = part.key {
                candidate = keyed[key]
            } else {
                candidate = position < unkeyed.count ? unkeyed[position] : nil
                position += 1
            }
            if let candidate, type(of: candidate.value) == type(of: part.value),
                kept.insert(ObjectIdentifier(candidate)).inserted
            {
                candidate.update(part.value, environment)
                next.append(candidate)
            } else {
                next.append(Node(part.value, key: part.key, environment: environment, depth: depth + 1, graph: graph))
            }
        }
        let gone = children.filter { !kept.contains(ObjectIdentifier($0)) }
        children = next
        for node in gone { node.disappear() }
    }

    private func parts() -> [Child] {
        if let part = value as? any Part { return part.parts(self) }
        if let view = value as? any UIViewRepresentable {
            view.represent(at: self)
            return []
        }
        if let controller = value as? any UIViewControllerRepresentable {
            controller.represent(at: self)
            return []
        }
        // A change of an @Observable object that the body reads has it made again.
        return withObservationTracking {
            [body()]
        } onChange: { [weak self] in
            self?.invalidate()
        }
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
