import Foundation

/// Shows a page of the web. There is no browser here: the timeline says which page it would show.
open class SFSafariViewController: UIViewController {
    private let context = AppContext.current
    private let url: URL
    /// How it looks; kept, and without effect here.
    open var preferredControlTintColor: UIColor?
    /// How it looks; kept, and without effect here.
    open var preferredBarTintColor: UIColor?
    /// The words of the button that closes it; kept, and without effect here.
    open var dismissButtonStyle = DismissButtonStyle.done
    /// Who is told that it is closed.
    open weak var delegate: (any SFSafariViewControllerDelegate)?

    /// The words of the button that closes it.
    public enum DismissButtonStyle: Int, Sendable {
        /// Done.
        case done = 0
        /// Close.
        case close = 1
        /// Cancel.
        case cancel = 2
    }

    /// How it shows a page; without effect here.
    open class Configuration {
        /// True if the page is shown as a text to read.
        open var entersReaderIfAvailable = false
        /// True if the bars get smaller.
        open var barCollapsingEnabled = true

        /// Creates the usual way.
        public init() {}
    }

    /// Creates a controller of a page.
    public init(url: URL) {
        self.url = url
        super.init(nibName: nil, bundle: nil)
    }

    /// Creates a controller of a page.
    public convenience init(url: URL, configuration: Configuration) { self.init(url: url) }

    /// Returns `nil`: an archive has no page.
    public required init?(coder: NSCoder) { nil }

    override func isPresented() { context.note("it shows \(url.absoluteString); there is no browser here") }
}

/// Who is told that a page is closed.
@preconcurrency @MainActor
public protocol SFSafariViewControllerDelegate: AnyObject {
    /// The user has closed the page; not called here.
    func safariViewControllerDidFinish(_ controller: SFSafariViewController)
}

extension SFSafariViewControllerDelegate {
    /// Nothing to do.
    public func safariViewControllerDidFinish(_ controller: SFSafariViewController) {}
}
