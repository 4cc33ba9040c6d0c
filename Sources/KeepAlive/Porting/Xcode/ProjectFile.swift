import FoundationEssentials
import KeepAliveAssets
import KeepAliveFormats
import KeepAlivePolicy

/// Reads the files of a project, which somebody else made.
enum ProjectFile {
    /// The limits of a project's file.
    static let projectLimits = PropertyListReader.Limits(bytes: 64 << 20, values: 1_000_000)
    /// The greatest size of a file of sources or settings, in bytes.
    static let textMaxBytes = 16 << 20

    /// Decodes a property list.
    ///
    /// - Throws: ``PropertyListReader/Fault`` for a file that is not read; `nil` stands for one that is not there.
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

    /// Returns the text of a regular file that is not too large; `nil` for anything else.
    static func text(_ path: String) -> String? {
        (try? RegularFile.contents(of: path, limit: textMaxBytes)).map { String(decoding: $0, as: UTF8.self) }
    }
}
