import Foundation
import KeepAlive

extension View {
    public func foregroundColor(_ color: Color?) -> some View { self }
    public func foregroundStyle(_ style: some ShapeStyle) -> some View { self }
    public func foregroundStyle(_ primary: some ShapeStyle, _ secondary: some ShapeStyle) -> some View { self }
    public func tint(_ tint: Color?) -> some View { self }
    @_disfavoredOverload
    public func tint(_ tint: some ShapeStyle) -> some View { self }
    public func accentColor(_ accentColor: Color?) -> some View { self }
    public func background(_ style: some ShapeStyle, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View { self }
    public func background(_ style: some ShapeStyle, in shape: some Shape, fillStyle: FillStyle = FillStyle())
        -> some View
    { self }
    public func backgroundStyle(_ style: some ShapeStyle) -> some View { self }
    public func border(_ content: some ShapeStyle, width: CGFloat = 1) -> some View { self }
    public func opacity(_ opacity: Double) -> some View { self }
    public func shadow(
        color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
    ) -> some View { self }
    public func blur(radius: CGFloat, opaque: Bool = false) -> some View { self }
    public func brightness(_ amount: Double) -> some View { self }
    public func contrast(_ amount: Double) -> some View { self }
    public func grayscale(_ amount: Double) -> some View { self }
    public func saturation(_ amount: Double) -> some View { self }
    public func colorMultiply(_ color: Color) -> some View { self }
    public func colorInvert() -> some View { self }
    public func blendMode(_ blendMode: BlendMode) -> some View { self }
    public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View { self }
    public func scaleEffect(_ scale: CGFloat, anchor: UnitPoint = .center) -> some View { self }
    public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some View { self }
    public func rotation3DEffect(
        _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center
    ) -> some View { self }
    public func hidden() -> some View { self }
    public func fontWeight(_ weight: Font.Weight?) -> some View { self }
    public func fontDesign(_ design: Font.Design?) -> some View { self }
    public func bold(_ isActive: Bool = true) -> some View { self }
    public func italic(_ isActive: Bool = true) -> some View { self }
    public func underline(_ isActive: Bool = true, color: Color? = nil) -> some View { self }
    public func baselineOffset(_ baselineOffset: CGFloat) -> some View { self }
    public func kerning(_ kerning: CGFloat) -> some View { self }
    public func tracking(_ tracking: CGFloat) -> some View { self }
    public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> some View { self }
    public func background(ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View { self }
    public func monospacedDigit() -> some View { self }
    public func monospaced(_ isActive: Bool = true) -> some View { self }
    public func textCase(_ textCase: Text.Case?) -> some View { self }
    public func truncationMode(_ mode: Text.TruncationMode) -> some View { self }
    public func minimumScaleFactor(_ factor: CGFloat) -> some View { self }
    public func lineSpacing(_ lineSpacing: CGFloat) -> some View { self }
    public func lineLimit(_ limit: ClosedRange<Int>) -> some View { self }
    public func lineLimit(_ limit: PartialRangeFrom<Int>) -> some View { self }
    public func textSelection(_ selectability: some TextSelectability) -> some View { self }
    public func imageScale(_ scale: Image.Scale) -> some View { self }
    public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View { self }
    public func symbolVariant(_ variant: SymbolVariants) -> some View { self }
    public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View { self }
    public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { self }
    public func dynamicTypeSize(_ range: ClosedRange<DynamicTypeSize>) -> some View { self }
    public func dynamicTypeSize(_ range: PartialRangeThrough<DynamicTypeSize>) -> some View { self }
    public func listRowBackground(_ view: (some View)?) -> some View { self }
    public func listItemTint(_ tint: Color?) -> some View { self }
    public func scrollContentBackground(_ visibility: Visibility) -> some View { self }
    public func scrollIndicators(_ visibility: ScrollIndicatorVisibility, axes: Axis.Set = [.vertical, .horizontal])
        -> some View
    { self }
    public func scrollDisabled(_ disabled: Bool) -> some View { self }
    public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> some View { self }
    public func scrollBounceBehavior(_ behavior: ScrollBounceBehavior, axes: Axis.Set = [.vertical]) -> some View {
        self
    }
    public func scrollClipDisabled(_ disabled: Bool = true) -> some View { self }
    public func toolbarBackground(_ style: some ShapeStyle, for bars: ToolbarPlacement...) -> some View { self }
    public func toolbarBackground(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View { self }
    public func toolbarColorScheme(_ colorScheme: ColorScheme?, for bars: ToolbarPlacement...) -> some View { self }
    public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View { self }
    public func statusBarHidden(_ hidden: Bool = true) -> some View { self }
    public func statusBar(hidden: Bool) -> some View { self }
    public func animation(_ animation: Animation?) -> some View { self }
    public func animation(_ animation: Animation?, value: some Equatable) -> some View { self }
    public func transition(_ t: AnyTransition) -> some View { self }
    public func contentTransition(_ transition: ContentTransition) -> some View { self }
    public func transaction(_ transform: @escaping (inout Transaction) -> Void) -> some View { self }
    public func matchedGeometryEffect(id: some Hashable, in namespace: Namespace.ID, isSource: Bool = true) -> some View
    { self }
    public func previewDevice(_ value: PreviewDevice?) -> some View { self }
    public func previewLayout(_ value: PreviewLayout) -> some View { self }
    public func previewDisplayName(_ value: String?) -> some View { self }
    public func privacySensitive(_ sensitive: Bool = true) -> some View { self }
    public func labelsHidden() -> some View { self }
}
