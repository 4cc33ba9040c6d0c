import Foundation
import KeepAliveModel
import KeepAliveProtocol

/// What an app does around the preview of a file (SD-71).
@preconcurrency @MainActor
public protocol UIDocumentInteractionControllerDelegate: AnyObject {
    /// Returns the controller over which the preview is shown. Without one there is no preview.
    func documentInteractionControllerViewControllerForPreview(
        _ controller: UIDocumentInteractionController
    ) -> UIViewController
    func documentInteractionControllerWillBeginPreview(_ controller: UIDocumentInteractionController)
    func documentInteractionControllerDidEndPreview(_ controller: UIDocumentInteractionController)
}

// The methods that an app leaves out.
extension UIDocumentInteractionControllerDelegate {
    public func documentInteractionControllerWillBeginPreview(_ controller: UIDocumentInteractionController) {}
    public func documentInteractionControllerDidEndPreview(_ controller: UIDocumentInteractionController) {}
}

/// Shows a preview of a file (SD-71). There is no screen here: the timeline says that it is shown, `ctl preview` says of
/// what, and `ctl close-preview` closes it.
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
    /// - Returns: whether it is shown: not without a delegate, a file, or a screen, nor beside another one.
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

/// The preview that an app shows.
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
    /// - Returns: whether it is shown.
    package func show(_ url: URL, ended: @escaping () -> Void) -> Bool {
        guard context.send(ApplicationMethods.presentPreview, url.path) == true else { return false }
        onEnd = ended
        return true
    }

    /// Closes it, by the app.
    package func withdraw() {
        guard onEnd != nil else { return }
        context.send(ApplicationMethods.withdrawPreview)
        ended()
    }

    /// The user has closed it.
    private func ended() {
        let tell = onEnd
        onEnd = nil
        tell?()
    }
}
