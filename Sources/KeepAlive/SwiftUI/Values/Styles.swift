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

/// The looks of lists.
public protocol ListStyle {}

/// The style `automatic`.
public struct DefaultListStyle: ListStyle {
    /// Creates it.
    public init() {}
}

extension ListStyle where Self == DefaultListStyle {
    /// The style `automatic`.
    public static var automatic: DefaultListStyle { DefaultListStyle() }
}

/// The style `plain`.
public struct PlainListStyle: ListStyle {
    /// Creates it.
    public init() {}
}

extension ListStyle where Self == PlainListStyle {
    /// The style `plain`.
    public static var plain: PlainListStyle { PlainListStyle() }
}

/// The style `grouped`.
public struct GroupedListStyle: ListStyle {
    /// Creates it.
    public init() {}
}

extension ListStyle where Self == GroupedListStyle {
    /// The style `grouped`.
    public static var grouped: GroupedListStyle { GroupedListStyle() }
}

/// The style `inset`.
public struct InsetListStyle: ListStyle {
    /// Creates it.
    public init() {}
}

extension ListStyle where Self == InsetListStyle {
    /// The style `inset`.
    public static var inset: InsetListStyle { InsetListStyle() }
}

/// The style `insetGrouped`.
public struct InsetGroupedListStyle: ListStyle {
    /// Creates it.
    public init() {}
}

extension ListStyle where Self == InsetGroupedListStyle {
    /// The style `insetGrouped`.
    public static var insetGrouped: InsetGroupedListStyle { InsetGroupedListStyle() }
}

/// The style `sidebar`.
public struct SidebarListStyle: ListStyle {
    /// Creates it.
    public init() {}
}

extension ListStyle where Self == SidebarListStyle {
    /// The style `sidebar`.
    public static var sidebar: SidebarListStyle { SidebarListStyle() }
}

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

/// The looks of navigation.
public protocol NavigationViewStyle {}

/// The style `automatic`.
public struct DefaultNavigationViewStyle: NavigationViewStyle {
    /// Creates it.
    public init() {}
}

extension NavigationViewStyle where Self == DefaultNavigationViewStyle {
    /// The style `automatic`.
    public static var automatic: DefaultNavigationViewStyle { DefaultNavigationViewStyle() }
}

/// The style `stack`.
public struct StackNavigationViewStyle: NavigationViewStyle {
    /// Creates it.
    public init() {}
}

extension NavigationViewStyle where Self == StackNavigationViewStyle {
    /// The style `stack`.
    public static var stack: StackNavigationViewStyle { StackNavigationViewStyle() }
}

/// The style `columns`.
public struct ColumnNavigationViewStyle: NavigationViewStyle {
    /// Creates it.
    public init() {}
}

extension NavigationViewStyle where Self == ColumnNavigationViewStyle {
    /// The style `columns`.
    public static var columns: ColumnNavigationViewStyle { ColumnNavigationViewStyle() }
}

/// The looks of tabs.
public protocol TabViewStyle {}

/// The style `automatic`.
public struct DefaultTabViewStyle: TabViewStyle {
    /// Creates it.
    public init() {}
}

extension TabViewStyle where Self == DefaultTabViewStyle {
    /// The style `automatic`.
    public static var automatic: DefaultTabViewStyle { DefaultTabViewStyle() }
}

/// The style `page`.
public struct PageTabViewStyle: TabViewStyle {
    /// Creates it.
    public init() {}
}

extension TabViewStyle where Self == PageTabViewStyle {
    /// The style `page`.
    public static var page: PageTabViewStyle { PageTabViewStyle() }
}

/// The looks of dots for pages.
public protocol IndexViewStyle {}

/// The style `page`.
public struct PageIndexViewStyle: IndexViewStyle {
    /// Creates it.
    public init() {}
}

extension IndexViewStyle where Self == PageIndexViewStyle {
    /// The style `page`.
    public static var page: PageIndexViewStyle { PageIndexViewStyle() }
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

/// The looks of groups.
@preconcurrency @MainActor
public protocol GroupBoxStyle {
    /// What is to be shown.
    typealias Configuration = GroupBoxStyleConfiguration
    /// The type of the view.
    associatedtype Body: View
    /// Returns the view.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The style `automatic`.
public struct DefaultGroupBoxStyle: GroupBoxStyle {
    /// Creates it.
    public nonisolated init() {}

    /// Returns an empty view: the control's own parts are shown.
    public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}

extension GroupBoxStyle where Self == DefaultGroupBoxStyle {
    /// The style `automatic`.
    public static var automatic: DefaultGroupBoxStyle { DefaultGroupBoxStyle() }
}

/// The looks of forms.
public protocol FormStyle {}

/// The style `automatic`.
public struct AutomaticFormStyle: FormStyle {
    /// Creates it.
    public init() {}
}

extension FormStyle where Self == AutomaticFormStyle {
    /// The style `automatic`.
    public static var automatic: AutomaticFormStyle { AutomaticFormStyle() }
}

/// The style `grouped`.
public struct GroupedFormStyle: FormStyle {
    /// Creates it.
    public init() {}
}

extension FormStyle where Self == GroupedFormStyle {
    /// The style `grouped`.
    public static var grouped: GroupedFormStyle { GroupedFormStyle() }
}

/// The style `columns`.
public struct ColumnsFormStyle: FormStyle {
    /// Creates it.
    public init() {}
}

extension FormStyle where Self == ColumnsFormStyle {
    /// The style `columns`.
    public static var columns: ColumnsFormStyle { ColumnsFormStyle() }
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
