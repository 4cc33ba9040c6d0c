import Foundation

extension IndexPath {
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

    public var section: Int { self[0] }
    public var row: Int { self[1] }
    public var item: Int { self[1] }
}

open class UITableView: UIScrollView {
    public enum Style: Int, Sendable {
        case plain, grouped, insetGrouped
    }
    /// The values have no effect, unlike on iOS.
    public enum RowAnimation: Int, Sendable {
        case fade = 0, right, left, top, bottom, none, middle
        case automatic = 100
    }
    public enum ScrollPosition: Int, Sendable {
        case none = 0, top, middle, bottom
    }

    public nonisolated static let automaticDimension: CGFloat = -1

    /// The values have no effect, unlike on iOS.
    public enum SeparatorStyle: Int, Sendable {
        case none, singleLine
    }

    @WithoutEffect open var separatorStyle = SeparatorStyle.singleLine
    @WithoutEffect open var separatorColor: UIColor? = nil
    @WithoutEffect open var separatorInset = UIEdgeInsets.zero
    public let style: Style
    open weak var dataSource: (any UITableViewDataSource)?
    open weak var delegate: (any UITableViewDelegate)?
    override var scrollDelegate: (any UIScrollViewDelegate)? { delegate }
    open var rowHeight = UITableView.automaticDimension
    open var estimatedRowHeight = UITableView.automaticDimension
    open var tableHeaderView: UIView? { didSet { tableHeaderView?.stand(in: self) } }
    open var tableFooterView: UIView? { didSet { tableFooterView?.stand(in: self) } }
    open var backgroundView: UIView?
    open var allowsSelection = true
    open var isEditing = false
    public private(set) var indexPathForSelectedRow: IndexPath?
    private var classes: [String: UITableViewCell.Type] = [:]
    private var nibs: [String: UINib] = [:]
    /// Functions that create the storyboard's prototype cells, by reuse identifier.
    var prototypes: [String: () -> UITableViewCell?] = [:]

    /// The storyboard's sections with static cells.
    var staticSections: [StaticSection] = [] {
        didSet { for section in staticSections { section.cells.forEach { $0.stand(in: self) } } }
    }

    /// A section with static cells.
    struct StaticSection {
        let header: String?
        let footer: String?
        let cells: [UITableViewCell]
    }

    func staticSection(_ section: Int) -> StaticSection? {
        staticSections.indices.contains(section) ? staticSections[section] : nil
    }

    public init(frame: CGRect = .zero, style: Style = .plain) {
        self.style = style
        super.init(frame: frame)
    }

    public required init?(coder: NSCoder) {
        style = .plain
        super.init(coder: coder)
    }

