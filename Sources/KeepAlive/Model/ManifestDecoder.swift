import FoundationEssentials

/// Reads an Info.plist, XML or binary, from bytes.
public enum ManifestDecoder {
    /// Files above this size are refused before they are read: the largest Info.plist in use is far below 1 MiB.
    public static let sizeMaxBytes = 4 << 20

    /// Decodes a manifest.
    ///
    /// - Parameters:
    ///   - bytes: the content of the file.
    ///   - path: the name to use in errors.
    /// - Throws: ``KeepAliveError`` with code `manifest`, naming path, key and, for XML, the line. An unknown
    ///   background mode or an empty usage string is not an error: it becomes a warning of the manifest.
    public static func decode(_ bytes: [UInt8], path: String) throws -> Manifest {
        func failure(_ what: String, _ remedy: String? = nil) -> KeepAliveError {
            KeepAliveError(.manifest, "\(path): \(what)", remedy: remedy)
        }
        guard !bytes.isEmpty else { throw failure("the file is empty", "An Info.plist is an XML or binary plist") }
        let looksBinary = bytes.starts(with: Array("bplist".utf8))
        let looksXML = bytes.drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }.first == UInt8(ascii: "<")
        guard looksBinary || looksXML else {
            throw failure("not a property list", "Expected XML that starts with '<?xml' or '<plist', or a binary plist")
        }
        let root: PropertyListValue
        do {
            root = try PropertyListDecoder().decode(PropertyListValue.self, from: Data(bytes))
        } catch {
            if looksXML, let place = PropertyListDiagnosis.firstFault(in: bytes) {
                throw failure("line \(place.line): \(place.message)")
            }
            throw failure("damaged property list: \(explanation(of: error))")
        }
        guard case .dictionary(let keys) = root else {
            // The decoder takes damaged binary for the old text format, and finds one string in it.
            if looksBinary { throw failure("damaged binary property list") }
            throw failure(
                "the root is \(root.kind), not a dictionary", "An Info.plist is a <dict> of keys and values")
        }
        return try Reader(keys: keys, path: path).manifest()
    }

    private static func explanation(of error: any Error) -> String {
        guard case DecodingError.dataCorrupted(let context) = error else { return "\(error)" }
        let detail = (context.underlyingError as? CocoaError)?.userInfo["NSDebugDescription"] as? String
        return detail ?? context.debugDescription
    }

    /// Picks the keys of the policy out of the dictionary.
    private struct Reader {
        let keys: [String: PropertyListValue]
        let path: String

        func manifest() throws -> Manifest {
            var manifest = Manifest()
            manifest.bundleIdentifier = try string("CFBundleIdentifier") ?? manifest.bundleIdentifier
            for value in try strings("UIBackgroundModes") {
                if let mode = BackgroundMode(rawValue: value) {
                    manifest.backgroundModes.insert(mode)
                    if mode == .workoutProcessing {
                        manifest.warnings.append(
                            "UIBackgroundModes: 'workout-processing' is for watchOS and grants nothing on iOS (BM-02)")
                    }
                } else {
                    manifest.warnings.append(Manifest.unknownModeMessage(value))
                }
            }
            for key in keys.keys.sorted() where key.hasPrefix("NS") && key.hasSuffix("UsageDescription") {
                guard let text = try string(key) else { continue }
                manifest.usageDescriptions[key] = text
                if text.allSatisfy(\.isWhitespace) {
                    manifest.warnings.append("\(key) is empty: the user would be asked without a reason")
                }
            }
            manifest.permittedTaskIdentifiers = try strings("BGTaskSchedulerPermittedIdentifiers")
            if let scenes = keys["UIApplicationSceneManifest"] {
                guard case .dictionary = scenes else { throw wrongType("UIApplicationSceneManifest", scenes, "<dict>") }
                manifest.adoptsScenes = true
            }
            if let text = try string("MinimumOSVersion") {
                guard let version = IOSVersion(parsing: text) else {
                    throw KeepAliveError(
                        .manifest, "\(path): key MinimumOSVersion: '\(text)' is not a version",
                        remedy: "Expected digits and points, such as 13.0")
                }
                manifest.minimumOSVersion = version
            }
            manifest.documentTypes = try documentTypes()
            return manifest
        }

        private func documentTypes() throws -> [Manifest.DocumentType] {
            guard let value = keys["CFBundleDocumentTypes"] else { return [] }
            guard case .array(let entries) = value else { throw wrongType("CFBundleDocumentTypes", value, "<array>") }
            return try entries.enumerated().map { index, entry in
                let key = "CFBundleDocumentTypes[\(index)]"
                guard case .dictionary(let fields) = entry else { throw wrongType(key, entry, "<dict>") }
                let reader = Reader(keys: fields, path: "\(path): \(key)")
                return Manifest.DocumentType(
                    name: try reader.string("CFBundleTypeName") ?? "",
                    handlerRank: try reader.string("LSHandlerRank") ?? "Default",
                    contentTypes: try reader.strings("LSItemContentTypes"))
            }
        }

        private func string(_ key: String) throws -> String? {
            guard let value = keys[key] else { return nil }
            guard case .string(let text) = value else { throw wrongType(key, value, "<string>") }
            return text
        }

        private func strings(_ key: String) throws -> [String] {
            guard let value = keys[key] else { return [] }
            guard case .array(let entries) = value else { throw wrongType(key, value, "<array> of <string>") }
            return try entries.enumerated().map { index, entry in
                guard case .string(let text) = entry else { throw wrongType("\(key)[\(index)]", entry, "<string>") }
                return text
            }
        }

        private func wrongType(_ key: String, _ value: PropertyListValue, _ expected: String) -> KeepAliveError {
            KeepAliveError(.manifest, "\(path): key \(key): expected \(expected), found \(value.kind)")
        }
    }
}

/// Any value of a property list, as far as the manifest needs to tell them apart.
enum PropertyListValue: Decodable {
    case string(String), array([PropertyListValue]), dictionary([String: PropertyListValue]), boolean(Bool), number
    case dateOrData

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode([PropertyListValue].self) {
            self = .array(value)
        } else if let value = try? container.decode([String: PropertyListValue].self) {
            self = .dictionary(value)
        } else if (try? container.decode(Double.self)) != nil {
            self = .number
        } else {
            self = .dateOrData
        }
    }

    /// The tag that an XML plist has for it.
    var kind: String {
        switch self {
        case .string: "<string>"
        case .array: "<array>"
        case .dictionary: "<dict>"
        case .boolean(let value): value ? "<true/>" : "<false/>"
        case .number: "a number"
        case .dateOrData: "a date or data"
        }
    }
}
