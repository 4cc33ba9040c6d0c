import Foundation

/// Asks the system to reload widgets. There is no home screen in this reproduction: a line in the timeline reports the
/// request.
public final class WidgetCenter: @unchecked Sendable {
    public static let shared = WidgetCenter()

    private init() {}

    public func reloadAllTimelines() { AppContext.current.note("it asks for its widgets anew") }

    public func reloadTimelines(ofKind kind: String) {
        AppContext.current.note("it asks for its widgets \"\(kind)\" anew")
    }

    public func invalidateConfigurationRecommendations() { withoutEffect(WidgetCenter.self) }

    /// Calls the handler with an empty list, unlike on iOS: there are no widgets.
    public func getCurrentConfigurations(_ completion: @escaping @Sendable (Result<[WidgetInfo], any Error>) -> Void) {
        AppContext.current.perform(on: nil) { completion(.success([])) }
    }

    /// Returns an empty list, unlike on iOS: there are no widgets.
    public func currentConfigurations() async throws -> [WidgetInfo] { [] }
}

public struct WidgetInfo: Hashable, Identifiable, Sendable {
    public let kind: String
    public var id: String { kind }
}

/// Asks the system to reload controls. There is no Control Center in this reproduction: a line in the timeline reports
/// the request.
public final class ControlCenter: @unchecked Sendable {
    public static let shared = ControlCenter()

    private init() {}

    public func reloadControls(ofKind kind: String) {
        AppContext.current.note("it asks for its controls \"\(kind)\" anew")
    }

    public func reloadAllControls() { AppContext.current.note("it asks for its controls anew") }
}
