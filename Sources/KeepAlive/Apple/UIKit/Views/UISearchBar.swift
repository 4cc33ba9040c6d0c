import Foundation

/// A line in which the user types what is to be found. Nobody types here.
open class UISearchBar: UIView, UITextInputTraits {
    /// What it says of what the user types.
    public var inputTraits = TextInputTraits()
    /// How it looks; without effect here.
    public enum Style: UInt, Sendable {
        /// In some way.
        case `default` = 0, prominent, minimal
    }

    /// The text.
    open var text: String?
    /// What stands there while there is no text.
    open var placeholder: String?
    /// The words over it.
    open var prompt: String?
    /// What the app does around it.
    open weak var delegate: (any UISearchBarDelegate)?
    /// True if there is a button to end it.
    open var showsCancelButton = false
    /// The words of several places to look in.
    open var scopeButtonTitles: [String]?
    /// Which of them is chosen, from 0.
    open var selectedScopeButtonIndex = 0
    /// True if they are shown.
    open var showsScopeBar = false
    /// How it looks; kept, and without effect here.
    open var searchBarStyle = Style.default
    /// The color behind it; kept, and without effect here.
    open var barTintColor: UIColor?
    /// The line itself.
    public let searchTextField = UITextField()

    override open var canBecomeFirstResponder: Bool { true }
    /// Shows the button to end it, or hides it.
    open func setShowsCancelButton(_ showsCancelButton: Bool, animated: Bool) {
        self.showsCancelButton = showsCancelButton
    }

    override open func setInterfaceOutlet(_ name: String, to value: Any?) -> Bool {
        guard name == "delegate" else { return super.setInterfaceOutlet(name, to: value) }
        delegate = value as? any UISearchBarDelegate
        return true
    }
}

/// What an app does around a search. Nobody types here: none of it is called.
@preconcurrency @MainActor
public protocol UISearchBarDelegate: NSObjectProtocol {
    /// Returns whether the user may begin.
    func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool
    /// The user has begun.
    func searchBarTextDidBeginEditing(_ searchBar: UISearchBar)
    /// The user has ended.
    func searchBarTextDidEndEditing(_ searchBar: UISearchBar)
    /// The text has changed.
    func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String)
    /// The user wants it to be found.
    func searchBarSearchButtonClicked(_ searchBar: UISearchBar)
    /// The user wants it no longer.
    func searchBarCancelButtonClicked(_ searchBar: UISearchBar)
    /// The user has chosen another place to look in.
    func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int)
}

extension UISearchBarDelegate {
    /// The user may.
    public func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool { true }
    /// Nothing to do.
    public func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) {}
    /// Nothing to do.
    public func searchBarTextDidEndEditing(_ searchBar: UISearchBar) {}
    /// Nothing to do.
    public func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {}
    /// Nothing to do.
    public func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {}
    /// Nothing to do.
    public func searchBarCancelButtonClicked(_ searchBar: UISearchBar) {}
    /// Nothing to do.
    public func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int) {}
}

/// A search over what a controller shows. Nobody searches here: an app may begin it itself.
open class UISearchController: UIViewController {
    /// The bar.
    public let searchBar = UISearchBar(frame: .zero)
    /// The controller that shows what was found.
    public let searchResultsController: UIViewController?
    /// Who finds it.
    open weak var searchResultsUpdater: (any UISearchResultsUpdating)?
    /// What the app does around it.
    open weak var delegate: (any UISearchControllerDelegate)?
    /// True while something is looked for. Setting it asks for what is found.
    open var isActive = false {
        didSet { if oldValue != isActive { searchResultsUpdater?.updateSearchResults(for: self) } }
    }
    /// True if what is under it gets dark; kept, and without effect here.
    open var obscuresBackgroundDuringPresentation = true
    /// True if the bar above is hidden meanwhile; kept, and without effect here.
    open var hidesNavigationBarDuringPresentation = true

    /// Creates a search.
    public init(searchResultsController: UIViewController? = nil) {
        self.searchResultsController = searchResultsController
        super.init(nibName: nil, bundle: nil)
    }

    /// Returns `nil`: an archive has no search.
    public required init?(coder: NSCoder) { nil }
}

/// Who finds what is looked for.
@preconcurrency @MainActor
public protocol UISearchResultsUpdating: NSObjectProtocol {
    /// Something else is looked for.
    func updateSearchResults(for searchController: UISearchController)
}

/// What an app does around a search; not called here.
@preconcurrency @MainActor
public protocol UISearchControllerDelegate: NSObjectProtocol {
    /// It is about to come onto the screen.
    func willPresentSearchController(_ searchController: UISearchController)
    /// It is on the screen.
    func didPresentSearchController(_ searchController: UISearchController)
    /// It is about to leave the screen.
    func willDismissSearchController(_ searchController: UISearchController)
    /// It has left the screen.
    func didDismissSearchController(_ searchController: UISearchController)
}

extension UISearchControllerDelegate {
    /// Nothing to do.
    public func willPresentSearchController(_ searchController: UISearchController) {}
    /// Nothing to do.
    public func didPresentSearchController(_ searchController: UISearchController) {}
    /// Nothing to do.
    public func willDismissSearchController(_ searchController: UISearchController) {}
    /// Nothing to do.
    public func didDismissSearchController(_ searchController: UISearchController) {}
}
