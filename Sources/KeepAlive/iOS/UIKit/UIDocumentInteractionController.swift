import Foundation
import KeepAliveModel
import KeepAliveProtocol

/// The delegate of a file preview (SD-71).
@preconcurrency @MainActor
public protocol UIDocumentInteractionControllerDelegate: AnyObject {
    /// Returns the view controller over which the preview is shown.
    func documentInteractionControllerViewControllerForPreview(
        _ controller: UIDocumentInteractionController
    ) -> UIViewController
    func documentInteractionControllerWillBeginPreview(_ controller: UIDocumentInteractionController)
    func documentInteractionControllerDidEndPreview(_ controller: UIDocumentInteractionController)
}

// Default implementations of the optional methods.
extension UIDocumentInteractionControllerDelegate {
    public func documentInteractionControllerWillBeginPreview(_ controller: UIDocumentInteractionController) {}
    public func documentInteractionControllerDidEndPreview(_ controller: UIDocumentInteractionController) {}
}

/// Previews a file (SD-71). Nothing is drawn: the timeline reports the preview, `ctl preview` prints the file's name,
/// and `ctl close-preview` closes the preview.
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
    /// - Returns: false without a delegate, without a readable file, while the app is not on the screen, or while
    ///   another preview is shown.
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

/// The preview that an app shows now.
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
    /// - Returns: false if the preview cannot be shown.
    package func show(_ url: URL, ended: @escaping () -> Void) -> Bool {
        guard context.send(ApplicationMethods.presentPreview, url.path) == true else { return false }
        onEnd = ended
        return true
    }

    /// Closes the preview because the app asks for it.
    package func withdraw() {
        guard onEnd != nil else { return }
        context.send(ApplicationMethods.withdrawPreview)
        ended()
    }

    /// Calls the function that was passed to `show(_:ended:)`, once.
    private func ended() {
        let tell = onEnd
        onEnd = nil
        tell?()
    }
}
