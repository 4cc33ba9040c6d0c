import Foundation
import KeepAlive

extension View {
    /// Leaves room around the view.
    public func padding(_ insets: EdgeInsets) -> some View { self }
    /// Leaves room around the view.
    public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { self }
    /// Leaves room around the view.
    public func padding(_ length: CGFloat) -> some View { self }
    /// Sets the size of the view.
    public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
        self
    }
    /// Sets the limits of the view's size.
    public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { self }
    /// Gives the view the size that it wants.
    public func fixedSize() -> some View { self }
    /// Gives the view the size that it wants.
    public func fixedSize(horizontal: Bool, vertical: Bool) -> some View { self }
    /// Says which view gets room first.
    public func layoutPriority(_ value: Double) -> some View { self }
    /// Moves the view.
    public func offset(_ offset: CGSize) -> some View { self }
    /// Moves the view.
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { self }
    /// Places the view.
    public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View { self }
    /// Places the view.
    public func position(_ position: CGPoint) -> some View { self }
    /// Keeps the ratio of the view's sides.
    public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View { self }
    /// Keeps the ratio of the view's sides.
    public func aspectRatio(_ aspectRatio: CGSize, contentMode: ContentMode) -> some View { self }
    /// Fits the view into its place.
    public func scaledToFit() -> some View { self }
    /// Fills the view's place.
    public func scaledToFill() -> some View { self }
    /// Goes beyond the safe area.
    public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View { self }
    /// Goes beyond the safe area.
    public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View { self }
    /// Leaves room at the edges of what is scrolled.
    public func contentMargins(_ edges: Edge.Set = .all, _ length: CGFloat?) -> some View { self }
    /// Says which view is over others.
    public func zIndex(_ value: Double) -> some View { self }
    /// Says where the view stands.
    public func alignmentGuide(_ guide: HorizontalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat)
        -> some View
    { self }
    /// Says where the view stands.
    public func alignmentGuide(_ guide: VerticalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat)
        -> some View
    { self }
    /// Takes several columns of a grid.
    public func gridCellColumns(_ count: Int) -> some View { self }
    /// Names the space of coordinates.
    public func coordinateSpace(name: some Hashable) -> some View { self }
    /// Leaves rows room.
    public func listRowInsets(_ insets: EdgeInsets?) -> some View { self }
    /// Shows lines between rows.
    public func listRowSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all) -> some View { self }
    /// Shows lines between sections.
    public func listSectionSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all) -> some View { self }
    /// Leaves room between sections.
    public func listSectionSpacing(_ spacing: CGFloat) -> some View { self }
    /// Sets the shape of what can be touched.
    public func contentShape(_ shape: some Shape, eoFill: Bool = false) -> some View { self }
    /// Cuts the view.
    public func clipped(antialiased: Bool = false) -> some View { self }
    /// Cuts the view to a shape.
    public func clipShape(_ shape: some Shape, style: FillStyle = FillStyle()) -> some View { self }
    /// Rounds the corners.
    public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View { self }
    /// Draws the view as one.
    public func compositingGroup() -> some View { self }
    /// Draws the view off the screen.
    public func drawingGroup(opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear) -> some View { self }
}
