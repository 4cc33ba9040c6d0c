import KeepAlive

/// What stands in the menus of a Mac, or behind the keys of a keyboard. None are here: the closures are not called.
@preconcurrency @MainActor
public protocol Commands {}

/// Makes commands of the statements in a closure.
@resultBuilder
public enum CommandsBuilder {
    /// Several commands.
    public struct Several: Commands {}

    /// Several commands.
    public static func buildBlock<each Content: Commands>(_ content: repeat each Content) -> Several { Several() }
    /// Commands that may be missing.
    public static func buildIf(_ content: (some Commands)?) -> Several { Several() }
}

/// A menu.
public struct CommandMenu<Content: View>: Commands {
    /// Creates it.
    public init(_ name: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
}

/// Commands beside, or in place of, those of the system.
public struct CommandGroup<Content: View>: Commands {
    /// Creates it behind others.
    public init(after group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
    /// Creates it before others.
    public init(before group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
    /// Creates it in place of others.
    public init(replacing group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
}

/// The commands of the system.
public struct CommandGroupPlacement: Sendable {
    /// About the app.
    public static let appInfo = CommandGroupPlacement()
    /// Its settings.
    public static let appSettings = CommandGroupPlacement()
    /// For something new.
    public static let newItem = CommandGroupPlacement()
    /// To save.
    public static let saveItem = CommandGroupPlacement()
    /// To undo.
    public static let undoRedo = CommandGroupPlacement()
    /// The bar at the side.
    public static let sidebar = CommandGroupPlacement()
    /// Help.
    public static let help = CommandGroupPlacement()
}

/// The commands for a bar at the side.
public struct SidebarCommands: Commands {
    /// Creates them.
    public init() {}
}

extension Scene {
    /// Adds commands to the menus; there are none here.
    public func commands<Content: Commands>(@CommandsBuilder content: () -> Content) -> some Scene { self }
}
