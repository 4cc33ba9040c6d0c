/// The files of other apps that the app was given.
struct DocumentState: Sendable, Hashable {
    /// The files in `Documents/Inbox` (LN-06).
    var inbox: Set<String> = []
    /// The file of which the app shows a preview (SD-71).
    var preview: String?
}
