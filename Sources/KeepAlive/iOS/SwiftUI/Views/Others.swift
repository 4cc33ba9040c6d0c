import Foundation
import KeepAlive

public struct Spacer: View, Part {
    public typealias Body = Never

    public nonisolated init(minLength: CGFloat? = nil) {}

    func parts(_ node: Node) -> [Child] { [] }
}

public struct Divider: View, Part {
    public typealias Body = Never

    public nonisolated init() {}

    func parts(_ node: Node) -> [Child] { [] }
}

/// A view whose content depends on the available size, which is always the size of the screen.
public struct GeometryReader<Content: View>: View, Part {
    public typealias Body = Never

    let content: (GeometryProxy) -> Content

    public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {
        self.content = content
    }

    func parts(_ node: Node) -> [Child] { [Child(content(GeometryProxy(size: UIScreen.main.bounds.size)))] }
}

public struct GeometryProxy: Sendable {
    public let size: CGSize
    public var safeAreaInsets: EdgeInsets { EdgeInsets() }

    public func frame(in coordinateSpace: CoordinateSpace) -> CGRect { CGRect(origin: .zero, size: size) }
}

public enum CoordinateSpace: Sendable {
    case global, local
    case named(String)
}

public struct ScrollViewReader<Content: View>: View, Part {
    public typealias Body = Never

    let content: (ScrollViewProxy) -> Content

    public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {
        self.content = content
    }

    func parts(_ node: Node) -> [Child] { [Child(content(ScrollViewProxy()))] }
}

public struct ScrollViewProxy: Sendable {
    /// Has no effect, unlike on iOS: nothing scrolls.
    public func scrollTo(_ id: some Hashable, anchor: UnitPoint? = nil) {}
}

public protocol TimelineSchedule {}

public struct PeriodicTimelineSchedule: TimelineSchedule {
    public init(from startDate: Date, by interval: TimeInterval) {}
}

public struct EveryMinuteTimelineSchedule: TimelineSchedule {
    public init() {}
}

public struct AnimationTimelineSchedule: TimelineSchedule {
    public init(minimumInterval: Double? = nil, paused: Bool = false) {}
}

extension TimelineSchedule where Self == PeriodicTimelineSchedule {
    public static func periodic(from startDate: Date, by interval: TimeInterval) -> PeriodicTimelineSchedule {
        PeriodicTimelineSchedule(from: startDate, by: interval)
    }
}

extension TimelineSchedule where Self == EveryMinuteTimelineSchedule {
    public static var everyMinute: EveryMinuteTimelineSchedule { EveryMinuteTimelineSchedule() }
}

extension TimelineSchedule where Self == AnimationTimelineSchedule {
    public static var animation: AnimationTimelineSchedule { AnimationTimelineSchedule() }
}

/// A view whose content depends on the time. Unlike on iOS, the content is not updated as time passes.
public struct TimelineView<Schedule: TimelineSchedule, Content: View>: View, Part {
    public struct Context: Sendable {
        public let date: Date
    }

    public typealias Body = Never

    let content: (Context) -> Content

    public init(_ schedule: Schedule, @ViewBuilder content: @escaping (Context) -> Content) {
        self.content = content
    }

    func parts(_ node: Node) -> [Child] { [Child(content(Context(date: Date())))] }
}

/// An image from a URL. Unlike on iOS, the image is not loaded: the placeholder stays.
public struct AsyncImage<Content: View>: View, Part {
    public typealias Body = Never

    let content: Content?

    public init(url: URL?, scale: CGFloat = 1) where Content == Image { content = nil }

    public init<Loaded: View, Placeholder: View>(
        url: URL?, scale: CGFloat = 1, @ViewBuilder content: @escaping (Image) -> Loaded,
        @ViewBuilder placeholder: @escaping () -> Placeholder
    ) where Content == ConditionalView<Loaded, Placeholder> {
        self.content = .second(placeholder())
    }

    public init(
        url: URL?, scale: CGFloat = 1, transaction: Transaction = Transaction(),
        @ViewBuilder content: @escaping (AsyncImagePhase) -> Content
    ) {
        self.content = content(.empty)
    }

    func parts(_ node: Node) -> [Child] { content.map { [Child($0)] } ?? [] }
}

public enum AsyncImagePhase: Sendable {
    case empty
    case success(Image)
    case failure(any Error)

    public var image: Image? { if case .success(let image) = self { image } else { nil } }
    public var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}

/// A view for missing content. Unlike on iOS, only the label is shown.
public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View, Part {
    public typealias Body = Never

    let label: Label

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
    public init(_ title: LocalizedStringKey, systemImage: String, description: Text? = nil) {
        label = KeepAliveSwiftUI.Label(title, systemImage: systemImage)
    }
}

/// Previews for Xcode; never shown.
@preconcurrency @MainActor
public protocol PreviewProvider {
    associatedtype Previews: View
    @ViewBuilder static var previews: Previews { get }
}

public protocol PreferenceKey {
    associatedtype Value
    /// The value of a tree in which no view sets one.
    static var defaultValue: Value { get }
    static func reduce(value: inout Value, nextValue: () -> Value)
}

public struct EquatableView<Content: Equatable & View>: View, Part {
    public typealias Body = Never

    public var content: Content

    public init(content: Content) {
        self.content = content
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

extension View where Self: Equatable {
    public func equatable() -> EquatableView<Self> { EquatableView(content: self) }
}

/// A button that starts the editing of a list; without effect, unlike on iOS: the user cannot edit lists.
public struct EditButton: View, Part {
    public typealias Body = Never

    public init() {}

    func parts(_ node: Node) -> [Child] { [] }
}
