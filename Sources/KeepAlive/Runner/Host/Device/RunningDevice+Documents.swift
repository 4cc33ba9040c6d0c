import FoundationEssentials
import Glibc
import KeepAliveEngine
import KeepAliveFormats
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveProtocol

/// A file from elsewhere, and its type.
struct ForeignDocument: Sendable {
    /// Its absolute path.
    var path: String
    /// Its uniform type identifier.
    var type: String
    /// Its type, and all that the type conforms to.
    var types: Set<String>

    /// Its name.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}

/// The answer about the apps that are offered a file.
struct DocumentOffers: Encodable {
    /// An app that takes it.
    struct Offer: Encodable {
        var app: String
        var rank: String
        /// The images of its bundle that stand for such a file (`CFBundleTypeIconFiles`).
        var icons: [String]
    }

    var type: String
    var offers: [Offer]

    init(_ document: ForeignDocument, on device: RunningDevice) {
        type = document.type
        let manifests = device.model.apps.map(\.engine.machine.manifest)
        offers = DocumentOpening.apps(offered: document.types, among: manifests).compactMap { offer in
            let app = device.model.apps.first { $0.engine.machine.manifest.bundleIdentifier == offer.app }
            return app.map { app in
                let entry = DocumentOpening.entry(of: app.engine.machine.manifest, for: document.types)
                return Offer(app: app.name, rank: offer.rank, icons: entry?.iconFiles ?? [])
            }
        }
    }
}

/// The answer about the files that an app shows to others.
struct SharedDocuments: Encodable {
    var app: String
    var isShared: Bool
    /// The keys of its Info.plist that are missing; none where it is shared.
    var missingKeys: [String]
    var files: [String]
}

extension RunningDevice {
    /// Returns a file with its type: that of its suffix, as the system, the apps on the device or shared-mime-info know it.
    func document(_ path: String, _ type: String?) -> ForeignDocument {
        let declared = UniformTypes.systemDeclared.adding(
            model.apps.flatMap { $0.engine.machine.manifest.declaredTypes })
        let types = declared.adding(SharedMimeInfo().types(besides: declared))
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let type = type ?? types.type(ofFile: name) ?? UniformTypes.data
        return ForeignDocument(path: path, type: type, types: types.closure(of: type))
    }

    /// Returns the work of opening a file with an app: where the app does not open it in place, a copy in its inbox.
    ///
    /// - Throws: ``JSONRPCError`` for an app without a container, which has no inbox.
    func open(_ document: ForeignDocument, with app: Device.App) throws -> ControlMethod.Preparation {
        let container = apps.first { $0.engine === app.engine }?.container
        func change(_ path: String) -> () throws -> Void {
            let opened = OpenedDocument(
                name: document.name, types: document.types, url: OpenedURL(URL(filePath: path).absoluteString),
                nameOfCopy: path.split(separator: "/").last.map(String.init))
            let isCopy = path != document.path
            return { [model, files] in
                // The copy may have taken its time.
                if model.conditions.locked {
                    if isCopy, let container {
                        files.discard(
                            copy: path.split(separator: "/").last.map(String.init) ?? "", in: container,
                            inbox: DocumentOpening.inbox)
                    }
                    throw JSONRPCError.refused("the screen is locked: \(document.name) is not opened")
                }
                guard model.apps.contains(where: { $0 === app }) else {
                    throw JSONRPCError.refused(
                        "\(app.name) is not on the device any more: \(document.name) is not opened")
                }
                app.engine.happened(.documentOpened(opened))
            }
        }
        guard document.path.hasPrefix("/") else {
            throw JSONRPCError.invalidParams("path: '\(document.path)' is not absolute")
        }
        if app.engine.machine.manifest.opensDocumentsInPlace { return { $0(.success(change(document.path))) } }
        guard let container else {
            throw JSONRPCError.refused(
                "\(app.name) has no container, so no inbox for a copy of \(document.name): launch it with --container, or "
                    + "declare LSSupportsOpeningDocumentsInPlace")
        }
        return { [files] ready in
            files.copy(document.path, into: container, inbox: DocumentOpening.inbox) { result in
                ready(result.map(change).mapError { .refused($0.message) })
            }
        }
    }

    /// The user looks for an app's `Documents` in Files (LN-21, SD-48): all of its files but the inbox are found, if the app
    /// shares them.
    ///
    /// - Throws: ``JSONRPCError`` for an app without a container.
    func documents(of app: Device.App) throws -> ControlReply {
        let missing = app.engine.machine.keysMissingToShareDocuments
        app.engine.happened(.documentsBrowsed)
        guard missing.isEmpty else {
            return .now(SharedDocuments(app: app.name, isShared: false, missingKeys: missing, files: []))
        }
        guard let container = apps.first(where: { $0.engine === app.engine })?.container else {
            throw JSONRPCError.refused("\(app.name) has no container: launch it with --container")
        }
        return .later { [files, name = app.name] give in
            files.documents(of: container) { result in
                give(
                    result.mapError { .refused($0.message) }
                        .map { SharedDocuments(app: name, isShared: true, missingKeys: [], files: $0) })
            }
        }
    }
}
