import FoundationEssentials

/// Reads files of folders that somebody else made.
package enum RegularFile {
    /// The reason why a file is not read.
    package enum Refusal: Error {
        case notRegular
        case tooLarge(bytes: Int)
    }

    /// Returns the content of a regular file; `nil` where there is none that can be read.
    ///
    /// - Parameter limit: the most bytes that it may have.
    /// - Throws: for what is no regular file, such as a FIFO, which would be waited for; for a file that is larger.
    package static func contents(of path: String, limit: Int) throws(Refusal) -> Data? {
        // What a link leads to counts.
        let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: place) else { return nil }
        guard attributes[.type] as? FileAttributeType == .typeRegular else { throw .notRegular }
        if let size = (attributes[.size] as? any BinaryInteger).map({ Int(clamping: $0) }), size > limit {
            throw .tooLarge(bytes: size)
        }
        return FileManager.default.contents(atPath: place)
    }
}
