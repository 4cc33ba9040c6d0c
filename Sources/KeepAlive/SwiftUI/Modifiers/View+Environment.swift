import KeepAlive
import KeepAliveCombine

/// A view that changes the environment of another.
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

    /// Sets a value for this view and all below it.
    public func environment<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some View {
        changingEnvironment { $0[keyPath: keyPath] = value }
    }

    /// Sets an object for `@Environment(Type.self)`.
    public func environment<Object: AnyObject>(_ object: Object?) -> some View {
        changingEnvironment { $0[Object.self] = object }
    }

    /// Changes a value for this view and all below it.
    public func transformEnvironment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>, transform: @escaping (inout Value) -> Void
    ) -> some View {
        changingEnvironment { transform(&$0[keyPath: keyPath]) }
    }

    /// Sets an object for `@EnvironmentObject`.
    public func environmentObject<Object: ObservableObject>(_ object: Object) -> some View {
        changingEnvironment { $0[Object.self] = object }
    }

    /// Sets whether controls take what the user does.
    public func disabled(_ disabled: Bool) -> some View {
        changingEnvironment { $0.isEnabled = $0.isEnabled && !disabled }
    }

    /// Loads data when the user pulls the view down, or when a view below calls `refresh`.
    public func refreshable(action: @escaping @MainActor @Sendable () async -> Void) -> some View {
        changingEnvironment { $0.refresh = RefreshAction(action: action) }
    }

    /// Sets the font of text.
    public func font(_ font: Font?) -> some View { changingEnvironment { $0.font = font } }

    /// Sets the lines of a text at most.
    public func lineLimit(_ number: Int?) -> some View { changingEnvironment { $0.lineLimit = number } }

    /// Sets how the lines of a text stand to each other.
    public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
        changingEnvironment { $0.multilineTextAlignment = alignment }
    }

    /// Sets light or dark.
    public func colorScheme(_ colorScheme: ColorScheme) -> some View {
        changingEnvironment { $0.colorScheme = colorScheme }
    }

    /// Leaves parts of the view out.
    public func redacted(reason: RedactionReasons) -> some View {
        changingEnvironment { $0.redactionReasons.formUnion(reason) }
    }

    /// Leaves no part of the view out.
    public func unredacted() -> some View { changingEnvironment { $0.redactionReasons = [] } }
}

/// Changes a view into another.
@preconcurrency @MainActor
public protocol ViewModifier {
    /// The type of the new view.
    associatedtype Body: View
    /// The view that is changed.
    typealias Content = ModifierContent<Self>
    /// Returns the new view.
    @ViewBuilder func body(content: Content) -> Body
}

/// The view that a modifier changes.
public struct ModifierContent<Modifier> {
    let view: any View
}

extension ModifierContent: View, Part {
    func parts(_ node: Node) -> [Child] { [Child(view)] }
}

/// A view with a modifier.
public struct ModifiedContent<Content, Modifier> {
    /// The view.
    public var content: Content
    /// The modifier.
    public var modifier: Modifier

    /// Creates the pair.
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
    /// Changes the view.
    public func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
        ModifiedContent(content: self, modifier: modifier)
    }
}
