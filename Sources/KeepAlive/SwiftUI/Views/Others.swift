import Foundation
import KeepAlive

/// Room between views.
public struct Spacer: View, Part {
    /// It has none.
    public typealias Body = Never

    /// Creates room.
    public nonisolated init(minLength: CGFloat? = nil) {}

    func parts(_ node: Node) -> [Child] { [] }
}

/// A line between views.
public struct Divider: View, Part {
    /// It has none.
    public typealias Body = Never

    /// Creates a line.
    public nonisolated init() {}

    func parts(_ node: Node) -> [Child] { [] }
}

/// A view that depends on its size, which is the screen's here.
public struct GeometryReader<Content: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let content: (GeometryProxy) -> Content

    /// Creates the view.
    public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {
        self.content = content
    }

    func parts(_ node: Node) -> [Child] { [Child(content(GeometryProxy(size: UIScreen.main.bounds.size)))] }
}

/// The size of a view.
public struct GeometryProxy: Sendable {
    /// The size.
    public let size: CGSize
    /// The room at its edges that is not safe.
    public var safeAreaInsets: EdgeInsets { EdgeInsets() }

    /// Returns its place.
    public func frame(in coordinateSpace: CoordinateSpace) -> CGRect { CGRect(origin: .zero, size: size) }
}

/// A space of coordinates.
public enum CoordinateSpace: Sendable {
    /// That of the screen.
    case global
    /// That of the view.
    case local
    /// That of a view with a name.
    case named(String)
}

/// Views that can be scrolled to.
public struct ScrollViewReader<Content: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let content: (ScrollViewProxy) -> Content

    /// Creates the view.
    public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {
        self.content = content
    }

    func parts(_ node: Node) -> [Child] { [Child(content(ScrollViewProxy()))] }
}

/// Scrolls to views.
public struct ScrollViewProxy: Sendable {
    /// Scrolls to a view; there is nothing to scroll here.
    public func scrollTo(_ id: some Hashable, anchor: UnitPoint? = nil) {}
}

/// When a view is made again as time passes.
public protocol TimelineSchedule {}

/// Again and again after a time.
public struct PeriodicTimelineSchedule: TimelineSchedule {
    /// Creates it.
    public init(from startDate: Date, by interval: TimeInterval) {}
}

/// Each minute.
public struct EveryMinuteTimelineSchedule: TimelineSchedule {
    /// Creates it.
    public init() {}
}

/// As often as the screen is drawn.
public struct AnimationTimelineSchedule: TimelineSchedule {
    /// Creates it.
    public init(minimumInterval: Double? = nil, paused: Bool = false) {}
}

extension TimelineSchedule where Self == PeriodicTimelineSchedule {
    /// Again and again after a time.
    public static func periodic(from startDate: Date, by interval: TimeInterval) -> PeriodicTimelineSchedule {
        PeriodicTimelineSchedule(from: startDate, by: interval)
    }
}

extension TimelineSchedule where Self == EveryMinuteTimelineSchedule {
    /// Each minute.
    public static var everyMinute: EveryMinuteTimelineSchedule { EveryMinuteTimelineSchedule() }
}

extension TimelineSchedule where Self == AnimationTimelineSchedule {
    /// As often as the screen is drawn.
    public static var animation: AnimationTimelineSchedule { AnimationTimelineSchedule() }
}

/// A view that is made again as time passes; here, it is made once.
public struct TimelineView<Schedule: TimelineSchedule, Content: View>: View, Part {
    /// The time of a view.
    public struct Context: Sendable {
        /// The time.
        public let date: Date
    }

    /// It has none.
    public typealias Body = Never

    let content: (Context) -> Content

    /// Creates the view.
    public init(_ schedule: Schedule, @ViewBuilder content: @escaping (Context) -> Content) {
        self.content = content
    }

    func parts(_ node: Node) -> [Child] { [Child(content(Context(date: Date())))] }
}

/// An image that is loaded; here, it is not, and the placeholder stays.
public struct AsyncImage<Content: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let content: Content?

    /// Creates it without views of its own.
    public init(url: URL?, scale: CGFloat = 1) where Content == Image { content = nil }

    /// Creates it with a view for while it is not there.
    public init<Loaded: View, Placeholder: View>(
        url: URL?, scale: CGFloat = 1, @ViewBuilder content: @escaping (Image) -> Loaded,
        @ViewBuilder placeholder: @escaping () -> Placeholder
    ) where Content == ConditionalView<Loaded, Placeholder> {
        self.content = .second(placeholder())
    }

    /// Creates it with a view for each of its phases.
    public init(
        url: URL?, scale: CGFloat = 1, transaction: Transaction = Transaction(),
        @ViewBuilder content: @escaping (AsyncImagePhase) -> Content
    ) {
        self.content = content(.empty)
    }

    func parts(_ node: Node) -> [Child] { content.map { [Child($0)] } ?? [] }
}

/// The phase of an image that is loaded.
public enum AsyncImagePhase: Sendable {
    /// It is not there.
    case empty
    /// It is there.
    case success(Image)
    /// It could not be loaded.
    case failure(any Error)

    /// The image, if it is there.
    public var image: Image? { if case .success(let image) = self { image } else { nil } }
    /// The reason why it is not.
    public var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}

/// A view that says that there is nothing.
public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let label: Label

    /// Creates it of views.
    public init(
        @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) {
        self.label = label()
    }

    func parts(_ node: Node) -> [Child] { [Child(label)] }
}

extension ContentUnavailableView
where Label == KeepAliveSwiftUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
    /// Creates it of a title and a symbol.
    public init(_ title: LocalizedStringKey, systemImage: String, description: Text? = nil) {
        label = KeepAliveSwiftUI.Label(title, systemImage: systemImage)
    }
}

/// Shows views while they are written. Nothing is shown here.
@preconcurrency @MainActor
public protocol PreviewProvider {
    /// The type of the views.
    associatedtype Previews: View
    /// The views.
    @ViewBuilder static var previews: Previews { get }
}

/// The value that views tell the views above.
public protocol PreferenceKey {
    /// The type of the value.
    associatedtype Value
    /// The value where no view has told one.
    static var defaultValue: Value { get }
    /// Joins the values of several views.
    static func reduce(value: inout Value, nextValue: () -> Value)
}

/// A view that is made again when it differs.
public struct EquatableView<Content: Equatable & View>: View, Part {
    /// It has none.
    public typealias Body = Never

    /// The view.
    public var content: Content

    /// Creates it.
    public init(content: Content) {
        self.content = content
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

extension View where Self: Equatable {
    /// Has the view made again when it differs.
    public func equatable() -> EquatableView<Self> { EquatableView(content: self) }
}

/// A control that has a list edited. Nobody taps here.
public struct EditButton: View, Part {
    /// It has none.
    public typealias Body = Never

    /// Creates it.
    public init() {}

    func parts(_ node: Node) -> [Child] { [] }
}
