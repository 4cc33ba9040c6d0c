import Foundation
import KeepAlive

/// The looks and the behaviour of buttons.
@preconcurrency @MainActor
public protocol PrimitiveButtonStyle {
    /// What is to be shown.
    typealias Configuration = PrimitiveButtonStyleConfiguration
    /// The type of the view.
    associatedtype Body: View
    /// Returns the view.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The style `automatic`.
public struct DefaultButtonStyle: PrimitiveButtonStyle {
    /// Creates it.
    public nonisolated init() {}

    /// Returns an empty view: the control's own parts are shown.
    public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}

extension PrimitiveButtonStyle where Self == DefaultButtonStyle {
    /// The style `automatic`.
    public static var automatic: DefaultButtonStyle { DefaultButtonStyle() }
}

/// The style `plain`.
public struct PlainButtonStyle: PrimitiveButtonStyle {
    /// Creates it.
    public nonisolated init() {}

    /// Returns an empty view: the control's own parts are shown.
    public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    /// The style `plain`.
    public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

/// The style `bordered`.
public struct BorderedButtonStyle: PrimitiveButtonStyle {
    /// Creates it.
    public nonisolated init() {}

    /// Returns an empty view: the control's own parts are shown.
    public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    /// The style `bordered`.
    public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}

/// The style `borderedProminent`.
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {
    /// Creates it.
    public nonisolated init() {}

    /// Returns an empty view: the control's own parts are shown.
    public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    /// The style `borderedProminent`.
    public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

/// The style `borderless`.
public struct BorderlessButtonStyle: PrimitiveButtonStyle {
    /// Creates it.
    public nonisolated init() {}

    /// Returns an empty view: the control's own parts are shown.
    public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}

extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    /// The style `borderless`.
    public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}

/// The looks of buttons, by a view that one makes. Here the button's own label is shown.
@preconcurrency @MainActor
public protocol ButtonStyle {
    /// What a button is.
    typealias Configuration = ButtonStyleConfiguration
    /// The type of the view.
    associatedtype Body: View
    /// Returns the view of a button.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// What a button is.
public struct ButtonStyleConfiguration {
    /// The label of a button.
    public struct Label: View, Part {
        /// It has none.
        public typealias Body = Never

        func parts(_ node: Node) -> [Child] { [] }
    }

    /// The purpose.
    public let role: ButtonRole?
    /// The label.
    public let label: Label
    /// True while it is pressed.
    public let isPressed: Bool
}
