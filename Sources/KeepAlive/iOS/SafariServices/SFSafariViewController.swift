import Foundation

/// A view controller for a web page. Unlike on iOS, there is no browser: the timeline names the page.
open class SFSafariViewController: UIViewController, SystemController {
    private let context = AppContext.current
    private let url: URL
    @WithoutEffect open var preferredControlTintColor: UIColor? = nil
    @WithoutEffect open var preferredBarTintColor: UIColor? = nil
    @WithoutEffect open var dismissButtonStyle = DismissButtonStyle.done
    open weak var delegate: (any SFSafariViewControllerDelegate)?

    public enum DismissButtonStyle: Int, Sendable {
        case done, close, cancel
    }

    /// A configuration; ignored, unlike on iOS.
    open class Configuration {
        open var entersReaderIfAvailable = false
        open var barCollapsingEnabled = true

        public init() {}
    }

    public init(url: URL) {
        self.url = url
        super.init(nibName: nil, bundle: nil)
    }

    public convenience init(url: URL, configuration: Configuration) { self.init(url: url) }

    public required init?(coder: NSCoder) { nil }

    package func isPresented() { context.note("it shows \(url.absoluteString); there is no browser here") }
}

@preconcurrency @MainActor
public protocol SFSafariViewControllerDelegate: AnyObject {
    /// Never called, unlike on iOS.
    func safariViewControllerDidFinish(_ controller: SFSafariViewController)
}

extension SFSafariViewControllerDelegate {
    public func safariViewControllerDidFinish(_ controller: SFSafariViewController) {}
}

extension UnimplementedDelegate: SFSafariViewControllerDelegate {}
