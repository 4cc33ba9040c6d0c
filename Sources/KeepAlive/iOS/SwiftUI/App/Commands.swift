import KeepAlive

/// Commands in the menus of a Mac, or on the keys of a keyboard. The device has neither: the closures are never called.
@preconcurrency @MainActor
public protocol Commands {}

@resultBuilder
public enum CommandsBuilder {
    public struct Several: Commands {}

    public static func buildBlock<each Content: Commands>(_ content: repeat each Content) -> Several { Several() }
    public static func buildIf(_ content: (some Commands)?) -> Several { Several() }
}

public struct CommandMenu<Content: View>: Commands {
    public init(_ name: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
}

public struct CommandGroup<Content: View>: Commands {
    public init(after group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
    public init(before group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
    public init(replacing group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
}

public struct CommandGroupPlacement: Sendable {
    public static let appInfo = CommandGroupPlacement()
    public static let appSettings = CommandGroupPlacement()
    public static let newItem = CommandGroupPlacement()
    public static let saveItem = CommandGroupPlacement()
    public static let undoRedo = CommandGroupPlacement()
    public static let sidebar = CommandGroupPlacement()
    public static let help = CommandGroupPlacement()
}

public struct SidebarCommands: Commands {
    public init() {}
}

extension Scene {
    /// Has no effect, unlike on iOS: there are neither menus nor keys.
    public func commands<Content: Commands>(@CommandsBuilder content: () -> Content) -> some Scene { self }
}
