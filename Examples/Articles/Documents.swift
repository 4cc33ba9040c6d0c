import Foundation
import KeepAlive

/// Files that the user opens with the app, and what the app offers of them (SD-70, SD-71).
@MainActor
final class Documents: NSObject, UIDocumentInteractionControllerDelegate {
    private var preview: UIDocumentInteractionController?

    func open(_ url: URL, _ how: String) {
        say("opened \(url.lastPathComponent) \(how)")
        guard url.isFileURL else { return }
        let preview = UIDocumentInteractionController(url: url)
        preview.delegate = self
        self.preview = preview
        if preview.presentPreview(animated: true) { say("a preview") }
    }

    func documentInteractionControllerViewControllerForPreview(
        _ controller: UIDocumentInteractionController
    ) -> UIViewController { top }

    /// Offers a file to AirDrop, to other apps, and to be copied, printed or saved.
    func share(_ url: URL) {
        let sheet = UIActivityViewController(activityItems: [url], applicationActivities: nil)
        sheet.completionWithItemsHandler = { type, completed, _, _ in
            say("shared by \(type?.rawValue ?? "nothing"): \(completed)")
        }
        top.present(sheet, animated: true)
    }

    /// The controller in front.
    private var top: UIViewController {
        if window.rootViewController == nil {
            window.rootViewController = UIViewController()
            window.makeKeyAndVisible()
        }
        var top = window.rootViewController ?? UIViewController()
        while let next = top.presentedViewController { top = next }
        return top
    }
    private let window = UIWindow()
}
