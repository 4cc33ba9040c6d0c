import Foundation
import KeepAlive

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
