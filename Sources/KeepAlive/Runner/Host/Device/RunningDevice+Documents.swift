import FoundationEssentials
import Glibc
import KeepAliveEngine
import KeepAliveFormats
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveProtocol

/// A file from outside the device that an app may open, with its type.
struct ForeignDocument: Sendable {
    var path: String
    /// The file's uniform type identifier.
    var type: String
    /// The file's type and all types to which it conforms.
    var types: Set<String>

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}

/// The answer to `documentOffers`: the apps that can open a file.
struct DocumentOffers: Encodable {
    /// An app that is offered the file.
    struct Offer: Encodable {
        var app: String
        /// The `LSHandlerRank` with which the app is offered the file.
        var rank: String
        /// The names of the images in the app's bundle that are icons for such files (`CFBundleTypeIconFiles`).
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

/// The answer to `documents`: the files that an app shares with the user.
struct SharedDocuments: Encodable {
    var app: String
    var isShared: Bool
    /// The Info.plist keys that are missing for sharing; empty if the app shares its files.
    var missingKeys: [String]
    var files: [String]
}

extension RunningDevice {
    /// Returns a file with its type. Without a given type, the file's suffix determines the type, by the types that
    /// the reproduced iOS, the apps on the device and shared-mime-info declare.
    func document(_ path: String, _ type: String?) -> ForeignDocument {
        let declared = UniformTypes.systemDeclared.adding(
            model.apps.flatMap { $0.engine.machine.manifest.declaredTypes })
        let types = declared.adding(SharedMimeInfo().types(besides: declared))
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let type = type ?? types.type(ofFile: name) ?? UniformTypes.data
        return ForeignDocument(path: path, type: type, types: types.closure(of: type))
    }

    /// Returns the preparation for opening a file with an app. If the app does not open files in place, the file is
    /// copied into the app's inbox.
    ///
    /// - Throws: ``JSONRPCError`` if the app needs a copy and has no container, and so no inbox.
    func open(_ document: ForeignDocument, with app: Device.App) throws -> ControlMethod.Preparation {
        let container = apps.first { $0.engine === app.engine }?.container
        func change(_ path: String) -> () throws -> Void {
            let opened = OpenedDocument(
                name: document.name, types: document.types, url: OpenedURL(URL(filePath: path).absoluteString),
                nameOfCopy: path.split(separator: "/").last.map(String.init))
            let isCopy = path != document.path
            return { [model, files] in
                // The state of the device may have changed during the copy.
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

    /// Reports to an app's policy that the user browses the app's `Documents` in Files (LN-21, SD-48), and answers with
    /// the files that the app shares, without those in the inbox. The list is empty if the app does not share its
    /// files.
    ///
    /// - Throws: ``JSONRPCError`` if the app shares its files and has no container.
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
