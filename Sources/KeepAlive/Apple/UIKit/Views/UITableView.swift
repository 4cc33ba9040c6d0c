import Foundation

extension IndexPath {
    /// A row of a section.
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
    /// An item of a section.
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

    /// The section.
    public var section: Int { self[0] }
    /// The row in the section.
    public var row: Int { self[1] }
    /// The item in the section.
    public var item: Int { self[1] }
}

/// A table. Without a screen it shows no rows by itself: ``cellForRow(at:)`` asks the data source for one.
open class UITableView: UIScrollView {
    /// The kind of a table.
    public enum Style: Int, Sendable {
        /// Without a gap.
        case plain = 0
        /// In groups.
        case grouped = 1
        /// In groups with a margin.
        case insetGrouped = 2
    }
    /// How rows come and go; without effect here.
    public enum RowAnimation: Int, Sendable {
        /// In some way.
        case fade = 0, right, left, top, bottom, none, middle
        /// As the system says.
        case automatic = 100
    }
    /// Where a row is shown.
    public enum ScrollPosition: Int, Sendable {
        /// Somewhere.
        case none = 0, top, middle, bottom
    }

    /// As high as is needed.
    public nonisolated static let automaticDimension: CGFloat = -1

    /// What stands between rows; without effect here.
    public enum SeparatorStyle: Int, Sendable {
        /// Nothing.
        case none = 0
        /// A line.
        case singleLine = 1
    }

    /// What stands between rows; kept, and without effect here.
    open var separatorStyle = SeparatorStyle.singleLine
    /// The color of lines between rows; kept, and without effect here.
    open var separatorColor: UIColor?
    /// Where lines between rows begin and end; kept, and without effect here.
    open var separatorInset = UIEdgeInsets.zero
    /// The kind.
    public let style: Style
    /// What it shows.
    open weak var dataSource: (any UITableViewDataSource)?
    /// What the app does around it.
    open weak var delegate: (any UITableViewDelegate)?
    override var scrollDelegate: (any UIScrollViewDelegate)? { delegate }
    /// How high a row is.
    open var rowHeight = UITableView.automaticDimension
    /// How high a row is, roughly.
    open var estimatedRowHeight = UITableView.automaticDimension
    /// What is over all rows.
    open var tableHeaderView: UIView? { didSet { tableHeaderView?.stand(in: self) } }
    /// What is under all rows.
    open var tableFooterView: UIView? { didSet { tableFooterView?.stand(in: self) } }
    /// What is behind all rows.
    open var backgroundView: UIView?
    /// True if the user may choose a row.
    open var allowsSelection = true
    /// True while the user changes rows.
    open var isEditing = false
    /// The chosen row.
    public private(set) var indexPathForSelectedRow: IndexPath?
    private var classes: [String: UITableViewCell.Type] = [:]
    private var nibs: [String: UINib] = [:]
    /// Makes the cells of a storyboard, by their names.
    var prototypes: [String: () -> UITableViewCell?] = [:]

    /// The sections of a storyboard whose cells are in it themselves.
    var staticSections: [StaticSection] = [] {
        didSet { for section in staticSections { section.cells.forEach { $0.stand(in: self) } } }
    }

    /// A section of a storyboard with its cells.
    struct StaticSection {
        let header: String?
        let footer: String?
        let cells: [UITableViewCell]
    }

    func staticSection(_ section: Int) -> StaticSection? {
        staticSections.indices.contains(section) ? staticSections[section] : nil
    }

    /// Creates a table.
    public init(frame: CGRect, style: Style) {
        self.style = style
        super.init(frame: frame)
    }

    /// Creates a table of a storyboard.
    public required init?(coder: NSCoder) {
        style = .plain
        super.init(coder: coder)
    }

