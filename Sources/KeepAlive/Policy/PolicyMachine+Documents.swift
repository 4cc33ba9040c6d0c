/// The decisions about files that are opened with an app.
extension PolicyMachine {
    /// Opens the app with a file from elsewhere: with a copy in its inbox, or with the original (LN-06, SD-48, SD-71).
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
        services.inbox.insert(path)
        log(
            document.url == nil
                // Only the name exists here: the app finds no file at this path.
                ? "\(path) stands for the copy of \(document.name); no file is copied"
                : "\(path) is the copy of \(document.name)", Reason("LN-06", "the app gets a copy"))
        processReturned(.url(url))
    }

    /// LN-06: an app can read and delete the files in its inbox, not change them.
    mutating func processInboxWrite(_ path: String) {
        guard services.inbox.contains(path) else { return }
        emit(.refuse(.inboxIsReadOnly), Reason("LN-06", "\(path) may be read and deleted, not modified"))
    }
}
