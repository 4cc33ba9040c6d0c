import FoundationEssentials

/// Reads files of unknown origin, which may be of any type and size.
package enum RegularFile {
    /// The reason why a file is not read.
    package enum Refusal: Error {
        case notRegular
        case tooLarge(bytes: Int)
    }

    /// Returns the contents of a regular file; `nil` if there is no file or the file cannot be read.
    ///
    /// - Parameter limit: the maximum size of the file, in bytes.
    /// - Throws: an error if the file is larger than `limit`, or is not a regular file: reading a FIFO, for example,
    ///   would block.
    package static func contents(of path: String, limit: Int) throws(Refusal) -> Data? {
        // Type and size are those of a symbolic link's target, not of the link.
        let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: place) else { return nil }
        guard attributes[.type] as? FileAttributeType == .typeRegular else { throw .notRegular }
        if let size = (attributes[.size] as? any BinaryInteger).map({ Int(clamping: $0) }), size > limit {
            throw .tooLarge(bytes: size)
        }
        return FileManager.default.contents(atPath: place)
    }
}
