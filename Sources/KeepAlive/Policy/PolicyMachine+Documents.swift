/// The decisions about files that are opened with an app.
extension PolicyMachine {
    /// Opens a file from elsewhere: it counts as copied to the inbox, and opens the app with its URL (LN-06, SD-71).
    mutating func processDocumentOpened(_ name: String, contentType: String) {
        guard DocumentOpening.rank(of: manifest, for: contentType) != nil else {
            return log(
                "\(manifest.bundleIdentifier) is not offered \(name)",
                Reason("SD-70", "CFBundleDocumentTypes has no \(contentType), or of rank None only"))
        }
        let path = "\(DocumentOpening.inbox)/\(name)"
        services.inbox.insert(path)
        // Only the name exists here: the app finds no file at this path.
        log("\(path) stands for the copy of \(name); no file is copied", Reason("LN-06", "the app gets a copy"))
        processReturned(.url("file:///\(path)"))
    }

    /// LN-06: an app can read and delete the files in its inbox, not change them.
    mutating func processInboxWrite(_ path: String) {
        guard services.inbox.contains(path) else { return }
        emit(.refuse(.inboxIsReadOnly), Reason("LN-06", "\(path) may be read and deleted, not modified"))
    }
}
