import Foundation
import KeepAlive

@preconcurrency @MainActor
public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
}

extension Never: Scene {}

extension Scene where Body == Never {
    public var body: Never { fatalError("\(Self.self) has no body") }
}

@resultBuilder
public enum SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: Scene>(_ content: repeat each Content) -> SceneTuple<
        (repeat each Content)
    > {
        SceneTuple((repeat each content))
    }
    public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
    public static func buildOptional<Content: Scene>(_ content: Content?) -> OptionalScene<Content> {
        OptionalScene(content)
    }
    public static func buildLimitedAvailability<Content: Scene>(_ content: Content) -> Content { content }
}

public struct SceneTuple<Value> {
    let value: Value

    nonisolated init(_ value: Value) {
        self.value = value
    }
}

extension SceneTuple: Scene, Part {
    public typealias Body = Never

    func parts(_ node: Node) -> [Child] { Mirror(reflecting: value).children.map { Child($0.value) } }
}

public struct OptionalScene<Content: Scene> {
    let content: Content?

    nonisolated init(_ content: Content?) {
        self.content = content
    }
}

extension OptionalScene: Scene, Part {
    public typealias Body = Never

    func parts(_ node: Node) -> [Child] { content.map { [Child($0)] } ?? [] }
}

/// A scene with windows of the same kind. The views are created when the app comes to the foreground, and stay while
/// the scene is connected, even in the background.
public struct WindowGroup<Content: View>: Scene {
    public typealias Body = Never

    let content: () -> Content

    public init(@ViewBuilder content: @escaping () -> Content) {
        self.content = content
    }

    /// Creates a window group; the title is not shown, unlike on iOS.
    public init(_ title: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content) {
        self.content = content
    }

    public init(id: String, @ViewBuilder content: @escaping () -> Content) {
        self.content = content
    }

    public init(_ title: LocalizedStringKey, id: String, @ViewBuilder content: @escaping () -> Content) {
        self.content = content
    }
}

extension WindowGroup: Part {
    func parts(_ node: Node) -> [Child] {
        let host = AppHost.current
        return host.scenes.map { scene in
            Child(content(), key: ObjectIdentifier(scene)) { $0.scenePhase = host.phase(of: scene) }
        }
    }
}

/// The settings of a Mac app; never shown.
public struct Settings<Content: View>: Scene {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> Content) {}
}

extension Settings: Part {
    func parts(_ node: Node) -> [Child] { [] }
}

/// A scene with an effect, which is called when the scene appears, is updated, or disappears.
struct EffectScene<Content: Scene, Action: Effect>: Scene, Part, Effect {
    typealias Body = Never

    let content: Content
    let action: Action

    func parts(_ node: Node) -> [Child] { [Child(content)] }
    func appeared(_ node: Node) { action.appeared(node) }
    func updated(_ node: Node, from old: Self) { action.updated(node, from: old.action) }
    func disappeared(_ node: Node) { action.disappeared(node) }
}

/// A scene that changes the environment of its content.
struct EnvironmentScene<Content: Scene>: Scene, Part {
    typealias Body = Never

    let content: Content
    let change: (inout EnvironmentValues) -> Void

    func parts(_ node: Node) -> [Child] { [Child(content, changesEnvironment: change)] }
}

extension Scene {
    public func onChange<Value: Equatable>(of value: Value, perform action: @escaping (Value) -> Void) -> some Scene {
        EffectScene(content: self, action: ChangeEffect(value: value, isInitial: false) { action($1) })
    }

    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
    ) -> some Scene {
        EffectScene(content: self, action: ChangeEffect(value: value, isInitial: initial, action: action))
    }

    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some Scene {
        EffectScene(content: self, action: ChangeEffect(value: value, isInitial: initial) { _, _ in action() })
    }

    public func environment<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some Scene {
        EnvironmentScene(content: self) { $0[keyPath: keyPath] = value }
    }

    public func environment<Object: AnyObject>(_ object: Object?) -> some Scene {
        EnvironmentScene(content: self) { $0[Object.self] = object }
    }

    public func environmentObject<Object: ObservableObject>(_ object: Object) -> some Scene {
        EnvironmentScene(content: self) { $0[Object.self] = object }
    }

    public func handlesExternalEvents(matching conditions: Set<String>) -> some Scene { self }
    /// Has no effect, unlike on iOS: windows have the size of the screen.
    public func defaultSize(width: CGFloat, height: CGFloat) -> some Scene { self }
}