    /// The number of sections.
    open var numberOfSections: Int { dataSource?.numberOfSections(in: self) ?? 0 }
    /// Returns the number of rows of a section.
    open func numberOfRows(inSection section: Int) -> Int {
        dataSource?.tableView(self, numberOfRowsInSection: section) ?? 0
    }
    /// Returns the cell of a row, as the data source makes it.
    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
        guard indexPath.section < numberOfSections, indexPath.row < numberOfRows(inSection: indexPath.section) else {
            return nil
        }
        let cell = dataSource?.tableView(self, cellForRowAt: indexPath)
        cell?.stand(in: self)
        return cell
    }

    /// The cell that the user has touched last, and its place.
    var touched: (cell: UITableViewCell, place: IndexPath)?

    /// The places of the rows that are shown: none is, here.
    open var indexPathsForVisibleRows: [IndexPath]? { nil }
    /// The cells that are shown: none is, here.
    open var visibleCells: [UITableViewCell] { [] }
    /// The places of the chosen rows.
    open var indexPathsForSelectedRows: [IndexPath]? { indexPathForSelectedRow.map { [$0] } }
    /// Returns the place of the row at a point: no row has a place here.
    open func indexPathForRow(at point: CGPoint) -> IndexPath? { nil }
    /// Returns where a row stands: no row has a place here.
    open func rectForRow(at indexPath: IndexPath) -> CGRect { .zero }
    /// Has the user change rows, or not.
    open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }
    /// Shows new sections. None are shown here.
    open func insertSections(_ sections: IndexSet, with animation: RowAnimation) {}
    /// Takes sections away. None are shown here.
    open func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {}
    /// Moves a row. None are shown here.
    open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {}
    /// True if the user may choose several rows; kept, and without effect here.
    open var allowsMultipleSelection = false
    /// True if the user may choose rows while changing them; kept, and without effect here.
    open var allowsSelectionDuringEditing = false
    /// How high what is over a section is, in points.
    open var sectionHeaderHeight = UITableView.automaticDimension
    /// How high what is under a section is, in points.
    open var sectionFooterHeight = UITableView.automaticDimension
    /// How high what is over a section is, roughly.
    open var estimatedSectionHeaderHeight = UITableView.automaticDimension
    /// What is free over a section, in points; kept, and without effect here.
    open var sectionHeaderTopPadding = UITableView.automaticDimension
    /// True if cells follow the readable width; kept, and without effect here.
    open var cellLayoutMarginsFollowReadableWidth = false

    /// Returns the place of a cell: of the one that the user has touched last, or of one of a storyboard's sections. No other
    /// one is shown here.
    open func indexPath(for cell: UITableViewCell) -> IndexPath? {
        if touched?.cell === cell { return touched?.place }
        for (section, content) in staticSections.enumerated() {
            if let row = content.cells.firstIndex(where: { $0 === cell }) {
                return IndexPath(row: row, section: section)
            }
        }
        return nil
    }

    /// Has the rows asked for anew. None are shown here.
    open func reloadData() { AppContext.current.note(.table) }
    /// Has rows asked for anew. None are shown here.
    open func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}
    /// Has sections asked for anew. None are shown here.
    open func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {}
    /// Shows new rows. None are shown here.
    open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}
    /// Takes rows away. None are shown here.
    open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}
    /// Makes changes together.
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        updates?()
        completion?(true)
    }
    /// Begins changes.
    open func beginUpdates() {}
    /// Ends changes.
    open func endUpdates() {}
    /// Shows a row. None are shown here.
    open func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {}

    /// Chooses a row, without telling the delegate.
    open func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        indexPathForSelectedRow = indexPath
    }
    /// Gives up a row.
    open func deselectRow(at indexPath: IndexPath, animated: Bool) {
        if indexPathForSelectedRow == indexPath { indexPathForSelectedRow = nil }
    }

    /// Says of which class the cells of a name are.
    open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
        classes[identifier] = cellClass as? UITableViewCell.Type
    }
    /// Says in which nib the cells of a name are.
    open func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) { nibs[identifier] = nib }
    /// Says in which nib the headers of a name are.
    open func register(_ nib: UINib?, forHeaderFooterViewReuseIdentifier identifier: String) {}
    /// Says of which class the headers of a name are.
    open func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {}
    /// Returns a cell of a name: a new one of its class, of its nib or of the storyboard.
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
    /// Returns a header or footer of a name: a new one.
    open func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? {
        UITableViewHeaderFooterView(frame: .zero)
    }
    /// Returns a cell of a name for a row: a new one of its class.
    open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
        dequeueReusableCell(withIdentifier: identifier) ?? UITableViewCell(style: .default, reuseIdentifier: identifier)
    }
}

