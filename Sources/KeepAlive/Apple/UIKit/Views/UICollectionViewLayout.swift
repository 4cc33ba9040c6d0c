import Foundation

/// Where cells stand; there is no layout here.
@preconcurrency @MainActor
open class UICollectionViewLayout: NSObject {
    /// The collection.
    public internal(set) weak var collectionView: UICollectionView?

    /// Has cells placed anew; there is no layout here.
    open func invalidateLayout() {}
    /// Cells are about to be placed; not called here.
    open func prepare() {}
    /// The size of all cells: not known here.
    open var collectionViewContentSize: CGSize { .zero }
    /// Returns where cells of a part stand: not known here.
    open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? { nil }
    /// Returns where a cell stands: not known here.
    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
    /// Returns whether cells are placed anew where there is another size; not asked here.
    open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }
}

/// Where a cell stands.
@preconcurrency @MainActor
open class UICollectionViewLayoutAttributes: NSObject {
    /// Its place, in points.
    open var frame = CGRect.zero
    /// The middle of it.
    open var center = CGPoint.zero
    /// Its size.
    open var size = CGSize.zero
    /// How much of it is seen, from 0 to 1.
    open var alpha: CGFloat = 1
    /// Its place above others.
    open var zIndex = 0
    /// True if it is not shown.
    open var isHidden = false
    /// Which cell.
    open var indexPath = IndexPath()
    /// How it is moved, scaled and turned.
    open var transform = CGAffineTransform.identity

    /// Creates the place of a cell.
    public convenience init(forCellWith indexPath: IndexPath) {
        self.init()
        self.indexPath = indexPath
    }
}

/// Cells in rows; kept, and without effect here.
open class UICollectionViewFlowLayout: UICollectionViewLayout {
    /// In which direction it goes on.
    open var scrollDirection = UICollectionView.ScrollDirection.vertical
    /// The size of a cell, in points.
    open var itemSize = CGSize(width: 50, height: 50)
    /// The size of a cell, roughly.
    open var estimatedItemSize = CGSize.zero
    /// What is free between cells at least.
    open var minimumInteritemSpacing: CGFloat = 10
    /// What is free between rows at least.
    open var minimumLineSpacing: CGFloat = 10
    /// What is free around a section.
    open var sectionInset = UIEdgeInsets.zero
    /// The size of what is over a section.
    open var headerReferenceSize = CGSize.zero
    /// The size of what is under a section.
    open var footerReferenceSize = CGSize.zero
    /// True if what is over a section stays at the top.
    open var sectionHeadersPinToVisibleBounds = false

    /// A size that cells say of themselves.
    public nonisolated static let automaticSize = CGSize(width: 50, height: 50)
}

extension UICollectionView {
    /// In which direction a collection goes on.
    public enum ScrollDirection: Int, Sendable {
        /// Down.
        case vertical = 0
        /// To the right.
        case horizontal = 1
    }
}

/// Who says where cells in rows stand; not asked here.
@preconcurrency @MainActor
public protocol UICollectionViewDelegateFlowLayout: UICollectionViewDelegate {
    /// Returns the size of a cell.
    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        sizeForItemAt indexPath: IndexPath
    ) -> CGSize
    /// Returns what is free around a section.
    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        insetForSectionAt section: Int
    ) -> UIEdgeInsets
    /// Returns what is free between rows.
    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat
    /// Returns what is free between cells.
    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        minimumInteritemSpacingForSectionAt section: Int
    ) -> CGFloat
    /// Returns the size of what is over a section.
    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        referenceSizeForHeaderInSection section: Int
    ) -> CGSize
}

extension UICollectionViewDelegateFlowLayout {
    /// As the layout says.
    public func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        sizeForItemAt indexPath: IndexPath
    ) -> CGSize { (collectionViewLayout as? UICollectionViewFlowLayout)?.itemSize ?? .zero }
    /// As the layout says.
    public func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        insetForSectionAt section: Int
    ) -> UIEdgeInsets { (collectionViewLayout as? UICollectionViewFlowLayout)?.sectionInset ?? .zero }
    /// As the layout says.
    public func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat { (collectionViewLayout as? UICollectionViewFlowLayout)?.minimumLineSpacing ?? 0 }
    /// As the layout says.
    public func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        minimumInteritemSpacingForSectionAt section: Int
    ) -> CGFloat { (collectionViewLayout as? UICollectionViewFlowLayout)?.minimumInteritemSpacing ?? 0 }
    /// As the layout says.
    public func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        referenceSizeForHeaderInSection section: Int
    ) -> CGSize { (collectionViewLayout as? UICollectionViewFlowLayout)?.headerReferenceSize ?? .zero }
}
