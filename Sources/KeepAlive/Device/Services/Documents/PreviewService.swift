import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// The service for previews of files: `UIDocumentInteractionController` and `QLPreviewController`.
    static let previews = Service(
        methods: [
            AppMethod(ApplicationMethods.presentPreview, by: .apps) { call, path in
                let before = try call.engine.machine.preview
                try call.report(.previewPresented(path: path))
                return try before == nil && call.engine.machine.preview != nil
            },
            AppMethod(reporting: ApplicationMethods.withdrawPreview, by: .apps) { .previewWithdrawn },
        ],
        callbacks: [CallbackRow(ApplicationCallbacks.previewEnded)])
}
