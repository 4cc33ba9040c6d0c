import FoundationEssentials

/// The symbolic links that a walk through a folder tree follows. A walk always ends: each target is entered once, and
/// links into the tree or to a folder above it are not followed.
package struct FollowedLinks {
    private let root: String
    private var places: Set<String> = []

    /// Starts a walk at a folder.
    package init(from folder: String) {
        root = Self.place(of: folder)
    }

    /// Returns true if the walk should enter a folder, which may be a symbolic link.
    package mutating func follow(_ folder: String) -> Bool {
        guard (try? FileManager.default.destinationOfSymbolicLink(atPath: folder)) != nil else { return true }
        let place = Self.place(of: folder)
        guard !"\(place)/".hasPrefix("\(root)/"), !"\(root)/".hasPrefix("\(place)/") else { return false }
        return places.insert(place).inserted
    }

    private static func place(of folder: String) -> String {
        URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
    }
}
