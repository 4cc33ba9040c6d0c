import Foundation

extension UIView {
    private var accessibilityNames: [String?] { [accessibilityLabel, accessibilityIdentifier] }

    /// The elements of this view itself, without subviews, that the user can tap.
    var touchables: [Touchable] {
        let names = accessibilityNames
        switch self {
        case let button as UIButton:
            return one("button", [button.currentTitle] + names, button.isEnabled) { button.touch() }
        case let toggle as UISwitch:
            return one("switch", names, toggle.isEnabled) {
                toggle.isOn.toggle()
                toggle.sendActions(for: [.valueChanged, .touchUpInside, .primaryActionTriggered])
            }
        case let choice as UISegmentedControl:
            return (0..<choice.numberOfSegments).compactMap { index in
                Touchable(
                    "segment", [choice.titleForSegment(at: index)],
                    isEnabled: choice.isEnabled && choice.isEnabledForSegment(at: index)
                ) {
                    guard choice.isMomentary || choice.selectedSegmentIndex != index else { return }
                    choice.selectedSegmentIndex = index
                    choice.sendActions(for: [.valueChanged, .primaryActionTriggered])
                    if choice.isMomentary { choice.selectedSegmentIndex = -1 }
                }
            }
        case let field as UITextField:
            return one("text field", [field.placeholder] + names, field.isEnabled) { field.becomeFirstResponder() }
        case let control as UIControl: return one("control", names, control.isEnabled) { control.touch() }
        case let table as UITableView:
            let edges = [table.tableHeaderView, table.tableFooterView].compactMap { $0 }
            return table.rows + edges.flatMap { Screen.touchables(in: $0) } + ofGestures
        case let bar as UIToolbar: return (bar.items ?? []).compactMap { Screen.barButton($0) } + ofGestures
        case let collection as UICollectionView: return collection.cells + ofGestures
        default: return ofGestures
        }
    }

    /// This view as an element, if it has tap recognizers. A tap goes to the last recognizer, and to the recognizers
    /// that may recognize gestures simultaneously with the last one.
    private var ofGestures: [Touchable] {
        let recognizers = (gestureRecognizers ?? []).compactMap { $0 as? UITapGestureRecognizer }.filter {
            $0.numberOfTapsRequired == 1 && $0.numberOfTouchesRequired == 1 && $0.isEnabled
        }
        guard let last = recognizers.last else { return [] }
        return one("view", [firstText] + accessibilityNames, true) {
            for other in recognizers.dropLast() where last.mayBeMade(with: other) { other.recognized() }
            last.recognized()
        }
    }

    private func one(
        _ kind: String, _ names: [String?], _ isEnabled: Bool, _ tap: @escaping () -> Void
    ) -> [Touchable] { Touchable(kind, names, isEnabled: isEnabled, tap: tap).map { [$0] } ?? [] }
}

extension UIControl {
    /// Sends the events of a finger that touches the control and leaves it again.
    fileprivate func touch() {
        sendActions(for: .touchDown)
        sendActions(for: [.touchUpInside, .primaryActionTriggered])
    }
}

extension UITableView {
    /// The maximum number of rows per section for which cells are requested. A screen shows fewer rows.
    private static let rowsMax = 100

    /// The rows, whose cells come from the data source, and the elements in the rows that the user can tap.
    fileprivate var rows: [Touchable] {
        var found: [Touchable] = []
        for section in 0..<numberOfSections {
            for row in 0..<min(numberOfRows(inSection: section), Self.rowsMax) {
                let place = IndexPath(row: row, section: section)
                guard let cell = cellForRow(at: place) else { continue }
                let names = [cell.textLabel?.text, cell.contentView.firstText, cell.accessibilityLabel]
                let row = Touchable("row", names + [cell.accessibilityIdentifier]) { [weak self] in
                    self?.choose(place, cell)
                }
                if allowsSelection, let row { found.append(row) }
                let parts = [cell.contentView, cell.accessoryView].compactMap { $0 }
                found += parts.flatMap { Screen.touchables(in: $0) }.compactMap { part in
                    // The cell is stored before the tap, as the app's code for the tap may call `indexPath(for:)`.
                    part.after { [weak self] in self?.touched = (cell, place) }
                }
            }
        }
        return found
    }

    /// Selects a row as a tap does.
    private func choose(_ place: IndexPath, _ cell: UITableViewCell) {
        touched = (cell, place)
        guard let chosen = delegate.map({ $0.tableView(self, willSelectRowAt: place) }) ?? place else { return }
        if let last = indexPathForSelectedRow, last != chosen {
            selectRow(at: nil, animated: true, scrollPosition: .none)
            delegate?.tableView(self, didDeselectRowAt: last)
        }
        selectRow(at: chosen, animated: true, scrollPosition: .none)
        delegate?.tableView(self, didSelectRowAt: chosen)
        lead(on: cell.segues, from: cell)
    }
}

extension UICollectionView {
    /// The maximum number of items per section for which cells are requested. A screen shows fewer cells.
    private static let cellsMax = 100

    /// The cells, which come from the data source, and the elements in the cells that the user can tap.
    fileprivate var cells: [Touchable] {
        var found: [Touchable] = []
        for section in 0..<numberOfSections {
            for item in 0..<min(numberOfItems(inSection: section), Self.cellsMax) {
                let place = IndexPath(item: item, section: section)
                guard let cell = cellForItem(at: place) else { continue }
                let names = [cell.contentView.firstText, cell.firstText, cell.accessibilityLabel]
                let whole = Touchable("cell", names + [cell.accessibilityIdentifier]) { [weak self] in
                    self?.choose(place, cell)
                }
                if allowsSelection, let whole { found.append(whole) }
                found += Screen.touchables(in: cell.contentView).compactMap { part in
                    part.after { [weak self] in self?.touched = (cell, place) }
                }
            }
        }
        return found
    }

    /// Selects a cell as a tap does, or deselects a selected cell if the collection view allows multiple selection.
    private func choose(_ place: IndexPath, _ cell: UICollectionViewCell) {
        let chosen = indexPathsForSelectedItems ?? []
        let former = touched
        touched = (cell, place)
        if allowsMultipleSelection, chosen.contains(place) {
            deselectItem(at: place, animated: true)
            cell.isSelected = false
            delegate?.collectionView(self, didDeselectItemAt: place)
            return
        }
        guard delegate?.collectionView(self, shouldSelectItemAt: place) ?? true else { return }
        for last in chosen where !allowsMultipleSelection && last != place {
            deselectItem(at: last, animated: true)
            if former?.place == last { former?.cell.isSelected = false }
            delegate?.collectionView(self, didDeselectItemAt: last)
        }
        selectItem(at: place, animated: true, scrollPosition: [])
        cell.isSelected = true
        delegate?.collectionView(self, didSelectItemAt: place)
        lead(on: cell.segues, from: cell)
    }
}

extension UIView {
    /// Performs the segues of a row or cell in the view controller that contains this view.
    fileprivate func lead(on segues: [InterfaceElement], from sender: UIView) {
        var responder: UIEventResponder? = self
        while let current = responder, !(current is UIViewController) { responder = current.next }
        for segue in segues { (responder as? UIViewController)?.follow(segue, sender: sender) }
    }
}

extension UIAlertController {
    /// The alert's actions as elements. A tap dismisses the alert, and then calls the action's handler.
    var answers: [Touchable] {
        actions.compactMap { action in
            Touchable("answer", [action.title], isEnabled: action.isEnabled) { [weak self] in
                guard let self else { return }
                (presentingViewController ?? self).dismiss(animated: true) { action.handler?(action) }
            }
        }
    }
}
