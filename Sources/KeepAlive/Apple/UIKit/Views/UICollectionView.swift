import Foundation

/// Cells side by side. Without a screen it shows none by itself: ``cellForItem(at:)`` asks the data source for one.
open class UICollectionView: UIScrollView {
    /// Where a cell is shown.
    public struct ScrollPosition: OptionSet, Sendable {
        /// The bits of `UICollectionViewScrollPosition`.
        public let rawValue: UInt

        /// Creates places from their bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// At the top.
        public static let top = ScrollPosition(rawValue: 1 << 0)
        /// In the middle upright.
        public static let centeredVertically = ScrollPosition(rawValue: 1 << 1)
        /// At the bottom.
        public static let bottom = ScrollPosition(rawValue: 1 << 2)
        /// At the left.
        public static let left = ScrollPosition(rawValue: 1 << 3)
        /// In the middle across.
        public static let centeredHorizontally = ScrollPosition(rawValue: 1 << 4)
        /// At the right.
        public static let right = ScrollPosition(rawValue: 1 << 5)
    }

    /// The kind of the view over a section.
    public nonisolated static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
    /// The kind of the view under a section.
    public nonisolated static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

    /// Where cells stand; kept, and without effect here.
    open var collectionViewLayout: UICollectionViewLayout {
        didSet {
            if oldValue !== collectionViewLayout { oldValue.collectionView = nil }
            collectionViewLayout.collectionView = self
        }
    }
    /// What it shows.
    open weak var dataSource: (any UICollectionViewDataSource)?
    /// What the app does around it.
    open weak var delegate: (any UICollectionViewDelegate)?
    override var scrollDelegate: (any UIScrollViewDelegate)? { delegate }
    /// What is behind all cells.
    open var backgroundView: UIView?
    /// True if the user may choose a cell.
    open var allowsSelection = true
    /// True if the user may choose several.
    open var allowsMultipleSelection = false
    /// True if cells are asked for before they are shown; kept, and without effect here.
    open var isPrefetchingEnabled = true
    /// The chosen cell.
    private var chosen: [IndexPath] = []
    private var classes: [String: UICollectionViewCell.Type] = [:]
    private var nibs: [String: UINib] = [:]
    /// Makes the cells of a storyboard, by their names.
    var prototypes: [String: () -> UICollectionViewCell?] = [:]

    /// Creates a view of cells.
    public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
        collectionViewLayout = layout
        super.init(frame: frame)
        layout.collectionView = self
    }

    /// Creates one of a storyboard.
    public required init?(coder: NSCoder) {
        collectionViewLayout = UICollectionViewFlowLayout()
        super.init(coder: coder)
    }

    override open func setInterfaceOutlet(_ name: String, to value: Any?) -> Bool {
        switch name {
        case "dataSource": dataSource = value as? any UICollectionViewDataSource
        case "delegate": delegate = value as? any UICollectionViewDelegate
        default: return super.setInterfaceOutlet(name, to: value)
        }
        return true
    }

    /// The number of sections.
    open var numberOfSections: Int { dataSource?.numberOfSections(in: self) ?? 0 }
    /// Returns the number of cells of a section.
    open func numberOfItems(inSection section: Int) -> Int {
        dataSource?.collectionView(self, numberOfItemsInSection: section) ?? 0
    }
    /// Returns a cell, as the data source makes it; the one that the user has touched last is still there.
    open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
        if let touched, touched.place == indexPath { return touched.cell }
        guard indexPath.section < numberOfSections, indexPath.item < numberOfItems(inSection: indexPath.section) else {
            return nil
        }
        let cell = dataSource?.collectionView(self, cellForItemAt: indexPath)
        cell?.stand(in: self)
        if chosen.contains(indexPath) { cell?.isSelected = true }
        return cell
    }

    /// The places of the cells that are shown: none is, here.
    open var indexPathsForVisibleItems: [IndexPath] { [] }
    /// The cells that are shown: none is, here.
    open var visibleCells: [UICollectionViewCell] { [] }
    /// The places of the chosen cells.
    open var indexPathsForSelectedItems: [IndexPath]? { chosen }
    /// Returns the place of a cell: of the one that the user has touched last. No other one is shown here.
    open func indexPath(for cell: UICollectionViewCell) -> IndexPath? { touched?.cell === cell ? touched?.place : nil }
    /// Returns the place of the cell at a point: no cell has a place here.
    open func indexPathForItem(at point: CGPoint) -> IndexPath? { nil }
    /// The cell that the user has touched last, and its place.
    var touched: (cell: UICollectionViewCell, place: IndexPath)?

    /// Has the cells asked for anew. None are shown here.
    open func reloadData() {
        touched = nil
        chosen = []
        AppContext.current.note(.table)
    }
    /// Has cells asked for anew. None are shown here.
    open func reloadItems(at indexPaths: [IndexPath]) { touched = nil }
    /// Has sections asked for anew. None are shown here.
    open func reloadSections(_ sections: IndexSet) { touched = nil }
    /// Shows new cells. None are shown here.
    open func insertItems(at indexPaths: [IndexPath]) { touched = nil }
    /// Takes cells away. None are shown here.
    open func deleteItems(at indexPaths: [IndexPath]) { touched = nil }
    /// Moves a cell. None are shown here.
    open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) { touched = nil }
    /// Shows new sections. None are shown here.
    open func insertSections(_ sections: IndexSet) { touched = nil }
    /// Takes sections away. None are shown here.
    open func deleteSections(_ sections: IndexSet) { touched = nil }
    /// Makes changes together.
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        updates?()
        completion?(true)
    }
    /// Shows a cell. None are shown here.
    open func scrollToItem(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {}
    /// Sets where cells stand.
    open func setCollectionViewLayout(_ layout: UICollectionViewLayout, animated: Bool) {
        collectionViewLayout = layout
    }

    /// Chooses a cell, without telling the delegate.
    open func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        guard let indexPath else { return chosen = [] }
        if !allowsMultipleSelection { chosen = [] }
        if !chosen.contains(indexPath) { chosen.append(indexPath) }
    }
    /// Gives up a cell.
    open func deselectItem(at indexPath: IndexPath, animated: Bool) { chosen.removeAll { $0 == indexPath } }

    /// Says of which class the cells of a name are.
    open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
        classes[identifier] = cellClass as? UICollectionViewCell.Type
    }
    /// Says in which nib the cells of a name are.
    open func register(_ nib: UINib?, forCellWithReuseIdentifier identifier: String) { nibs[identifier] = nib }
    /// Says of which class the other views of a name are.
    open func register(
        _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String, withReuseIdentifier identifier: String
    ) { views[identifier] = viewClass as? UICollectionReusableView.Type }
    /// Says in which nib the other views of a name are; a plain view stands for them here.
    open func register(
        _ nib: UINib?, forSupplementaryViewOfKind kind: String, withReuseIdentifier identifier: String
    ) {}
    private var views: [String: UICollectionReusableView.Type] = [:]
    /// Returns a cell of a name: a new one of its class, of its nib or of the storyboard.
    open func dequeueReusableCell(withReuseIdentifier identifier: String, for indexPath: IndexPath)
        -> UICollectionViewCell
    {
        if let made = prototypes[identifier]?() { return made }
        if let nib = nibs[identifier],
            let cell = nib.instantiate(withOwner: nil).lazy.compactMap({ $0 as? UICollectionViewCell }).first
        {
            cell.reuseIdentifier = identifier
            return cell
        }
        let cell = (classes[identifier] ?? UICollectionViewCell.self).init(frame: .zero)
        cell.reuseIdentifier = identifier
        return cell
    }
    /// Returns another view of a name: a new one of its class.
    open func dequeueReusableSupplementaryView(
        ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionReusableView { (views[identifier] ?? UICollectionReusableView.self).init(frame: .zero) }
}

