import FoundationEssentials
import KeepAliveFormats
import KeepAlivePolicy

/// An order from the runner to a ``FileService``, the process that touches files. The paths come from verbs and from
/// apps, and may lead to a file system that does not respond.
enum FileOrder: Sendable, Codable {
    /// Examines the files from which an app is started, and makes its container. The answer is ``AppFiles/Ready``.
    case prepare(AppFiles)
    /// Reads a whole regular file of at most `limit` bytes. The answer is the bytes.
    case read(path: String, limit: Int)
    /// Copies a file into the inbox of a container. The answer is the path of the copy.
    case copy(path: String, container: String, inbox: String)
    /// Deletes a copy from the inbox. The answer is true.
    case discard(name: String, container: String, inbox: String)
    /// Lists the files in the `Documents` of a container, which other apps may see. The answer is the names of the
    /// files.
    case documents(container: String)
    /// Writes a keychain item. The answer is true.
    case keepItem(container: String, number: Int, json: String)
    /// Deletes a keychain item. The answer is true.
    case removeItem(container: String, number: Int)
}

/// The files that an app is started from.
package struct AppFiles: Sendable, Codable {
    /// The app's command as it was given to keepalive-run.
    package var command: String
    /// The value of `PATH` in the app's environment; `nil` if it is not set.
    package var searchPath: String?
    /// The app's working directory at launch; `nil` for the runner's.
    package var directory: String?
    /// The path of the app's Info.plist; `nil` for an app without one.
    package var infoPlist: String?
    /// The path of the app's container; `nil` for an app without one.
    package var container: String?
    /// The files to which the app's output is appended.
    package var outputs: [String] = []

    package init(
        command: String, environment: [RawText], directory: String?, infoPlist: String?, container: String?,
        streams: SupervisedProcess.Streams?
    ) {
        self.command = command
        searchPath = environment.map(\.text).first { $0.hasPrefix("PATH=") }.map { String($0.dropFirst(5)) }
        self.directory = directory
        self.infoPlist = infoPlist
        self.container = container
        outputs = [streams?.standardOutput, streams?.standardError].compactMap { $0 }
    }

    /// The result of the order `prepare`.
    package struct Ready: Sendable, Codable {
        /// The path of the program.
        package var program: String
        /// True if the program contains the mark of programs that send their own messages at launch (``AppMark``).
        package var isMarked: Bool
        /// The content of the Info.plist; `nil` without an Info.plist.
        var infoPlist: Data?
        /// True if the container holds transfers of the last run.
        package var keepsTransfers: Bool
        /// The keychain items in the container, as JSON, by their numbers.
        var keychain: [Int: String]

        /// The keychain items in the container that can be parsed, in the order of their numbers (DP-05).
        package var keychainItems: [KeychainItem] {
            keychain.sorted { $0.key < $1.key }.compactMap { number, text in
                guard let json = try? JSONValue(parsing: Array(text.utf8)), var item = KeychainItem(json) else {
                    return nil
                }
                item.number = number
                return item
            }
        }

        /// Decodes the Info.plist.
        ///
        /// - Parameter path: the path of the Info.plist, for error messages.
        /// - Returns: the manifest; `nil` without an Info.plist.
        /// - Throws: ``KeepAliveError`` with code `manifest`.
        package func manifest(of path: String?) throws -> Manifest? {
            guard let path, let infoPlist else { return nil }
            return try ManifestDecoder.decode(Array(infoPlist), path: path)
        }
    }
}

/// The answer to a ``FileOrder``. The ``FileService`` writes the answer, as JSON, into the file in memory that is its
/// standard output.
struct FileAnswer<Value: Codable>: Codable {
    /// The result of the order; `nil` after a failure.
    var value: Value?
    /// The error if the order failed; otherwise `nil`.
    var failure: FileFailure?
}

/// A ``KeepAliveError`` in the form in which another process sends it.
struct FileFailure: Sendable, Codable {
    var code: String
    var message: String
    var remedy: String?

    init(_ error: any Error) {
        let error = error as? KeepAliveError ?? KeepAliveError(.output, "\(error)")
        code = error.code.description
        message = error.message
        remedy = error.remedy
    }

    var error: KeepAliveError { KeepAliveError(KeepAliveError.Code(name: code) ?? .output, message, remedy: remedy) }
}
