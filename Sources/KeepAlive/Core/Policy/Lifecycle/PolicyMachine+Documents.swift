/// Decisions about opening files with an app.
extension PolicyMachine {
    /// Opens the app with a file from elsewhere: with a copy in its inbox, or with the original file (LN-06, SD-48,
    /// SD-71).
    mutating func processDocumentOpened(_ document: OpenedDocument) {
        guard DocumentOpening.rank(of: manifest, for: document.types) != nil else {
            return log(
                "\(manifest.bundleIdentifier) is not offered \(document.name)",
                Reason("SD-70", "CFBundleDocumentTypes has no type of it, or of rank None only"))
        }
        let folder = manifest.opensDocumentsInPlace ? "Documents" : DocumentOpening.inbox
        var url = document.url ?? OpenedURL("file:///\(folder)/\(document.name)")
        url.openInPlace = manifest.opensDocumentsInPlace
        guard !url.openInPlace else {
            log("\(document.name) is opened in place", Reason("SD-48", "LSSupportsOpeningDocumentsInPlace"))
            return processReturned(.url(url))
        }
        let path = "\(DocumentOpening.inbox)/\(document.nameOfCopy ?? document.name)"
        documents.inbox.insert(path)
        log(
            document.url == nil
                // A document without a URL has only a name: the app finds no file at this path.
                ? "\(path) stands for the copy of \(document.name); no file is copied"
                : "\(path) is the copy of \(document.name)", Reason("LN-06", "the app gets a copy"))
        processReturned(.url(url))
    }

    /// The Info.plist keys that the app lacks for Files to show its `Documents` folder; empty if Files shows the folder
    /// (LN-21, SD-48).
    package var keysMissingToShareDocuments: [String] {
        let inPlace = manifest.opensDocumentsInPlace ? [] : ["LSSupportsOpeningDocumentsInPlace"]
        guard !profile.switches.oneKeySharesDocuments, !manifest.sharesDocuments else { return inPlace }
        return ["UIFileSharingEnabled"] + inPlace
    }

    mutating func processDocumentsBrowsed() {
        let missing = keysMissingToShareDocuments
        guard missing.isEmpty else {
            return log(
                "Files does not show the documents of \(manifest.bundleIdentifier)",
                Reason("LN-21", "its Info.plist does not have \(missing.joined(separator: " and "))"))
        }
        log(
            "Files shows the documents of \(manifest.bundleIdentifier)",
            manifest.sharesDocuments
                ? Reason("LN-21", "UIFileSharingEnabled and LSSupportsOpeningDocumentsInPlace")
                : Reason("SD-48", "LSSupportsOpeningDocumentsInPlace alone"))
    }

    /// SD-71: an app on the screen shows a preview of a file until the user or the app closes the preview.
    mutating func presentPreview(of path: String) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard isOnScreen else {
            return log("no preview of \(name)", Reason("SD-71", "the app is not on the screen"))
        }
        guard documents.preview == nil else {
            return log("no preview of \(name)", Reason("SD-71", "the app shows one already"))
        }
        documents.preview = path
        log("a preview of \(name) is shown", Reason("SD-71", "the app has asked for it"))
    }

    mutating func dismissPreview() {
        guard documents.preview != nil, isOnScreen else {
            return log("there is no preview to close", Reason("SD-71", "none is on the screen"))
        }
        documents.preview = nil
        deliver(.previewEnded, Reason("SD-71", "the user has closed it"))
    }

    /// The path of the file whose preview the app shows; `nil` if it shows none (SD-71).
    package var preview: String? { documents.preview }

    /// LN-06: an app can read and delete the files in its inbox, but cannot change them.
    mutating func processInboxWrite(_ path: String) {
        guard documents.inbox.contains(path) else { return }
        emit(.refuse(.inboxIsReadOnly), Reason("LN-06", "\(path) may be read and deleted, not modified"))
    }
}
