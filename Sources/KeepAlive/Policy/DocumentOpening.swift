/// Opening files with apps: the apps that are offered a file, and the folder that it is copied to (SD-70, LN-06).
public enum DocumentOpening {
    /// The folder into which a file is copied for an app; the app may read and delete what is there (LN-06).
    public static let inbox = "Documents/Inbox"

    /// The ranks of `LSHandlerRank` by which an app is offered a file, the first choice first. Rank `None` gets no
    /// offer.
    public static let ranks = ["Owner", "Alternate", "Default"]

    /// Types that every file conforms to.
    private static let anything: Set<String> = ["public.item", "public.data"]

    /// The apps that are offered a file, by the rank of their best entry in `CFBundleDocumentTypes`, and by bundle
    /// identifier within a rank (SD-70).
    ///
    /// - Parameters:
    ///   - contentType: the uniform type identifier of the file; capitals do not matter.
    ///   - apps: the apps that are installed.
    /// - Returns: the bundle identifiers, without those of apps that do not take the type.
    public static func apps(offered contentType: String, among apps: [Manifest]) -> [String] {
        apps.compactMap { app in rank(of: app, for: contentType).map { ($0, app.bundleIdentifier) } }
            .sorted { $0 < $1 }.map(\.1)
    }

    /// The place in ``ranks`` of an app's best entry for a type, or `nil` when it has none.
    static func rank(of app: Manifest, for contentType: String) -> Int? {
        let type = contentType.lowercased()
        return app.documentTypes
            .filter { entry in
                entry.handlerRank != "None"
                    && entry.contentTypes.contains { $0.lowercased() == type || anything.contains($0.lowercased()) }
            }
            // An unknown rank counts as the rank of an entry that names none.
            .map { ranks.firstIndex(of: $0.handlerRank) ?? ranks.count - 1 }.min()
    }
}
