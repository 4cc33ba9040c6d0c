/// The state of the files that the app was given from elsewhere, and of its preview.
struct DocumentState: Sendable, Hashable {
    /// The files in `Documents/Inbox` (LN-06).
    var inbox: Set<String> = []
    /// The path of the file whose preview the app shows; `nil` if it shows none (SD-71).
    var preview: String?
}
