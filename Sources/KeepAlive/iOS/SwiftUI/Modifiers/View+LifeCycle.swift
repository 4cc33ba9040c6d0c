import Foundation
import KeepAlive
import KeepAliveCombine

extension View {
    func effect(_ action: some Effect) -> some View { EffectView(content: self, action: action) }

    public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        effect(AppearanceEffect(appeared: action, disappeared: nil))
    }

    public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        effect(AppearanceEffect(appeared: nil, disappeared: action))
    }

    public func task(
        priority: TaskPriority = .userInitiated, _ action: @escaping @MainActor @Sendable () async -> Void
    ) -> some View {
        effect(RunningEffect(id: 0, priority: priority, action: action))
    }

    public func task<ID: Equatable>(
        id value: ID, priority: TaskPriority = .userInitiated, _ action: @escaping @MainActor @Sendable () async -> Void
    ) -> some View {
        effect(RunningEffect(id: value, priority: priority, action: action))
    }

    public func onChange<Value: Equatable>(of value: Value, perform action: @escaping (Value) -> Void) -> some View {
        effect(ChangeEffect(value: value, isInitial: false) { action($1) })
    }

    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
    ) -> some View {
        effect(ChangeEffect(value: value, isInitial: initial, action: action))
    }

    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View {
        effect(ChangeEffect(value: value, isInitial: initial) { _, _ in action() })
    }

    public func onReceive<Source: Publisher>(
        _ publisher: Source, perform action: @escaping (Source.Output) -> Void
    ) -> some View where Source.Failure == Never {
        effect(ReceptionEffect(publisher: publisher, action: action))
    }

    /// Calls a function for each URL that the user opens with the app (LN-08).
    public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
        effect(OpenURLEffect(action: action))
    }
}

private struct AppearanceEffect: Effect {
    let appeared: (() -> Void)?
    let disappeared: (() -> Void)?

    func appeared(_ node: Node) { appeared?() }
    func disappeared(_ node: Node) { disappeared?() }
}

/// Calls a function when a view is updated with another value.
struct ChangeEffect<Value: Equatable>: Effect {
    let value: Value
    let isInitial: Bool
    let action: (Value, Value) -> Void

    func appeared(_ node: Node) { if isInitial { action(value, value) } }
    func updated(_ node: Node, from old: Self) { if old.value != value { action(old.value, value) } }
}

/// Runs a Swift task while the view is on the screen.
private struct RunningEffect<ID: Equatable>: Effect {
    private final class Running {
        var task: Task<Void, Never>?
    }

    let id: ID
    let priority: TaskPriority
    let action: @MainActor @Sendable () async -> Void

    func appeared(_ node: Node) { start(node) }

    func updated(_ node: Node, from old: Self) {
        guard old.id != id else { return }
        disappeared(node)
        start(node)
    }

    func disappeared(_ node: Node) { node.stored("task") { Running() }.task?.cancel() }

    private func start(_ node: Node) {
        let action = action
        node.stored("task") { Running() }.task = Task(priority: priority) { await action() }
    }
}

private struct ReceptionEffect<Source: Publisher>: Effect where Source.Failure == Never {
    private final class Subscription {
        var action: (Source.Output) -> Void = { _ in }
        var token: AnyCancellable?
    }

    let publisher: Source
    let action: (Source.Output) -> Void

    func appeared(_ node: Node) {
        let subscription = node.stored("reception") { Subscription() }
        subscription.action = action
        subscription.token = AnyCancellable(publisher.sink { [weak subscription] in subscription?.action($0) })
    }

    func updated(_ node: Node, from old: Self) { node.stored("reception") { Subscription() }.action = action }
}

private struct OpenURLEffect: Effect {
    let action: (URL) -> Void

    func appeared(_ node: Node) { AppHost.current.urlHandlers[ObjectIdentifier(node)] = action }
    func updated(_ node: Node, from old: Self) { appeared(node) }
    func disappeared(_ node: Node) { AppHost.current.urlHandlers[ObjectIdentifier(node)] = nil }
}
