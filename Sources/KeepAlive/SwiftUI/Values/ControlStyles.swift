import Foundation
import KeepAlive

/// The looks of pickers.
public protocol PickerStyle {}

/// The style `automatic`.
public struct DefaultPickerStyle: PickerStyle {
    /// Creates it.
    public init() {}
}

extension PickerStyle where Self == DefaultPickerStyle {
    /// The style `automatic`.
    public static var automatic: DefaultPickerStyle { DefaultPickerStyle() }
}

/// The style `menu`.
public struct MenuPickerStyle: PickerStyle {
    /// Creates it.
    public init() {}
}

extension PickerStyle where Self == MenuPickerStyle {
    /// The style `menu`.
    public static var menu: MenuPickerStyle { MenuPickerStyle() }
}

/// The style `segmented`.
public struct SegmentedPickerStyle: PickerStyle {
    /// Creates it.
    public init() {}
}

extension PickerStyle where Self == SegmentedPickerStyle {
    /// The style `segmented`.
    public static var segmented: SegmentedPickerStyle { SegmentedPickerStyle() }
}

/// The style `wheel`.
public struct WheelPickerStyle: PickerStyle {
    /// Creates it.
    public init() {}
}

extension PickerStyle where Self == WheelPickerStyle {
    /// The style `wheel`.
    public static var wheel: WheelPickerStyle { WheelPickerStyle() }
}

/// The style `inline`.
public struct InlinePickerStyle: PickerStyle {
    /// Creates it.
    public init() {}
}

extension PickerStyle where Self == InlinePickerStyle {
    /// The style `inline`.
    public static var inline: InlinePickerStyle { InlinePickerStyle() }
}

/// The style `navigationLink`.
public struct NavigationLinkPickerStyle: PickerStyle {
    /// Creates it.
    public init() {}
}

extension PickerStyle where Self == NavigationLinkPickerStyle {
    /// The style `navigationLink`.
    public static var navigationLink: NavigationLinkPickerStyle { NavigationLinkPickerStyle() }
}

/// The looks of toggles.
@preconcurrency @MainActor
public protocol ToggleStyle {
    /// What is to be shown.
    typealias Configuration = ToggleStyleConfiguration
    /// The type of the view.
    associatedtype Body: View
    /// Returns the view.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The style `automatic`.
public struct DefaultToggleStyle: ToggleStyle {
    /// Creates it.
    public nonisolated init() {}

    /// Returns an empty view: the control's own parts are shown.
    public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}

extension ToggleStyle where Self == DefaultToggleStyle {
    /// The style `automatic`.
    public static var automatic: DefaultToggleStyle { DefaultToggleStyle() }
}

/// The style ``switch``.
public struct SwitchToggleStyle: ToggleStyle {
    /// Creates it.
    public nonisolated init() {}

    /// Returns an empty view: the control's own parts are shown.
    public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}

extension ToggleStyle where Self == SwitchToggleStyle {
    /// The style ``switch``.
    public static var `switch`: SwitchToggleStyle { SwitchToggleStyle() }
}

/// The style `button`.
public struct ButtonToggleStyle: ToggleStyle {
    /// Creates it.
    public nonisolated init() {}

    /// Returns an empty view: the control's own parts are shown.
    public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}

extension ToggleStyle where Self == ButtonToggleStyle {
    /// The style `button`.
    public static var button: ButtonToggleStyle { ButtonToggleStyle() }
}

/// The looks of fields.
public protocol TextFieldStyle {}

/// The style `automatic`.
public struct DefaultTextFieldStyle: TextFieldStyle {
    /// Creates it.
    public init() {}
}

extension TextFieldStyle where Self == DefaultTextFieldStyle {
    /// The style `automatic`.
    public static var automatic: DefaultTextFieldStyle { DefaultTextFieldStyle() }
}

/// The style `plain`.
public struct PlainTextFieldStyle: TextFieldStyle {
    /// Creates it.
    public init() {}
}

extension TextFieldStyle where Self == PlainTextFieldStyle {
    /// The style `plain`.
    public static var plain: PlainTextFieldStyle { PlainTextFieldStyle() }
}

/// The style `roundedBorder`.
public struct RoundedBorderTextFieldStyle: TextFieldStyle {
    /// Creates it.
    public init() {}
}

extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
    /// The style `roundedBorder`.
    public static var roundedBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
}

/// The looks of labels.
@preconcurrency @MainActor
public protocol LabelStyle {
    /// What is to be shown.
    typealias Configuration = LabelStyleConfiguration
    /// The type of the view.
    associatedtype Body: View
    /// Returns the view.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The style `automatic`.
public struct DefaultLabelStyle: LabelStyle {
    /// Creates it.
    public nonisolated init() {}

