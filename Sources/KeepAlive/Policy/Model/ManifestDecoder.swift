import FoundationEssentials

/// Reads an Info.plist, XML or binary, from bytes.
public enum ManifestDecoder {
    /// The greatest size of a file, above which it is not read: the largest Info.plist in use is far below 1 MiB.
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
        let content = looksBinary ? bytes : utf8(bytes)
        let looksXML = content.first { $0 > 0x20 } == UInt8(ascii: "<")
        guard looksBinary || looksXML else {
            throw failure("not a property list", "Expected XML that starts with '<?xml' or '<plist', or a binary plist")
        }
        if looksBinary, !BinaryPropertyList.isShallow(content, depthMax: depthMax) {
            throw failure("damaged binary property list, or one nested deeper than \(depthMax) levels")
        }
        if looksXML, let danger = PropertyListDiagnosis.danger(deeperThan: depthMax, in: content) {
            throw failure("line \(danger.line): \(danger.message)")
        }
        do {
            let root = try PropertyListDecoder().decode(PropertyListKeys.self, from: Data(content))
            return try Reader(keys: root, path: path).manifest()
        } catch let error as KeepAliveError {
            throw error
        } catch DecodingError.typeMismatch {
            // The decoder takes damaged binary for the old text format, and finds one string in it.
            if looksBinary { throw failure("damaged binary property list") }
            throw failure("the root is not a dictionary", "An Info.plist is a <dict> of keys and values")
        } catch {
            if looksXML, let place = PropertyListDiagnosis.firstFault(in: content) {
                throw failure("line \(place.line): \(place.message)")
            }
            throw failure("damaged property list: \(explanation(of: error))")
        }
    }

    /// The greatest depth of nesting: no Info.plist has more, and a parser that recurses would overflow its stack.
    static let depthMax = 64

    /// The bytes as UTF-8 without a byte-order mark; a property list may be UTF-16.
    private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        let littleEndian = bytes.starts(with: [0xFF, 0xFE])
        guard littleEndian || bytes.starts(with: [0xFE, 0xFF]) else {
            return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        }
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
            let (low, high) = littleEndian ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
            return UInt16(high) << 8 | UInt16(low)
        }
        var text = String(decoding: units, as: UTF16.self)
        // The encoding that the text declares is no longer true.
        if text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") {
            text.replaceSubrange(text.startIndex..<end.upperBound, with: "<?xml version=\"1.0\"?>")
        }
        return Array(text.utf8)
    }

    private static func explanation(of error: any Error) -> String {
        guard case DecodingError.dataCorrupted(let context) = error else { return "\(error)" }
        let detail = (context.underlyingError as? CocoaError)?.userInfo["NSDebugDescription"] as? String
        return detail ?? context.debugDescription
    }

    /// Picks the keys of the policy out of the dictionary.
    private struct Reader {
        let keys: PropertyListKeys
        let path: String

        func manifest() throws -> Manifest {
            var manifest = Manifest()
            let identifier = try string("CFBundleIdentifier") ?? manifest.bundleIdentifier
            if identifier.contains("$(") {
                manifest.warnings.append(
                    "CFBundleIdentifier is \(identifier), which Xcode fills in: the app is \(manifest.bundleIdentifier) here"
                )
            } else {
                manifest.bundleIdentifier = identifier
            }
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
            for key in keys.names.sorted() where key.hasPrefix("NS") && key.hasSuffix("UsageDescription") {
                guard let text = try string(key) else { continue }
                manifest.usageDescriptions[key] = text
                if text.allSatisfy(\.isWhitespace) {
                    manifest.warnings.append("\(key) is empty: the user would be asked without a reason")
                }
            }
            manifest.permittedTaskIdentifiers = try strings("BGTaskSchedulerPermittedIdentifiers")
            if keys.names.contains("UIApplicationSceneManifest") {
                guard let scenes = keys.dictionary("UIApplicationSceneManifest") else {
                    throw wrongType("UIApplicationSceneManifest", keys.kind("UIApplicationSceneManifest"), "<dict>")
                }
                manifest.adoptsScenes = true
                let reader = Reader(keys: scenes, path: "\(path): UIApplicationSceneManifest")
                manifest.supportsMultipleScenes = try reader.boolean("UIApplicationSupportsMultipleScenes") ?? false
                let roles = scenes.dictionary("UISceneConfigurations")
                if case .dictionary(let first)? = roles?.list("UIWindowSceneSessionRoleApplication")?.first {
                    manifest.sceneDelegateClass = first.string("UISceneDelegateClassName")
                }
            }
            manifest.exitsOnSuspend = try boolean("UIApplicationExitsOnSuspend") ?? false
            manifest.linkedSDK = try linkedSDK() ?? version("DTPlatformVersion")
            manifest.documentTypes = try documentTypes()
            manifest.opensDocumentsInPlace = try boolean("LSSupportsOpeningDocumentsInPlace") ?? false
            manifest.sharesDocuments = try boolean("UIFileSharingEnabled") ?? false
            manifest.declaredTypes =
                try declaredTypes("UTExportedTypeDeclarations") + declaredTypes("UTImportedTypeDeclarations")
            return manifest
        }

        private func documentTypes() throws -> [Manifest.DocumentType] {
            try dictionaries("CFBundleDocumentTypes").map { reader in
                Manifest.DocumentType(
                    name: try reader.string("CFBundleTypeName") ?? "",
                    handlerRank: try reader.string("LSHandlerRank") ?? "Default",
                    contentTypes: try reader.strings("LSItemContentTypes"),
                    iconFiles: try reader.textOrTexts("CFBundleTypeIconFiles"))
            }
        }

        private func declaredTypes(_ key: String) throws -> [UniformType] {
            try dictionaries(key).map { reader in
                guard let identifier = try reader.string("UTTypeIdentifier") else {
                    throw KeepAliveError(.manifest, "\(reader.path): UTTypeIdentifier is missing")
                }
                let tags = "UTTypeTagSpecification"
                let specification = reader.keys.dictionary(tags).map {
                    Reader(keys: $0, path: "\(reader.path): \(tags)")
                }
                return UniformType(
                    identifier, conformsTo: try reader.textOrTexts("UTTypeConformsTo"),
                    suffixes: try specification?.textOrTexts("public.filename-extension") ?? [],
                    mimeTypes: try specification?.textOrTexts("public.mime-type") ?? [])
            }
        }

        /// Reads an array of dictionaries; without the key, there are none.
        private func dictionaries(_ key: String) throws -> [Reader] {
            guard keys.names.contains(key) else { return [] }
            guard let entries = keys.list(key) else { throw wrongType(key, keys.kind(key), "<array>") }
            return try entries.enumerated().map { index, entry in
                guard case .dictionary(let fields) = entry else {
                    throw wrongType("\(key)[\(index)]", entry.kind, "<dict>")
                }
                return Reader(keys: fields, path: "\(path): \(key)[\(index)]")
            }
        }

        /// Reads a text or an array of texts: type declarations may have either.
        private func textOrTexts(_ key: String) throws -> [String] {
            if let text = keys.string(key) { return [text] }
            return try strings(key)
        }

        /// Reads the version of a name such as `iphoneos27.0` or `iphonesimulator27.0`.
        private func linkedSDK() throws -> IOSVersion? {
            let key = "DTSDKName"
            guard let text = try string(key) else { return nil }
            for platform in ["iphoneos", "iphonesimulator"] where text.hasPrefix(platform) {
                if let version = IOSVersion(parsing: String(text.dropFirst(platform.count))) { return version }
            }
            throw KeepAliveError(
                .manifest, "\(path): key \(key): '\(text)' is not the name of an SDK of iOS",
                remedy: "Expected a name such as iphoneos27.0")
        }

        private func version(_ key: String) throws -> IOSVersion? {
            guard let text = try string(key) else { return nil }
            guard let version = IOSVersion(parsing: text) else {
                throw KeepAliveError(
                    .manifest, "\(path): key \(key): '\(text)' is not a version",
                    remedy: "Expected digits and points, such as 13.0")
            }
            return version
        }

        private func boolean(_ key: String) throws -> Bool? {
            guard keys.names.contains(key) else { return nil }
            guard let flag = keys.boolean(key) else { throw wrongType(key, keys.kind(key), "<true/> or <false/>") }
            return flag
        }

        private func string(_ key: String) throws -> String? {
            guard keys.names.contains(key) else { return nil }
            guard let text = keys.string(key) else { throw wrongType(key, keys.kind(key), "<string>") }
            return text
        }

        private func strings(_ key: String) throws -> [String] {
            guard keys.names.contains(key) else { return [] }
            guard let entries = keys.list(key) else { throw wrongType(key, keys.kind(key), "<array> of <string>") }
            return try entries.enumerated().map { index, entry in
                guard case .string(let text) = entry else {
                    throw wrongType("\(key)[\(index)]", entry.kind, "<string>")
                }
                return text
            }
        }

        private func wrongType(_ key: String, _ found: String, _ expected: String) -> KeepAliveError {
            KeepAliveError(.manifest, "\(path): key \(key): expected \(expected), found \(found)")
        }
    }
}
