import Foundation

open class UICollectionView: UIScrollView {
    public struct ScrollPosition: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static let top = ScrollPosition(rawValue: 1 << 0)
        public static let centeredVertically = ScrollPosition(rawValue: 1 << 1)
        public static let bottom = ScrollPosition(rawValue: 1 << 2)
        public static let left = ScrollPosition(rawValue: 1 << 3)
        public static let centeredHorizontally = ScrollPosition(rawValue: 1 << 4)
        public static let right = ScrollPosition(rawValue: 1 << 5)
    }

    public nonisolated static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
    public nonisolated static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

    /// The layout of the cells; stored, but without effect, unlike on iOS.
    open var collectionViewLayout: UICollectionViewLayout {
        didSet {
            if oldValue !== collectionViewLayout { oldValue.collectionView = nil }
            collectionViewLayout.collectionView = self
        }
    }
    open weak var dataSource: (any UICollectionViewDataSource)?
    open weak var delegate: (any UICollectionViewDelegate)?
    override var scrollDelegate: (any UIScrollViewDelegate)? { delegate }
    open var backgroundView: UIView?
    open var allowsSelection = true
    open var allowsMultipleSelection = false
    @WithoutEffect open var isPrefetchingEnabled = true
    /// The index paths of the selected cells.
    private var chosen: [IndexPath] = []
    private var classes: [String: UICollectionViewCell.Type] = [:]
    private var nibs: [String: UINib] = [:]
    /// Functions that create the storyboard's prototype cells, by reuse identifier.
    var prototypes: [String: () -> UICollectionViewCell?] = [:]

    public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
        collectionViewLayout = layout
        super.init(frame: frame)
        layout.collectionView = self
    }

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

    open var numberOfSections: Int { dataSource?.numberOfSections(in: self) ?? 0 }
    open func numberOfItems(inSection section: Int) -> Int {
        dataSource?.collectionView(self, numberOfItemsInSection: section) ?? 0
    }
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

    /// Always empty, unlike on iOS: no cells are shown.
    open var indexPathsForVisibleItems: [IndexPath] { [] }
    /// Always empty, unlike on iOS: no cells are shown.
    open var visibleCells: [UICollectionViewCell] { [] }
    open var indexPathsForSelectedItems: [IndexPath]? { chosen }
    /// Returns the index path of the cell that the user has tapped last; `nil` for any other cell, unlike on iOS: no
    /// cells are shown.
    open func indexPath(for cell: UICollectionViewCell) -> IndexPath? { touched?.cell === cell ? touched?.place : nil }
    /// Always `nil`, unlike on iOS: cells have no position.
    open func indexPathForItem(at point: CGPoint) -> IndexPath? { nil }
    /// The cell that the user has tapped last, with its index path; `nil` if there is none.
    var touched: (cell: UICollectionViewCell, place: IndexPath)?

    /// Clears the selection. Unlike on iOS, no cells are requested: no cells are shown.
    open func reloadData() {
        touched = nil
        chosen = []
        AppContext.current.note(.table)
    }
    /// Only clears `touched`, unlike on iOS: no cells are shown.
    open func reloadItems(at indexPaths: [IndexPath]) { touched = nil }
    /// Only clears `touched`, unlike on iOS: no cells are shown.
    open func reloadSections(_ sections: IndexSet) { touched = nil }
    /// Only clears `touched`, unlike on iOS: no cells are shown.
    open func insertItems(at indexPaths: [IndexPath]) { touched = nil }
    /// Only clears `touched`, unlike on iOS: no cells are shown.
    open func deleteItems(at indexPaths: [IndexPath]) { touched = nil }
    /// Only clears `touched`, unlike on iOS: no cells are shown.
    open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) { touched = nil }
    /// Only clears `touched`, unlike on iOS: no cells are shown.
    open func insertSections(_ sections: IndexSet) { touched = nil }
    /// Only clears `touched`, unlike on iOS: no cells are shown.
    open func deleteSections(_ sections: IndexSet) { touched = nil }
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        updates?()
        completion?(true)
    }
    /// Has no effect, unlike on iOS: no cells are shown.
    open func scrollToItem(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {}
    open func setCollectionViewLayout(_ layout: UICollectionViewLayout, animated: Bool) {
        collectionViewLayout = layout
    }

    open func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        guard let indexPath else { return chosen = [] }
        if !allowsMultipleSelection { chosen = [] }
        if !chosen.contains(indexPath) { chosen.append(indexPath) }
    }
    open func deselectItem(at indexPath: IndexPath, animated: Bool) { chosen.removeAll { $0 == indexPath } }

    open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
        classes[identifier] = cellClass as? UICollectionViewCell.Type
    }
    open func register(_ nib: UINib?, forCellWithReuseIdentifier identifier: String) { nibs[identifier] = nib }
    open func register(
        _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String, withReuseIdentifier identifier: String
    ) { views[identifier] = viewClass as? UICollectionReusableView.Type }
    /// Has no effect, unlike on iOS: a plain view takes the place of the nib's view.
    open func register(
        _ nib: UINib?, forSupplementaryViewOfKind kind: String, withReuseIdentifier identifier: String
    ) {}
    private var views: [String: UICollectionReusableView.Type] = [:]
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
    open func dequeueReusableSupplementaryView(
        ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionReusableView { (views[identifier] ?? UICollectionReusableView.self).init(frame: .zero) }
}

open class UICollectionReusableView: UIView {
    public internal(set) var reuseIdentifier: String?
    /// The storyboard's segues that start at this view.
    var segues: [InterfaceElement] = []

    override public required init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open func prepareForReuse() {}
    /// Never called, unlike on iOS.
    open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}
}

open class UICollectionViewCell: UICollectionReusableView {
    open private(set) lazy var contentView: UIView = {
        let content = UIView()
        content.stand(in: self)
        return content
    }()
    open var backgroundView: UIView?
    open var selectedBackgroundView: UIView?
    open var isSelected = false
    open var isHighlighted = false
}

@preconcurrency @MainActor
public protocol UICollectionViewDataSource: NSObjectProtocol {
    func numberOfSections(in collectionView: UICollectionView) -> Int
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
    func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell
    /// Never called, unlike on iOS.
    func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView
}

extension UICollectionViewDataSource {
    public func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
    public func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView { UICollectionReusableView(frame: .zero) }
}

@preconcurrency @MainActor
public protocol UICollectionViewDelegate: UIScrollViewDelegate {
    func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool
    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath)
    func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath)
    /// Never called, unlike on iOS.
    func collectionView(
        _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath)
    /// Never called, unlike on iOS.
    func collectionView(
        _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell,
        forItemAt indexPath: IndexPath)
}

extension UICollectionViewDelegate {
    public func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        true
    }
    public func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {}
    public func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {}
    public func collectionView(
        _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {}
    public func collectionView(
        _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {}
}
