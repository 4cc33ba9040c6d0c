import FoundationEssentials
import KeepAliveAssets
import KeepAliveFormats
import KeepAlivePolicy

/// Reads the files of an Xcode project. The files are untrusted input, so their sizes are limited.
enum ProjectFile {
    /// The limits for a `project.pbxproj` file.
    static let projectLimits = PropertyListReader.Limits(bytes: 64 << 20, values: 1_000_000)
    /// The largest source or settings file that is read, in bytes.
    static let textMaxBytes = 16 << 20

    /// Decodes a property list.
    ///
    /// - Returns: the decoded list; `nil` if the file does not exist.
    /// - Throws: ``PropertyListReader/Fault`` if the file exists and cannot be read.
    static func propertyList(
        _ path: String, limits: PropertyListReader.Limits
    ) throws(PropertyListReader.Fault) -> PropertyListValue? {
        do {
            guard let content = try RegularFile.contents(of: path, limit: limits.bytes) else { return nil }
            return try PropertyListReader.decode(
                PropertyListValue.self, from: [UInt8](content), limits: limits, readsText: true)
        } catch RegularFile.Refusal.notRegular {
            throw PropertyListReader.Fault("not a regular file")
        } catch RegularFile.Refusal.tooLarge(let bytes) {
            throw PropertyListReader.Fault("\(bytes) bytes are too many", remedy: "The limit is \(limits.bytes) bytes")
        } catch {
            throw error as? PropertyListReader.Fault ?? PropertyListReader.Fault("not a property list")
        }
    }

    /// Returns the text of a regular file of at most ``textMaxBytes``; `nil` for anything else.
    static func text(_ path: String) -> String? {
        (try? RegularFile.contents(of: path, limit: textMaxBytes)).map { String(decoding: $0, as: UTF8.self) }
    }
}