/// A row of a table.
open class UITableViewCell: UIView {
    /// The kind of a cell.
    public enum CellStyle: Int, Sendable {
        /// A text.
        case `default` = 0
        /// A text and one at the right.
        case value1 = 1
        /// A text and one at the right of it.
        case value2 = 2
        /// A text and one under it.
        case subtitle = 3
    }
    /// How a chosen cell looks.
    public enum SelectionStyle: Int, Sendable {
        /// In some way.
        case none = 0, blue, gray, `default`
    }
    /// What stands at its right.
    public enum AccessoryType: Int, Sendable {
        /// A sign.
        case none = 0, disclosureIndicator, detailDisclosureButton, checkmark, detailButton
    }
    /// What the user does with a row.
    public enum EditingStyle: Int, Sendable {
        /// A change.
        case none = 0, delete, insert
    }

    /// The name of its kind.
    public internal(set) var reuseIdentifier: String?
    /// The ways of the storyboard that it leads to.
    var segues: [InterfaceElement] = []
    /// Its text.
    open internal(set) lazy var textLabel: UILabel? = UILabel()
    /// Its second text.
    open internal(set) lazy var detailTextLabel: UILabel? = UILabel()
    /// Its picture.
    open internal(set) lazy var imageView: UIImageView? = UIImageView()
    /// What contains its parts.
    open private(set) lazy var contentView: UIView = {
        let content = UIView()
        content.stand(in: self)
        return content
    }()
    /// What stands at its right.
    open var accessoryType = AccessoryType.none
    /// What stands at its right instead.
    open var accessoryView: UIView? { didSet { accessoryView?.stand(in: self) } }
    /// Where the line under it begins and ends; kept, and without effect here.
    open var separatorInset = UIEdgeInsets.zero
    /// What is behind it.
    open var backgroundView: UIView?
    /// What is behind it while it is chosen.
    open var selectedBackgroundView: UIView?
    /// What stands at its right while the user changes rows.
    open var editingAccessoryType = AccessoryType.none
    /// True while the user changes rows.
    open var isEditing = false
    /// True while a finger is on it.
    open var isHighlighted = false
    /// Shows that a finger is on it.
    open func setHighlighted(_ highlighted: Bool, animated: Bool) { isHighlighted = highlighted }
    /// Has the user change it, or not.
    open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }
    /// How it looks when it is chosen.
    open var selectionStyle = SelectionStyle.default
    /// True if it is chosen.
    open var isSelected = false

    /// Creates a cell.
    public required init(style: CellStyle, reuseIdentifier: String?) {
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: CGRect(x: 0, y: 0, width: 390, height: 44))
    }

    /// Creates a cell of the default style.
    public convenience init() { self.init(style: .default, reuseIdentifier: nil) }

    /// Creates a cell of a storyboard.
    public required init?(coder: NSCoder) {
        reuseIdentifier = nil
        super.init(coder: coder)
    }

    /// It is about to be used for another row.
    open func prepareForReuse() {}
    /// Chooses it.
    open func setSelected(_ selected: Bool, animated: Bool) { isSelected = selected }
}

/// What stands over or under a section.
open class UITableViewHeaderFooterView: UIView {
    /// Its text.
    open private(set) lazy var textLabel: UILabel? = UILabel()
}
