import Foundation
import KeepAlive

extension View {
    /// Sets the color.
    public func foregroundColor(_ color: Color?) -> some View { self }
    /// Sets how the view is filled.
    public func foregroundStyle(_ style: some ShapeStyle) -> some View { self }
    /// Sets how the view is filled.
    public func foregroundStyle(_ primary: some ShapeStyle, _ secondary: some ShapeStyle) -> some View { self }
    /// Sets the color of controls.
    public func tint(_ tint: Color?) -> some View { self }
    /// Sets the color of controls.
    @_disfavoredOverload
    public func tint(_ tint: some ShapeStyle) -> some View { self }
    /// Sets the color of controls.
    public func accentColor(_ accentColor: Color?) -> some View { self }
    /// Sets what is behind the view.
    public func background(_ style: some ShapeStyle, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View { self }
    /// Sets what is behind the view, in a shape.
    public func background(_ style: some ShapeStyle, in shape: some Shape, fillStyle: FillStyle = FillStyle())
        -> some View
    { self }
    /// Fills what is behind the view.
    public func backgroundStyle(_ style: some ShapeStyle) -> some View { self }
    /// Draws a border.
    public func border(_ content: some ShapeStyle, width: CGFloat = 1) -> some View { self }
    /// Makes the view fainter.
    public func opacity(_ opacity: Double) -> some View { self }
    /// Throws a shadow.
    public func shadow(
        color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
    ) -> some View { self }
    /// Blurs the view.
    public func blur(radius: CGFloat, opaque: Bool = false) -> some View { self }
    /// Makes the view brighter.
    public func brightness(_ amount: Double) -> some View { self }
    /// Sets the contrast.
    public func contrast(_ amount: Double) -> some View { self }
    /// Takes the colors away.
    public func grayscale(_ amount: Double) -> some View { self }
    /// Sets the saturation.
    public func saturation(_ amount: Double) -> some View { self }
    /// Mixes colors.
    public func colorMultiply(_ color: Color) -> some View { self }
    /// Turns colors over.
    public func colorInvert() -> some View { self }
    /// Mixes with what is below.
    public func blendMode(_ blendMode: BlendMode) -> some View { self }
    /// Turns the view.
    public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View { self }
    /// Makes the view larger.
    public func scaleEffect(_ scale: CGFloat, anchor: UnitPoint = .center) -> some View { self }
    /// Makes the view larger.
    public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some View { self }
    /// Turns the view in space.
    public func rotation3DEffect(
        _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center
    ) -> some View { self }
    /// Hides the view.
    public func hidden() -> some View { self }
    /// Sets the weight of letters.
    public func fontWeight(_ weight: Font.Weight?) -> some View { self }
    /// Sets the design of letters.
    public func fontDesign(_ design: Font.Design?) -> some View { self }
    /// Bold letters.
    public func bold(_ isActive: Bool = true) -> some View { self }
    /// Italic letters.
    public func italic(_ isActive: Bool = true) -> some View { self }
    /// Draws a line below.
    public func underline(_ isActive: Bool = true, color: Color? = nil) -> some View { self }
    /// Moves letters up.
    public func baselineOffset(_ baselineOffset: CGFloat) -> some View { self }
    /// The space between letters.
    public func kerning(_ kerning: CGFloat) -> some View { self }
    /// The space between letters.
    public func tracking(_ tracking: CGFloat) -> some View { self }
    /// Draws a line through.
    public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> some View { self }
    /// Puts the usual background behind the view.
    public func background(ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View { self }
    /// Digits of one width.
    public func monospacedDigit() -> some View { self }
    /// Letters of one width.
    public func monospaced(_ isActive: Bool = true) -> some View { self }
    /// Upper or lower case.
    public func textCase(_ textCase: Text.Case?) -> some View { self }
    /// Where a text is cut.
    public func truncationMode(_ mode: Text.TruncationMode) -> some View { self }
    /// How small a text may become.
    public func minimumScaleFactor(_ factor: CGFloat) -> some View { self }
    /// The space between lines.
    public func lineSpacing(_ lineSpacing: CGFloat) -> some View { self }
    /// The lines of a text at least and at most.
    public func lineLimit(_ limit: ClosedRange<Int>) -> some View { self }
    /// The lines of a text at least.
    public func lineLimit(_ limit: PartialRangeFrom<Int>) -> some View { self }
    /// Has text selected.
    public func textSelection(_ selectability: some TextSelectability) -> some View { self }
    /// The size of images.
    public func imageScale(_ scale: Image.Scale) -> some View { self }
    /// How a symbol takes its colors.
    public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View { self }
    /// The variant of symbols.
    public func symbolVariant(_ variant: SymbolVariants) -> some View { self }
    /// Prefers light or dark.
    public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View { self }
    /// The size of text.
    public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { self }
    /// The size of text.
    public func dynamicTypeSize(_ range: ClosedRange<DynamicTypeSize>) -> some View { self }
    /// The size of text.
    public func dynamicTypeSize(_ range: PartialRangeThrough<DynamicTypeSize>) -> some View { self }
    /// What is behind a row.
    public func listRowBackground(_ view: (some View)?) -> some View { self }
    /// The color of a row.
    public func listItemTint(_ tint: Color?) -> some View { self }
    /// What is behind what is scrolled.
    public func scrollContentBackground(_ visibility: Visibility) -> some View { self }
    /// Shows where one has scrolled to.
    public func scrollIndicators(_ visibility: ScrollIndicatorVisibility, axes: Axis.Set = [.vertical, .horizontal])
        -> some View
    { self }
    /// Keeps a view from being scrolled.
    public func scrollDisabled(_ disabled: Bool) -> some View { self }
    /// How scrolling takes the keyboard away.
    public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> some View { self }
    /// How scrolling bounces.
    public func scrollBounceBehavior(_ behavior: ScrollBounceBehavior, axes: Axis.Set = [.vertical]) -> some View {
        self
    }
    /// Cuts what is scrolled.
    public func scrollClipDisabled(_ disabled: Bool = true) -> some View { self }
    /// Shows the bar's background.
    public func toolbarBackground(_ style: some ShapeStyle, for bars: ToolbarPlacement...) -> some View { self }
    /// Shows the bar's background.
    public func toolbarBackground(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View { self }
    /// Sets light or dark for bars.
    public func toolbarColorScheme(_ colorScheme: ColorScheme?, for bars: ToolbarPlacement...) -> some View { self }
    /// Shows bars.
    public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View { self }
    /// Shows the status bar.
    public func statusBarHidden(_ hidden: Bool = true) -> some View { self }
    /// Shows the status bar.
    public func statusBar(hidden: Bool) -> some View { self }
    /// Animates changes.
    public func animation(_ animation: Animation?) -> some View { self }
    /// Animates changes of a value.
    public func animation(_ animation: Animation?, value: some Equatable) -> some View { self }
    /// How the view comes and goes.
    public func transition(_ t: AnyTransition) -> some View { self }
    /// How contents change into each other.
    public func contentTransition(_ transition: ContentTransition) -> some View { self }
    /// Changes how changes are made.
    public func transaction(_ transform: @escaping (inout Transaction) -> Void) -> some View { self }
    /// Moves views into each other.
    public func matchedGeometryEffect(id: some Hashable, in namespace: Namespace.ID, isSource: Bool = true) -> some View
    { self }
    /// Names the device of a preview.
    public func previewDevice(_ value: PreviewDevice?) -> some View { self }
    /// Sets the size of a preview.
    public func previewLayout(_ value: PreviewLayout) -> some View { self }
    /// Names a preview.
    public func previewDisplayName(_ value: String?) -> some View { self }
    /// Hides what is private.
    public func privacySensitive(_ sensitive: Bool = true) -> some View { self }
    /// Shows a label's parts.
    public func labelsHidden() -> some View { self }
}
