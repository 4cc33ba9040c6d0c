import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// Previews of files: `UIDocumentInteractionController` and `QLPreviewController`.
    static let previews = Service(
        methods: [
            AppMethod(
                "presentPreview",
                "presentPreview(animated:), or a QLPreviewController that is presented: not from the background (SD-71)",
                .text("path", lengthMax: 4000), returns: .object(["shown": .flag]), by: .apps
            ) { call, path in
                let before = try call.engine.machine.preview
                try call.report(.previewPresented(path: path))
                return ["shown": .bool(try before == nil && call.engine.machine.preview != nil)]
            },
            AppMethod(reporting: "withdrawPreview", "dismissPreview(animated:): the app closes it (SD-71)", by: .apps) {
                .previewWithdrawn
            },
        ],
        callbacks: [CallbackRow("previewEnded", "the user has closed the preview (SD-71)")])
}
