import FoundationEssentials
import KeepAliveFormats
import KeepAlivePolicy

/// An order from the runner to a process that touches files. Their paths come from verbs and from apps, and any of them may lead
/// to a file system that does not answer.
enum FileOrder: Sendable, Codable {
    /// Looks at what an app is started from, and makes its container: ``AppFiles/Ready``.
    case prepare(AppFiles)
    /// Reads a regular file whole: its bytes.
    case read(path: String, limit: Int)
    /// Copies a file into the inbox of a container: the path of the copy.
    case copy(path: String, container: String, inbox: String)
    /// Deletes a copy that is not wanted any more: true.
    case discard(name: String, container: String, inbox: String)
    /// Lists the files that an app shows to others: their names.
    case documents(container: String)
    /// Writes an item of the keychain: true.
    case keepItem(container: String, number: Int, json: String)
    /// Deletes an item of the keychain: true.
    case removeItem(container: String, number: Int)
}

/// The files that an app is started from.
package struct AppFiles: Sendable, Codable {
    /// The command, as it was given.
    package var command: String
    /// The value of its `PATH`.
    package var searchPath: String?
    /// The directory that it is started in.
    package var directory: String?
    package var infoPlist: String?
    package var container: String?
    /// The files that its output is appended to.
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

    /// The result of the search.
    package struct Ready: Sendable, Codable {
        /// The path of the program.
        package var program: String
        /// True when the program bears the mark of those that speak for themselves.
        package var isMarked: Bool
        /// The content of the Info.plist.
        var infoPlist: Data?
        /// True when the container holds transfers of the last run.
        package var keepsTransfers: Bool
        /// The items of the keychain in the container, by their numbers, as JSON.
        var keychain: [Int: String]

        /// The items of the keychain that the container has kept (DP-05).
        package var keychainItems: [KeychainItem] {
            keychain.sorted { $0.key < $1.key }.compactMap { number, text in
                guard let json = try? JSONValue(parsing: Array(text.utf8)), var item = KeychainItem(json) else {
                    return nil
                }
                item.number = number
                return item
            }
        }

        /// Returns the manifest of an Info.plist.
        ///
        /// - Throws: ``KeepAliveError`` with code `manifest`.
        package func manifest(of path: String?) throws -> Manifest? {
            guard let path, let infoPlist else { return nil }
            return try ManifestDecoder.decode(Array(infoPlist), path: path)
        }
    }
}

/// The answer to an order; it lies in the file in memory that the process has as its standard output.
struct FileAnswer<Value: Codable>: Codable {
    var value: Value?
    var failure: FileFailure?
}

/// An error of another process.
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
