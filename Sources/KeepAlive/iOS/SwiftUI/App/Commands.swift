import KeepAlive

/// What stands in the menus of a Mac, or behind the keys of a keyboard. None are here: the closures are not called.
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

/// Commands beside, or in place of, those of the system.
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
    /// Adds commands to the menus; there are none here.
    public func commands<Content: Commands>(@CommandsBuilder content: () -> Content) -> some Scene { self }
}
