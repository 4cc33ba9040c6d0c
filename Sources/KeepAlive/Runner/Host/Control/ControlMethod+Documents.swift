import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol

/// The methods for files that the user opens with apps, and for files of apps that the user sees (SD-48, SD-70,
/// SD-71).
extension ControlMethod {
    static let documents: [ControlMethod] = [
        ControlMethod(
            asking: "documentOffers",
            "the type of a file, and the apps that are offered it, the first choice first (SD-70)",
            .text("path"), Parameter.text("type").optional,
            returns: .object([
                "type": .text,
                "offers": .list(
                    .object(["app": .text, "rank": .word(DocumentOpening.ranks), "icons": .list(.text)])),
            ])
        ) { call, path, type in DocumentOffers(call.system.document(path, type), on: call.system) },
        ControlMethod(
            preparing: "openDocument",
            "the user opens a file with an app, or with the first that is offered it: a copy, or in place (LN-06, SD-71)",
            ControlCall.app, .text("path"), Parameter.text("type").optional
        ) { call, name, path, type in
            try call.expectUnlocked()
            let document = call.system.document(path, type)
            let offers = DocumentOffers(document, on: call.system)
            guard let first = offers.offers.first else {
                throw JSONRPCError.refused(
                    "no app on the device is offered \(document.name), of type \(document.type): an app declares what it "
                        + "opens in CFBundleDocumentTypes")
            }
            let app = try call.app(name ?? first.app)
            guard offers.offers.contains(where: { $0.app == app.name }) else {
                throw JSONRPCError.refused(
                    "\(app.name) is not offered \(document.name), of type \(document.type). Offered to: "
                        + offers.offers.map(\.app).joined(separator: ", "))
            }
            return try call.system.open(document, with: app)
        },
        ControlMethod(
            asking: "preview", "the file of which an app shows a preview (SD-71)", ControlCall.app,
            returns: .object([.init("app", .text), .init("path", .text, isOptional: true)])
        ) { call, name in
            let app = try call.app(name)
            var answer = ["app": app.name]
            answer["path"] = app.engine.machine.preview
            return answer
        },
        ControlMethod(
            tellingApp: "closePreview", "the user closes the preview that an app shows (SD-71)",
            verbs: [ControlVerb("close-preview", "Close the preview that an app shows (SD-71).", .user, takesApp: true)]
        ) { _, app in
            guard app.engine.machine.preview != nil else {
                throw JSONRPCError.refused("\(app.name) shows no preview")
            }
            app.engine.happened(.previewDismissed)
        },
        ControlMethod(
            finding: "documents", "the files of an app's Documents that the user sees in Files (LN-21, SD-48)",
            ControlCall.app,
            returns: .object([
                "app": .text, "isShared": .flag, "missingKeys": .list(.text), "files": .list(.text),
            ])
        ) { call, name in try call.system.documents(of: call.app(name)) },
    ]
}
