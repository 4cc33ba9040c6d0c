import Foundation

/// Asks the system to show widgets anew. There is no home screen here: the timeline says what is asked for.
public final class WidgetCenter: @unchecked Sendable {
    /// The widgets of the app.
    public static let shared = WidgetCenter()

    private init() {}

    /// Asks for all widgets anew.
    public func reloadAllTimelines() { AppContext.current.note("it asks for its widgets anew") }

    /// Asks for widgets of a kind anew.
    public func reloadTimelines(ofKind kind: String) {
        AppContext.current.note("it asks for its widgets \"\(kind)\" anew")
    }

    /// Has the system ask which widgets can be configured; without effect here.
    public func invalidateConfigurationRecommendations() {}

    /// Tells which widgets the user has: none, here.
    public func getCurrentConfigurations(_ completion: @escaping @Sendable (Result<[WidgetInfo], any Error>) -> Void) {
        AppContext.current.perform(on: nil) { completion(.success([])) }
    }

    /// Returns which widgets the user has: none, here.
    public func currentConfigurations() async throws -> [WidgetInfo] { [] }
}

/// A widget that the user has.
public struct WidgetInfo: Hashable, Identifiable, Sendable {
    /// The kind.
    public let kind: String
    /// What tells it from others.
    public var id: String { kind }
}

/// Asks the system to show controls anew. There is no Control Center here: the timeline says what is asked for.
public final class ControlCenter: @unchecked Sendable {
    /// The controls of the app.
    public static let shared = ControlCenter()

    private init() {}

    /// Asks for controls of a kind anew.
    public func reloadControls(ofKind kind: String) {
        AppContext.current.note("it asks for its controls \"\(kind)\" anew")
    }

    /// Asks for all controls anew.
    public func reloadAllControls() { AppContext.current.note("it asks for its controls anew") }
}
