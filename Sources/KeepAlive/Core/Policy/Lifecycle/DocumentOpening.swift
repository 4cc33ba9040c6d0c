/// Rules for opening files with apps: which apps are offered a file, and into which folder it is copied (SD-70, LN-06).
public enum DocumentOpening {
    /// The folder into which a file is copied for an app. The app may read and delete the files in this folder (LN-06).
    public static let inbox = "Documents/Inbox"

    /// The values of `LSHandlerRank` with which an app is offered a file, best rank first. An app with rank `None` is
    /// not offered the file.
    public static let ranks = ["Owner", "Alternate", "Default"]

    /// Returns the apps that are offered a file, ordered by the rank of their best entry in `CFBundleDocumentTypes`,
    /// then by bundle identifier (SD-70).
    ///
    /// - Parameters:
    ///   - types: the file's type and all types to which it conforms, in lower case.
    ///   - apps: the installed apps.
    /// - Returns: bundle identifiers with their ranks. Apps that do not take the type are left out.
    public static func apps(offered types: Set<String>, among apps: [Manifest]) -> [(app: String, rank: String)] {
        apps.compactMap { app in rank(of: app, for: types).map { ($0, app.bundleIdentifier) } }
            .sorted { $0 < $1 }.map { (app: $0.1, rank: ranks[$0.0]) }
    }

    /// Returns the app's entry with the best rank for a file; `nil` if no entry takes the file.
    package static func entry(of app: Manifest, for types: Set<String>) -> Manifest.DocumentType? {
        app.documentTypes
            .filter { entry in
                entry.handlerRank != "None" && entry.contentTypes.contains { types.contains($0.lowercased()) }
            }
            .min { place(of: $0) < place(of: $1) }
    }

    /// Returns the index in ``ranks`` of the app's best entry for a file; `nil` if no entry takes the file.
    static func rank(of app: Manifest, for types: Set<String>) -> Int? { entry(of: app, for: types).map(place) }

    /// Returns the index of an entry in ``ranks``. An unknown rank counts as `Default`, the rank of an entry without a
    /// rank.
    private static func place(of entry: Manifest.DocumentType) -> Int {
        ranks.firstIndex(of: entry.handlerRank) ?? ranks.count - 1
    }
}
