import FoundationEssentials
import KeepAliveAssets
import KeepAliveFormats
import KeepAlivePolicy

/// Reads the files of an Xcode project. The files are untrusted input, so their sizes are limited.
package enum ProjectFile {
    /// The limits for a `project.pbxproj` file.
    package static let projectLimits = PropertyListReader.Limits(bytes: 64 << 20, values: 1_000_000)
    /// The largest source or settings file that is read, in bytes.
    static let textMaxBytes = 16 << 20

    /// Returns the path of a file that a setting names. The path is absolute, relative to the project's folder, or
    /// begins with the folder, as `$(SRCROOT)/Info.plist` does.
    package static func path(_ named: String, in folder: String) -> String {
        named.hasPrefix("/") || named.hasPrefix("\(folder)/") ? named : "\(folder)/\(named)"
    }

    /// Decodes a property list.
    ///
    /// - Returns: the decoded list; `nil` if the file does not exist.
    /// - Throws: ``PropertyListReader/Fault`` if the file exists and cannot be read.
    package static func propertyList(
        _ path: String, isPreprocessed: Bool = false, limits: PropertyListReader.Limits
    ) throws(PropertyListReader.Fault) -> PropertyListValue? {
        do {
            guard var content = try RegularFile.contents(of: onDisk(path), limit: limits.bytes) else { return nil }
            if isPreprocessed { content = withoutDirectives(content) }
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

    /// Returns a text without its preprocessor directives, so that all branches of an `#if` remain.
    private static func withoutDirectives(_ content: Data) -> Data {
        let lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let kept = lines.filter { line in
            line.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } != UInt8(ascii: "#")
        }
        return Data(kept.joined(separator: [UInt8(ascii: "\n")]))
    }

    /// Returns the path of a file as it is spelled on disk. A project may spell it with other capitals, because the
    /// file system of a Mac does not distinguish them.
    ///
    /// - Returns: the given path if the file exists, or if no file is spelled like it in any capitals.
    package static func onDisk(_ path: String) -> String {
        guard !FileManager.default.fileExists(atPath: path) else { return path }
        var found = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            var next = found + part
            if !FileManager.default.fileExists(atPath: next) {
                let names = (try? FileManager.default.contentsOfDirectory(atPath: found.isEmpty ? "." : found)) ?? []
                guard let name = names.first(where: { $0.lowercased() == part.lowercased() }) else { return path }
                next = found + name
            }
            found = next + "/"
        }
        return String(found.dropLast())
    }

    /// Returns the text of a regular file of at most ``textMaxBytes``; `nil` for anything else.
    package static func text(_ path: String) -> String? {
        (try? RegularFile.contents(of: onDisk(path), limit: textMaxBytes)).map { String(decoding: $0, as: UTF8.self) }
    }
}
