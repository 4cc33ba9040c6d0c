import Foundation
import KeepAlive

@preconcurrency @MainActor
public protocol PrimitiveButtonStyle {
    typealias Configuration = PrimitiveButtonStyleConfiguration
    associatedtype Body: View
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

public struct DefaultButtonStyle: PrimitiveButtonStyle {
    public nonisolated init() {}

    public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}

extension PrimitiveButtonStyle where Self == DefaultButtonStyle {
    public static var automatic: DefaultButtonStyle { DefaultButtonStyle() }
}

public struct PlainButtonStyle: PrimitiveButtonStyle {
    public nonisolated init() {}

    public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

public struct BorderedButtonStyle: PrimitiveButtonStyle {
    public nonisolated init() {}

    public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}

public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {
    public nonisolated init() {}

    public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

public struct BorderlessButtonStyle: PrimitiveButtonStyle {
    public nonisolated init() {}

    public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}

extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}

@preconcurrency @MainActor
public protocol ButtonStyle {
    typealias Configuration = ButtonStyleConfiguration
    associatedtype Body: View
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

public struct ButtonStyleConfiguration {
    public struct Label: View, Part {
        public typealias Body = Never

        func parts(_ node: Node) -> [Child] { [] }
    }

    public let role: ButtonRole?
    public let label: Label
    public let isPressed: Bool
}