    open var numberOfSections: Int { dataSource?.numberOfSections(in: self) ?? 0 }
    open func numberOfRows(inSection section: Int) -> Int {
        dataSource?.tableView(self, numberOfRowsInSection: section) ?? 0
    }
    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
        guard indexPath.section < numberOfSections, indexPath.row < numberOfRows(inSection: indexPath.section) else {
            return nil
        }
        let cell = dataSource?.tableView(self, cellForRowAt: indexPath)
        cell?.stand(in: self)
        return cell
    }

    /// The cell that the user has tapped last, with its index path; `nil` if there is none.
    var touched: (cell: UITableViewCell, place: IndexPath)?

    /// Always `nil`, unlike on iOS: no rows are shown.
    open var indexPathsForVisibleRows: [IndexPath]? { nil }
    /// Always empty, unlike on iOS: no rows are shown.
    open var visibleCells: [UITableViewCell] { [] }
    open var indexPathsForSelectedRows: [IndexPath]? { indexPathForSelectedRow.map { [$0] } }
    /// Always `nil`, unlike on iOS: rows have no position.
    open func indexPathForRow(at point: CGPoint) -> IndexPath? { nil }
    /// Always zero, unlike on iOS: rows have no position.
    open func rectForRow(at indexPath: IndexPath) -> CGRect { .zero }
    open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }
    /// Has no effect, unlike on iOS: no rows are shown.
    open func insertSections(_ sections: IndexSet, with animation: RowAnimation) {}
    /// Has no effect, unlike on iOS: no rows are shown.
    open func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {}
    /// Has no effect, unlike on iOS: no rows are shown.
    open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {}
    @WithoutEffect open var allowsMultipleSelection = false
    @WithoutEffect open var allowsSelectionDuringEditing = false
    open var sectionHeaderHeight = UITableView.automaticDimension
    open var sectionFooterHeight = UITableView.automaticDimension
    open var estimatedSectionHeaderHeight = UITableView.automaticDimension
    @WithoutEffect open var sectionHeaderTopPadding = UITableView.automaticDimension
    @WithoutEffect open var cellLayoutMarginsFollowReadableWidth = false

    /// Returns the index path of the cell that the user has tapped last, or of a static cell; `nil` for any other cell,
    /// unlike on iOS: no rows are shown.
    open func indexPath(for cell: UITableViewCell) -> IndexPath? {
        if touched?.cell === cell { return touched?.place }
        for (section, content) in staticSections.enumerated() {
            if let row = content.cells.firstIndex(where: { $0 === cell }) {
                return IndexPath(row: row, section: section)
            }
        }
        return nil
    }

    /// Has no effect, unlike on iOS: no rows are shown.
    open func reloadData() { AppContext.current.note(.table) }
    /// Has no effect, unlike on iOS: no rows are shown.
    open func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}
    /// Has no effect, unlike on iOS: no rows are shown.
    open func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {}
    /// Has no effect, unlike on iOS: no rows are shown.
    open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}
    /// Has no effect, unlike on iOS: no rows are shown.
    open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        updates?()
        completion?(true)
    }
    open func beginUpdates() {}
    open func endUpdates() {}
    /// Has no effect, unlike on iOS: no rows are shown.
    open func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {}

    open func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        indexPathForSelectedRow = indexPath
    }
    open func deselectRow(at indexPath: IndexPath, animated: Bool) {
        if indexPathForSelectedRow == indexPath { indexPathForSelectedRow = nil }
    }

    open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
        classes[identifier] = cellClass as? UITableViewCell.Type
    }
    open func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) { nibs[identifier] = nib }
    open func register(_ nib: UINib?, forHeaderFooterViewReuseIdentifier identifier: String) {}
    open func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {}
    open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
        if let made = prototypes[identifier]?() { return made }
        if let nib = nibs[identifier] {
            return nib.instantiate(withOwner: nil).lazy.compactMap { $0 as? UITableViewCell }.first
        }
        return (classes[identifier] ?? UITableViewCell.self).init(style: .default, reuseIdentifier: identifier)
    }

    override open func setInterfaceOutlet(_ name: String, to value: Any?) -> Bool {
        switch name {
        case "dataSource": dataSource = value as? any UITableViewDataSource
        case "delegate": delegate = value as? any UITableViewDelegate
        default: return super.setInterfaceOutlet(name, to: value)
        }
        return true
    }
    open func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? {
        UITableViewHeaderFooterView(frame: .zero)
    }
    open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
        dequeueReusableCell(withIdentifier: identifier) ?? UITableViewCell(style: .default, reuseIdentifier: identifier)
    }
}

open class UITableViewCell: UIView {
    public enum CellStyle: Int, Sendable {
        case `default`, value1, value2, subtitle
    }
    public enum SelectionStyle: Int, Sendable {
        case none = 0, blue, gray, `default`
    }
    public enum AccessoryType: Int, Sendable {
        case none = 0, disclosureIndicator, detailDisclosureButton, checkmark, detailButton
    }
    public enum EditingStyle: Int, Sendable {
        case none = 0, delete, insert
    }

    public internal(set) var reuseIdentifier: String?
    /// The storyboard's segues that start at this cell.
    var segues: [InterfaceElement] = []
    open internal(set) lazy var textLabel: UILabel? = UILabel()
    open internal(set) lazy var detailTextLabel: UILabel? = UILabel()
    open internal(set) lazy var imageView: UIImageView? = UIImageView()
    open private(set) lazy var contentView: UIView = {
        let content = UIView()
        content.stand(in: self)
        return content
    }()
    open var accessoryType = AccessoryType.none
    open var accessoryView: UIView? { didSet { accessoryView?.stand(in: self) } }
    @WithoutEffect open var separatorInset = UIEdgeInsets.zero
    open var backgroundView: UIView?
    open var selectedBackgroundView: UIView?
    open var editingAccessoryType = AccessoryType.none
    open var isEditing = false
    open var isHighlighted = false
    open func setHighlighted(_ highlighted: Bool, animated: Bool) { isHighlighted = highlighted }
    open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }
    open var selectionStyle = SelectionStyle.default
    open var isSelected = false

    public required init(style: CellStyle, reuseIdentifier: String?) {
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: CGRect(x: 0, y: 0, width: 390, height: 44))
    }

    public convenience init() { self.init(style: .default, reuseIdentifier: nil) }

    public required init?(coder: NSCoder) {
        reuseIdentifier = nil
        super.init(coder: coder)
    }

    open func prepareForReuse() {}
    open func setSelected(_ selected: Bool, animated: Bool) { isSelected = selected }
}

open class UITableViewHeaderFooterView: UIView {
    open private(set) lazy var textLabel: UILabel? = UILabel()
}
