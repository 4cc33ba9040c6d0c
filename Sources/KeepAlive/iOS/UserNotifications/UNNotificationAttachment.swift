import Foundation

public final class UNNotificationAttachment: NSObject, @unchecked Sendable {
    public let identifier: String
    public let url: URL
    /// The extension of the file's name, not a uniform type identifier as on iOS; empty if the name has no extension.
    public let type: String

    /// Creates an attachment from a file.
    ///
    /// - Parameters:
    ///   - identifier: the identifier; an empty one is replaced by a new UUID.
    ///   - URL: the file.
    ///   - options: ignored.
    /// - Throws: `CocoaError.fileReadNoSuchFile` if the file cannot be read.
    public init(identifier: String, url URL: URL, options: [AnyHashable: Any]? = nil) throws {
        guard URL.isFileURL, FileManager.default.isReadableFile(atPath: URL.path) else {
            throw CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: URL.path])
        }
        self.identifier = identifier.isEmpty ? UUID().uuidString : identifier
        url = URL
        type = URL.pathExtension
        super.init()
    }
}
