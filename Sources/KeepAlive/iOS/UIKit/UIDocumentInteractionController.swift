import Foundation
import KeepAliveModel
import KeepAliveProtocol

/// The delegate of a file preview (SD-71).
@preconcurrency @MainActor
public protocol UIDocumentInteractionControllerDelegate: AnyObject {
    /// Returns the controller over which the preview is shown.
    func documentInteractionControllerViewControllerForPreview(
        _ controller: UIDocumentInteractionController
    ) -> UIViewController
    func documentInteractionControllerWillBeginPreview(_ controller: UIDocumentInteractionController)
    func documentInteractionControllerDidEndPreview(_ controller: UIDocumentInteractionController)
}

// Default implementations for the methods that an app leaves out.
extension UIDocumentInteractionControllerDelegate {
    public func documentInteractionControllerWillBeginPreview(_ controller: UIDocumentInteractionController) {}
    public func documentInteractionControllerDidEndPreview(_ controller: UIDocumentInteractionController) {}
}

/// Shows a preview of a file (SD-71). Nothing is drawn: the timeline reports the preview, `ctl preview` names its
/// file, and `ctl close-preview` closes it.
@preconcurrency @MainActor
open class UIDocumentInteractionController: NSObject {
    private let context: AppContext

    open var url: URL?
    @WithoutEffect open var uti: String? = nil
    open var name: String?
    @WithoutEffect open var annotation: Any? = nil
    open weak var delegate: (any UIDocumentInteractionControllerDelegate)?

    public init(url: URL) {
        context = .current
        self.url = url
        name = url.lastPathComponent
    }

    /// Shows the preview.
    ///
    /// - Returns: false without a delegate or a readable file, while the app is not on the screen, and while another
    ///   preview is shown.
    @discardableResult
    open func presentPreview(animated: Bool) -> Bool {
        guard let delegate, let url, url.isFileURL, FileManager.default.isReadableFile(atPath: url.path) else {
            return false
        }
        _ = delegate.documentInteractionControllerViewControllerForPreview(self)
        guard Previews.of(context).show(url, ended: { [weak self] in self?.ended() }) else { return false }
        delegate.documentInteractionControllerWillBeginPreview(self)
        return true
    }

    open func dismissPreview(animated: Bool) { Previews.of(context).withdraw() }

    private func ended() { delegate?.documentInteractionControllerDidEndPreview(self) }
}

/// The preview that an app shows at the moment.
@MainActor
package final class Previews {
    private let context: AppContext
    private var onEnd: (() -> Void)?

    nonisolated private init(_ context: AppContext) {
        self.context = context
        context.serve(ApplicationCallbacks.previewEnded, self) { $0.ended() }
    }

    package nonisolated static func of(_ context: AppContext) -> Previews { context.only { Previews(context) } }

    /// Shows a preview of a file.
    ///
    /// - Parameter ended: called when the user or the app has closed the preview.
    /// - Returns: true if the preview is shown.
    package func show(_ url: URL, ended: @escaping () -> Void) -> Bool {
        guard context.send(ApplicationMethods.presentPreview, url.path) == true else { return false }
        onEnd = ended
        return true
    }

    /// Closes the preview at the app's request.
    package func withdraw() {
        guard onEnd != nil else { return }
        context.send(ApplicationMethods.withdrawPreview)
        ended()
    }

    /// Calls the handler of the preview's end, once.
    private func ended() {
        let tell = onEnd
        onEnd = nil
        tell?()
    }
}
