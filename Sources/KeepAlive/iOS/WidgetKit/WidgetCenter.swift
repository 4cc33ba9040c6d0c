import Foundation

/// Asks the system to show widgets anew. There is no home screen here: the timeline says what is asked for.
public final class WidgetCenter: @unchecked Sendable {
    public static let shared = WidgetCenter()

    private init() {}

    public func reloadAllTimelines() { AppContext.current.note("it asks for its widgets anew") }

    public func reloadTimelines(ofKind kind: String) {
        AppContext.current.note("it asks for its widgets \"\(kind)\" anew")
    }

    public func invalidateConfigurationRecommendations() { withoutEffect(WidgetCenter.self) }

    /// Tells which widgets the user has: none, here.
    public func getCurrentConfigurations(_ completion: @escaping @Sendable (Result<[WidgetInfo], any Error>) -> Void) {
        AppContext.current.perform(on: nil) { completion(.success([])) }
    }

    /// Returns which widgets the user has: none, here.
    public func currentConfigurations() async throws -> [WidgetInfo] { [] }
}

public struct WidgetInfo: Hashable, Identifiable, Sendable {
    public let kind: String
    public var id: String { kind }
}

/// Asks the system to show controls anew. There is no Control Center here: the timeline says what is asked for.
public final class ControlCenter: @unchecked Sendable {
    public static let shared = ControlCenter()

    private init() {}

    public func reloadControls(ofKind kind: String) {
        AppContext.current.note("it asks for its controls \"\(kind)\" anew")
    }

    public func reloadAllControls() { AppContext.current.note("it asks for its controls anew") }
}
