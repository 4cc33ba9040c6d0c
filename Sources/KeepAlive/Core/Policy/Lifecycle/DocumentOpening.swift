/// Opening files with apps: the apps that are offered a file, and the folder that it is copied to (SD-70, LN-06).
public enum DocumentOpening {
    /// The folder into which a file is copied for an app; the app may read and delete what is there (LN-06).
    public static let inbox = "Documents/Inbox"

    /// The ranks of `LSHandlerRank` by which an app is offered a file, the first choice first. Rank `None` gets no
    /// offer.
    public static let ranks = ["Owner", "Alternate", "Default"]

    /// The apps that are offered a file, by the rank of their best entry in `CFBundleDocumentTypes`, and by bundle
    /// identifier within a rank (SD-70).
    ///
    /// - Parameters:
    ///   - types: the file's type and all that it conforms to, in small letters.
    ///   - apps: the apps that are installed.
    /// - Returns: bundle identifiers with their ranks, without those of apps that do not take the type.
    public static func apps(offered types: Set<String>, among apps: [Manifest]) -> [(app: String, rank: String)] {
        apps.compactMap { app in rank(of: app, for: types).map { ($0, app.bundleIdentifier) } }
            .sorted { $0 < $1 }.map { (app: $0.1, rank: ranks[$0.0]) }
    }

    /// An app's best entry for a file, or `nil` when it has none.
    package static func entry(of app: Manifest, for types: Set<String>) -> Manifest.DocumentType? {
        app.documentTypes
            .filter { entry in
                entry.handlerRank != "None" && entry.contentTypes.contains { types.contains($0.lowercased()) }
            }
            .min { place(of: $0) < place(of: $1) }
    }

    /// The place in ``ranks`` of an app's best entry for a file, or `nil` when it has none.
    static func rank(of app: Manifest, for types: Set<String>) -> Int? { entry(of: app, for: types).map(place) }

    /// The place of an entry in ``ranks``. An unknown rank counts as the rank of an entry that names none.
    private static func place(of entry: Manifest.DocumentType) -> Int {
        ranks.firstIndex(of: entry.handlerRank) ?? ranks.count - 1
    }
}
