import Foundation
import KeepAlive

extension View {
    /// The looks of buttons.
    @_disfavoredOverload
    public func buttonStyle(_ style: some ButtonStyle) -> some View { self }
    /// The looks of buttons.
    public func buttonStyle(_ style: some PrimitiveButtonStyle) -> some View { self }
    /// The shape of buttons.
    public func buttonBorderShape(_ shape: ButtonBorderShape) -> some View { self }
    /// The size of controls.
    public func controlSize(_ controlSize: ControlSize) -> some View { self }
    /// The looks of lists.
    public func listStyle(_ style: some ListStyle) -> some View { self }
    /// The looks of pickers.
    public func pickerStyle(_ style: some PickerStyle) -> some View { self }
    /// The looks of toggles.
    public func toggleStyle(_ style: some ToggleStyle) -> some View { self }
    /// The looks of fields.
    public func textFieldStyle(_ style: some TextFieldStyle) -> some View { self }
    /// The looks of labels.
    public func labelStyle(_ style: some LabelStyle) -> some View { self }
    /// The looks of progress.
    public func progressViewStyle(_ style: some ProgressViewStyle) -> some View { self }
    /// The looks of navigation.
    public func navigationViewStyle(_ style: some NavigationViewStyle) -> some View { self }
    /// The looks of tabs.
    public func tabViewStyle(_ style: some TabViewStyle) -> some View { self }
    /// The looks of dots for pages.
    public func indexViewStyle(_ style: some IndexViewStyle) -> some View { self }
    /// The looks of date pickers.
    public func datePickerStyle(_ style: some DatePickerStyle) -> some View { self }
    /// The looks of groups.
    public func groupBoxStyle(_ style: some GroupBoxStyle) -> some View { self }
    /// The looks of forms.
    public func formStyle(_ style: some FormStyle) -> some View { self }
    /// The looks of menus.
    public func menuStyle(_ style: some MenuStyle) -> some View { self }
    /// The title of a view in a navigation.
    public func navigationTitle(_ title: Text) -> some View { self }
    /// The title of a view in a navigation.
    public func navigationTitle(_ title: LocalizedStringKey) -> some View { self }
    /// The title of a view in a navigation.
    @_disfavoredOverload
    public func navigationTitle(_ title: some StringProtocol) -> some View { self }
    /// The words under the title of a view in a navigation.
    public func navigationSubtitle(_ subtitle: Text) -> some View { self }
    /// The words under the title of a view in a navigation.
    public func navigationSubtitle(_ subtitle: LocalizedStringKey) -> some View { self }
    /// The words under the title of a view in a navigation.
    @_disfavoredOverload
    public func navigationSubtitle(_ subtitle: some StringProtocol) -> some View { self }
    /// The older name of `navigationTitle`.
    public func navigationBarTitle(_ title: Text) -> some View { self }
    /// The older name of `navigationTitle`.
    public func navigationBarTitle(_ title: LocalizedStringKey) -> some View { self }
    /// The older name of `navigationTitle`.
    @_disfavoredOverload
    public func navigationBarTitle(_ title: some StringProtocol) -> some View { self }
    /// The older name of `navigationTitle`.
    public func navigationBarTitle(_ title: LocalizedStringKey, displayMode: NavigationBarItem.TitleDisplayMode)
        -> some View
    { self }
    /// The older name of `navigationTitle`.
    @_disfavoredOverload
    public func navigationBarTitle(_ title: some StringProtocol, displayMode: NavigationBarItem.TitleDisplayMode)
        -> some View
    { self }
    /// The older name of `navigationTitle`.
    public func navigationBarTitle(_ title: Text, displayMode: NavigationBarItem.TitleDisplayMode) -> some View { self }
    /// How the title is shown.
    public func navigationBarTitleDisplayMode(_ displayMode: NavigationBarItem.TitleDisplayMode) -> some View { self }
    /// Hides the bar.
    public func navigationBarHidden(_ hidden: Bool) -> some View { self }
    /// Hides the way back.
    public func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> some View { self }
    /// The number on a tab.
    public func badge(_ count: Int) -> some View { self }
    /// The text on a tab.
    public func badge(_ label: Text?) -> some View { self }
}
