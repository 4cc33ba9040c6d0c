import FoundationEssentials

/// The links that a walk over the folders below one follows: each place once, and none that leads back into the walk. So a walk
/// ends, whatever links there are.
package struct FollowedLinks {
    private let root: String
    private var places: Set<String> = []

    /// Begins a walk at a folder.
    package init(from folder: String) {
        root = Self.place(of: folder)
    }

    /// Returns whether to go on into a folder, which may be a link to one.
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