    /// Returns an empty view: the control's own parts are shown.
    public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}

extension LabelStyle where Self == DefaultLabelStyle {
    /// The style `automatic`.
    public static var automatic: DefaultLabelStyle { DefaultLabelStyle() }
}

/// The style `iconOnly`.
public struct IconOnlyLabelStyle: LabelStyle {
    /// Creates it.
    public nonisolated init() {}

    /// Returns an empty view: the control's own parts are shown.
    public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}

extension LabelStyle where Self == IconOnlyLabelStyle {
    /// The style `iconOnly`.
    public static var iconOnly: IconOnlyLabelStyle { IconOnlyLabelStyle() }
}

/// The style `titleOnly`.
public struct TitleOnlyLabelStyle: LabelStyle {
    /// Creates it.
    public nonisolated init() {}

    /// Returns an empty view: the control's own parts are shown.
    public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}

extension LabelStyle where Self == TitleOnlyLabelStyle {
    /// The style `titleOnly`.
    public static var titleOnly: TitleOnlyLabelStyle { TitleOnlyLabelStyle() }
}

/// The style `titleAndIcon`.
public struct TitleAndIconLabelStyle: LabelStyle {
    /// Creates it.
    public nonisolated init() {}

    /// Returns an empty view: the control's own parts are shown.
    public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}

extension LabelStyle where Self == TitleAndIconLabelStyle {
    /// The style `titleAndIcon`.
    public static var titleAndIcon: TitleAndIconLabelStyle { TitleAndIconLabelStyle() }
}

/// The looks of progress.
@preconcurrency @MainActor
public protocol ProgressViewStyle {
    /// What is to be shown.
    typealias Configuration = ProgressViewStyleConfiguration
    /// The type of the view.
    associatedtype Body: View
    /// Returns the view.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The style `automatic`.
public struct DefaultProgressViewStyle: ProgressViewStyle {
    /// Creates it.
    public nonisolated init() {}

    /// Returns an empty view: the control's own parts are shown.
    public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}

extension ProgressViewStyle where Self == DefaultProgressViewStyle {
    /// The style `automatic`.
    public static var automatic: DefaultProgressViewStyle { DefaultProgressViewStyle() }
}

/// The style `circular`.
public struct CircularProgressViewStyle: ProgressViewStyle {
    /// Creates it.
    public nonisolated init() {}

    /// Returns an empty view: the control's own parts are shown.
    public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}

extension ProgressViewStyle where Self == CircularProgressViewStyle {
    /// The style `circular`.
    public static var circular: CircularProgressViewStyle { CircularProgressViewStyle() }
}

/// The style `linear`.
public struct LinearProgressViewStyle: ProgressViewStyle {
    /// Creates it.
    public nonisolated init() {}

    /// Returns an empty view: the control's own parts are shown.
    public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}

extension ProgressViewStyle where Self == LinearProgressViewStyle {
    /// The style `linear`.
    public static var linear: LinearProgressViewStyle { LinearProgressViewStyle() }
}

/// The looks of date pickers.
public protocol DatePickerStyle {}

/// The style `automatic`.
public struct DefaultDatePickerStyle: DatePickerStyle {
    /// Creates it.
    public init() {}
}

extension DatePickerStyle where Self == DefaultDatePickerStyle {
    /// The style `automatic`.
    public static var automatic: DefaultDatePickerStyle { DefaultDatePickerStyle() }
}

/// The style `compact`.
public struct CompactDatePickerStyle: DatePickerStyle {
    /// Creates it.
    public init() {}
}

extension DatePickerStyle where Self == CompactDatePickerStyle {
    /// The style `compact`.
    public static var compact: CompactDatePickerStyle { CompactDatePickerStyle() }
}

/// The style `graphical`.
public struct GraphicalDatePickerStyle: DatePickerStyle {
    /// Creates it.
    public init() {}
}

extension DatePickerStyle where Self == GraphicalDatePickerStyle {
    /// The style `graphical`.
    public static var graphical: GraphicalDatePickerStyle { GraphicalDatePickerStyle() }
}

/// The style `wheel`.
public struct WheelDatePickerStyle: DatePickerStyle {
    /// Creates it.
    public init() {}
}

extension DatePickerStyle where Self == WheelDatePickerStyle {
    /// The style `wheel`.
    public static var wheel: WheelDatePickerStyle { WheelDatePickerStyle() }
}

/// The looks of menus.
public protocol MenuStyle {}

/// The style `automatic`.
public struct DefaultMenuStyle: MenuStyle {
    /// Creates it.
    public init() {}
}

extension MenuStyle where Self == DefaultMenuStyle {
    /// The style `automatic`.
    public static var automatic: DefaultMenuStyle { DefaultMenuStyle() }
}

/// The style `button`.
public struct ButtonMenuStyle: MenuStyle {
    /// Creates it.
    public init() {}
}

extension MenuStyle where Self == ButtonMenuStyle {
    /// The style `button`.
    public static var button: ButtonMenuStyle { ButtonMenuStyle() }
}
