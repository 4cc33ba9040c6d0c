import KeepAlive
import KeepAliveCombine

/// A view that changes the environment of its content.
struct EnvironmentView<Content: View>: View, Part {
    typealias Body = Never

    let content: Content
    let change: (inout EnvironmentValues) -> Void

    func parts(_ node: Node) -> [Child] { [Child(content, changesEnvironment: change)] }
}

extension View {
    func changingEnvironment(_ change: @escaping (inout EnvironmentValues) -> Void) -> some View {
        EnvironmentView(content: self, change: change)
    }

    public func environment<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some View {
        changingEnvironment { $0[keyPath: keyPath] = value }
    }

    public func environment<Object: AnyObject>(_ object: Object?) -> some View {
        changingEnvironment { $0[Object.self] = object }
    }

    public func transformEnvironment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>, transform: @escaping (inout Value) -> Void
    ) -> some View {
        changingEnvironment { transform(&$0[keyPath: keyPath]) }
    }

    public func environmentObject<Object: ObservableObject>(_ object: Object) -> some View {
        changingEnvironment { $0[Object.self] = object }
    }

    public func disabled(_ disabled: Bool) -> some View {
        changingEnvironment { $0.isEnabled = $0.isEnabled && !disabled }
    }

    public func refreshable(action: @escaping @MainActor @Sendable () async -> Void) -> some View {
        changingEnvironment { $0.refresh = RefreshAction(action: action) }
    }

    public func font(_ font: Font?) -> some View { changingEnvironment { $0.font = font } }

    public func lineLimit(_ number: Int?) -> some View { changingEnvironment { $0.lineLimit = number } }

    public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
        changingEnvironment { $0.multilineTextAlignment = alignment }
    }

    public func colorScheme(_ colorScheme: ColorScheme) -> some View {
        changingEnvironment { $0.colorScheme = colorScheme }
    }

    public func redacted(reason: RedactionReasons) -> some View {
        changingEnvironment { $0.redactionReasons.formUnion(reason) }
    }

    public func unredacted() -> some View { changingEnvironment { $0.redactionReasons = [] } }
}

@preconcurrency @MainActor
public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = ModifierContent<Self>
    @ViewBuilder func body(content: Content) -> Body
}

public struct ModifierContent<Modifier> {
    let view: any View
}

extension ModifierContent: View, Part {
    func parts(_ node: Node) -> [Child] { [Child(view)] }
}

public struct ModifiedContent<Content, Modifier> {
    public var content: Content
    public var modifier: Modifier

    public nonisolated init(content: Content, modifier: Modifier) {
        self.content = content
        self.modifier = modifier
    }
}

extension ModifiedContent: View, Part where Content: View, Modifier: ViewModifier {
    func parts(_ node: Node) -> [Child] {
        DynamicProperties.link(modifier, to: node)
        return [Child(modifier.body(content: ModifierContent(view: content)))]
    }
}

extension View {
    public func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
        ModifiedContent(content: self, modifier: modifier)
    }
}
