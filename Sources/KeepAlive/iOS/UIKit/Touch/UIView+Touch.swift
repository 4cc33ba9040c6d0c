import Foundation

extension UIView {
    private var accessibilityNames: [String?] { [accessibilityLabel, accessibilityIdentifier] }

    /// What the user can tap of this view itself.
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

    /// The view, if it recognizes taps. One recognizer makes the gesture, the last one, and those that may be made with it.
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
    /// A finger is put on it, and leaves it.
    fileprivate func touch() {
        sendActions(for: .touchDown)
        sendActions(for: [.touchUpInside, .primaryActionTriggered])
    }
}

extension UITableView {
    /// The most rows that are asked for; a screen shows fewer.
    private static let rowsMax = 100

    /// The rows, as the data source makes them, and what can be tapped within each.
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
                    // What it calls may ask in which row it is.
                    part.after { [weak self] in self?.touched = (cell, place) }
                }
            }
        }
        return found
    }

    /// The user chooses a row.
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
    /// The most cells of a section that are asked for; a screen shows fewer.
    private static let cellsMax = 100

    /// The cells, as the data source makes them, and what can be tapped within each.
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

    /// The user chooses a cell, or gives it up where several may be chosen.
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
    /// Follows the ways of a storyboard that a row or a cell leads to.
    fileprivate func lead(on segues: [InterfaceElement], from sender: UIView) {
        var responder: UIEventResponder? = self
        while let current = responder, !(current is UIViewController) { responder = current.next }
        for segue in segues { (responder as? UIViewController)?.follow(segue, sender: sender) }
    }
}

extension UIAlertController {
    /// The answers. One of them takes the question from the screen, and is then told.
    var answers: [Touchable] {
        actions.compactMap { action in
            Touchable("answer", [action.title], isEnabled: action.isEnabled) { [weak self] in
                guard let self else { return }
                (presentingViewController ?? self).dismiss(animated: true) { action.handler?(action) }
            }
        }
    }
}
