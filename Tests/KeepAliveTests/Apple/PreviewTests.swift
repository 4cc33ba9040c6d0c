import Foundation
import TestSupport
import Testing

@testable import KeepAlive
@testable import KeepAlivePolicy
@testable import KeepAliveTesting

/// Previews of files by Apple's names (SD-71).
@MainActor
@Suite(.serialized, .onlyDevice) struct PreviewTests {
    private final class Delegate: UIResponder, UIApplicationDelegate, UIDocumentInteractionControllerDelegate,
        QLPreviewControllerDataSource, QLPreviewControllerDelegate
    {
        nonisolated(unsafe) static var calls: [String] = []

        static func take() -> [String] {
            defer { calls = [] }
            return calls
        }

        var window: UIWindow? = UIWindow()
        var files: [URL] = []

        func documentInteractionControllerViewControllerForPreview(
            _ controller: UIDocumentInteractionController
        ) -> UIViewController {
            window?.rootViewController ?? UIViewController()
        }
        func documentInteractionControllerWillBeginPreview(_ controller: UIDocumentInteractionController) {
            Self.calls.append("begins \(controller.name ?? "")")
        }
        func documentInteractionControllerDidEndPreview(_ controller: UIDocumentInteractionController) {
            Self.calls.append("ends \(controller.name ?? "")")
        }
        func numberOfPreviewItems(in controller: QLPreviewController) -> Int { files.count }
        func previewController(_ controller: QLPreviewController, previewItemAt index: Int) -> any QLPreviewItem {
            files[index] as NSURL
        }
        func previewControllerWillDismiss(_ controller: QLPreviewController) { Self.calls.append("will") }
        func previewControllerDidDismiss(_ controller: QLPreviewController) { Self.calls.append("did") }
    }

    private static func device() throws -> (VirtualDevice, Delegate, URL) {
        Delegate.calls = []
        let device = try VirtualDevice()
        let delegate = Delegate()
        _ = device.launch { delegate }
        let file = FileManager.default.temporaryDirectory.appending(path: "preview-\(UUID().uuidString).txt")
        try Data("text".utf8).write(to: file)
        return (device, delegate, file)
    }

    @Test(
        "SD-71: a document's preview, its delegate, and its end by the user and by the app; one at a time, and on the screen"
    )
    func documents() throws {
        let (device, delegate, file) = try Self.device()
        defer { try? FileManager.default.removeItem(at: file) }
        let controller = device.perform { UIDocumentInteractionController(url: file) }
        #expect(device.perform { controller.presentPreview(animated: true) } == false)
        controller.delegate = delegate
        #expect(device.perform { controller.presentPreview(animated: true) })
        let other = device.perform { UIDocumentInteractionController(url: file) }
        other.delegate = delegate
        #expect(device.perform { other.presentPreview(animated: true) } == false)
        #expect(Delegate.take() == ["begins \(file.lastPathComponent)"])
        device.happen(.previewDismissed)
        #expect(Delegate.take() == ["ends \(file.lastPathComponent)"])
        device.perform {
            controller.presentPreview(animated: true)
            controller.dismissPreview(animated: true)
            controller.dismissPreview(animated: true)
        }
        #expect(Delegate.take() == ["begins \(file.lastPathComponent)", "ends \(file.lastPathComponent)"])
        device.happen(.previewDismissed)
        #expect(Delegate.take().isEmpty)
        let gone = device.perform { UIDocumentInteractionController(url: URL(filePath: "/nowhere.txt")) }
        gone.delegate = delegate
        #expect(device.perform { gone.presentPreview(animated: true) } == false)
    }

    @Test("SD-71a: a preview controller over the controller at the top, closed by the user and by the app")
    func quickLook() throws {
        let (device, delegate, file) = try Self.device()
        defer { try? FileManager.default.removeItem(at: file) }
        delegate.files = [file]
        delegate.window?.rootViewController = UIViewController()
        let root = try #require(delegate.window?.rootViewController)
        let preview = device.perform { QLPreviewController() }
        preview.dataSource = delegate
        preview.delegate = delegate
        #expect(QLPreviewController.canPreview(file as NSURL))
        device.perform { root.present(preview, animated: true) }
        #expect(root.presentedViewController === preview && preview.presentingViewController === root)
        #expect(device.engine.machine.preview == file.path)
        device.happen(.previewDismissed)
        #expect(Delegate.take() == ["will", "did"] && root.presentedViewController == nil)
        device.perform { root.present(preview, animated: true) }
        device.perform { preview.dismiss(animated: true) }
        #expect(Delegate.take() == ["will", "did"] && root.presentedViewController == nil)
        #expect(device.engine.machine.preview == nil)
    }
}
