import Foundation

public final class UNNotificationAttachment: NSObject, @unchecked Sendable {
    public let identifier: String
    public let url: URL
    /// The uniform type of the file, as its name says; empty where it has no ending.
    public let type: String

    /// Creates an attachment of a file.
    ///
    /// - Parameters:
    ///   - identifier: the name; an empty one is replaced by a new one.
    ///   - URL: the file.
    ///   - options: not used here.
    /// - Throws: `NSFileReadNoSuchFile` if the file cannot be read.
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
