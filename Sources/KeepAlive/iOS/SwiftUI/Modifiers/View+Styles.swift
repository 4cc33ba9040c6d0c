import Foundation
import KeepAlive

extension View {
    @_disfavoredOverload
    public func buttonStyle(_ style: some ButtonStyle) -> some View { self }
    public func buttonStyle(_ style: some PrimitiveButtonStyle) -> some View { self }
    public func buttonBorderShape(_ shape: ButtonBorderShape) -> some View { self }
    public func controlSize(_ controlSize: ControlSize) -> some View { self }
    public func listStyle(_ style: some ListStyle) -> some View { self }
    public func pickerStyle(_ style: some PickerStyle) -> some View { self }
    public func toggleStyle(_ style: some ToggleStyle) -> some View { self }
    public func textFieldStyle(_ style: some TextFieldStyle) -> some View { self }
    public func labelStyle(_ style: some LabelStyle) -> some View { self }
    public func progressViewStyle(_ style: some ProgressViewStyle) -> some View { self }
    public func navigationViewStyle(_ style: some NavigationViewStyle) -> some View { self }
    public func tabViewStyle(_ style: some TabViewStyle) -> some View { self }
    public func indexViewStyle(_ style: some IndexViewStyle) -> some View { self }
    public func datePickerStyle(_ style: some DatePickerStyle) -> some View { self }
    public func groupBoxStyle(_ style: some GroupBoxStyle) -> some View { self }
    public func formStyle(_ style: some FormStyle) -> some View { self }
    public func menuStyle(_ style: some MenuStyle) -> some View { self }
    public func navigationTitle(_ title: Text) -> some View { self }
    public func navigationTitle(_ title: LocalizedStringKey) -> some View { self }
    @_disfavoredOverload
    public func navigationTitle(_ title: some StringProtocol) -> some View { self }
    public func navigationSubtitle(_ subtitle: Text) -> some View { self }
    public func navigationSubtitle(_ subtitle: LocalizedStringKey) -> some View { self }
    @_disfavoredOverload
    public func navigationSubtitle(_ subtitle: some StringProtocol) -> some View { self }
    public func navigationBarTitle(_ title: Text) -> some View { self }
    public func navigationBarTitle(_ title: LocalizedStringKey) -> some View { self }
    @_disfavoredOverload
    public func navigationBarTitle(_ title: some StringProtocol) -> some View { self }
    public func navigationBarTitle(_ title: LocalizedStringKey, displayMode: NavigationBarItem.TitleDisplayMode)
        -> some View
    { self }
    @_disfavoredOverload
    public func navigationBarTitle(_ title: some StringProtocol, displayMode: NavigationBarItem.TitleDisplayMode)
        -> some View
    { self }
    public func navigationBarTitle(_ title: Text, displayMode: NavigationBarItem.TitleDisplayMode) -> some View { self }
    public func navigationBarTitleDisplayMode(_ displayMode: NavigationBarItem.TitleDisplayMode) -> some View { self }
    public func navigationBarHidden(_ hidden: Bool) -> some View { self }
    public func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> some View { self }
    public func badge(_ count: Int) -> some View { self }
    public func badge(_ label: Text?) -> some View { self }
}