/// A view of a collection that is used again.
open class UICollectionReusableView: UIView {
    /// The name of its kind.
    public internal(set) var reuseIdentifier: String?
    /// The ways of the storyboard that it leads to.
    var segues: [InterfaceElement] = []

    /// Creates a view.
    override public required init(frame: CGRect) { super.init(frame: frame) }
    /// Creates a view of a storyboard.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// It is about to be used for something else.
    open func prepareForReuse() {}
    /// It has another place; not called here.
    open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}
}

/// A cell of a collection.
open class UICollectionViewCell: UICollectionReusableView {
    /// What contains its parts.
    open private(set) lazy var contentView: UIView = {
        let content = UIView()
        content.stand(in: self)
        return content
    }()
    /// What is behind it.
    open var backgroundView: UIView?
    /// What is behind it while it is chosen.
    open var selectedBackgroundView: UIView?
    /// True if it is chosen.
    open var isSelected = false
    /// True while a finger is on it.
    open var isHighlighted = false
}

/// What a collection shows.
@preconcurrency @MainActor
public protocol UICollectionViewDataSource: NSObjectProtocol {
    /// Returns how many sections there are.
    func numberOfSections(in collectionView: UICollectionView) -> Int
    /// Returns how many cells a section has.
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
    /// Returns a cell.
    func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell
    /// Returns a view over or under a section; not asked here.
    func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView
}

extension UICollectionViewDataSource {
    /// One section.
    public func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
    /// None.
    public func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView { UICollectionReusableView(frame: .zero) }
}

/// What an app does around a collection.
@preconcurrency @MainActor
public protocol UICollectionViewDelegate: UIScrollViewDelegate {
    /// Returns whether the user may choose a cell.
    func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool
    /// The user has chosen a cell.
    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath)
    /// The user has given up a cell.
    func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath)
    /// A cell is about to be shown; not called here.
    func collectionView(
        _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath)
    /// A cell is no longer shown; not called here.
    func collectionView(
        _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell,
        forItemAt indexPath: IndexPath)
}

extension UICollectionViewDelegate {
    /// The user may.
    public func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        true
    }
    /// Nothing to do.
    public func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {}
    /// Nothing to do.
    public func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {}
    /// Nothing to do.
    public func collectionView(
        _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {}
    /// Nothing to do.
    public func collectionView(
        _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {}
}
