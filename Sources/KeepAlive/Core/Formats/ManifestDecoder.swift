import FoundationEssentials
import KeepAliveModel

/// Decodes an Info.plist, in XML or binary format, to a manifest.
public enum ManifestDecoder {
    /// The maximum size of a file; larger files are not read. The largest Info.plist in use is far below 1 MiB.
    public static let sizeMaxBytes = 4 << 20

    /// Decodes the content of an Info.plist to a manifest.
    ///
    /// - Parameters:
    ///   - bytes: the content of the file.
    ///   - path: the path that error messages name; the file is not read.
    /// - Throws: `KeepAliveError` with code `manifest`, naming path, key and, for XML, the line. An unknown background
    ///   mode or an empty usage string is no error, but a warning in the manifest.
    public static func decode(_ bytes: [UInt8], path: String) throws -> Manifest {
        func failure(_ what: String, _ remedy: String? = nil) -> KeepAliveError {
            KeepAliveError(.manifest, "\(path): \(what)", remedy: remedy)
        }
        do {
            let root = try PropertyListReader.decode(PropertyListKeys.self, from: bytes, limits: limits)
            return try Reader(keys: root, path: path).manifest()
        } catch let fault as PropertyListReader.Fault {
            throw failure(
                fault.description, fault.remedy ?? (bytes.isEmpty ? "An Info.plist is an XML or binary plist" : nil))
        } catch DecodingError.typeMismatch {
            throw failure("the root is not a dictionary", "An Info.plist is a <dict> of keys and values")
        } catch {
            throw error as? KeepAliveError ?? failure("damaged property list: \(error)")
        }
    }

    /// The limits for an Info.plist. The largest Info.plist in use has some thousand keys and values.
    package static let limits = PropertyListReader.Limits(bytes: sizeMaxBytes, values: 10_000)

    /// Reads the keys that the policy uses from the dictionary of the Info.plist.
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
            manifest.temporaryAccuracyPurposes = try purposes("NSLocationTemporaryUsageDescriptionDictionary")
            manifest.beginsWithReducedAccuracy = try boolean("NSLocationDefaultAccuracyReduced") ?? false
            manifest.permittedTaskIdentifiers = try strings("BGTaskSchedulerPermittedIdentifiers")
            if keys.names.contains("UIApplicationSceneManifest") {
                guard let scenes = keys.dictionary("UIApplicationSceneManifest") else {
                    throw wrongType("UIApplicationSceneManifest", keys.kind("UIApplicationSceneManifest"), "<dict>")
                }
                manifest.adoptsScenes = true
                let reader = Reader(keys: scenes, path: "\(path): UIApplicationSceneManifest")
                manifest.supportsMultipleScenes = try reader.boolean("UIApplicationSupportsMultipleScenes") ?? false
                let roles = scenes.dictionary("UISceneConfigurations")
                let first = roles?.list("UIWindowSceneSessionRoleApplication", of: PropertyListKeys.self)?.first
                manifest.sceneDelegateClass = first?.string("UISceneDelegateClassName")
            }
            manifest.setsUpAccessories = try !strings("NSAccessorySetupKitSupports").isEmpty
            manifest.exitsOnSuspend = try boolean("UIApplicationExitsOnSuspend") ?? false
            manifest.linkedSDK = try linkedSDK() ?? version("DTPlatformVersion")
            manifest.documentTypes = try documentTypes()
            manifest.opensDocumentsInPlace = try boolean("LSSupportsOpeningDocumentsInPlace") ?? false
            manifest.sharesDocuments = try boolean("UIFileSharingEnabled") ?? false
            manifest.declaredTypes =
                try declaredTypes("UTExportedTypeDeclarations") + declaredTypes("UTImportedTypeDeclarations")
            return manifest
        }

        private func purposes(_ key: String) throws -> Set<String> {
            guard keys.names.contains(key) else { return [] }
            guard let purposes = keys.dictionary(key) else { throw wrongType(key, keys.kind(key), "<dict>") }
            return purposes.names
        }

        private func documentTypes() throws -> [Manifest.DocumentType] {
            try dictionaries("CFBundleDocumentTypes").map { reader in
                Manifest.DocumentType(
                    name: try reader.string("CFBundleTypeName") ?? "",
                    handlerRank: try reader.string("LSHandlerRank") ?? "Default",
                    contentTypes: try reader.textOrTexts("LSItemContentTypes"),
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

        /// Returns a reader for each dictionary in an array; an empty array if the key is absent.
        private func dictionaries(_ key: String) throws -> [Reader] {
            try list(key, of: PropertyListKeys.self, "<dict>", expected: "<array>").enumerated().map { index, fields in
                Reader(keys: fields, path: "\(path): \(key)[\(index)]")
            }
        }

        /// Reads a text or an array of texts, because type declarations may have either.
        private func textOrTexts(_ key: String) throws -> [String] {
            if let text = keys.string(key) { return [text] }
            return try strings(key)
        }

        /// Reads the version from the SDK's name, such as `iphoneos27.0` or `iphonesimulator27.0`; `nil` if the key is
        /// absent.
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
            guard !text.utf8.contains(0) else {
                throw KeepAliveError(.manifest, "\(path): key \(key): must have no NUL character")
            }
            return text
        }

        private func strings(_ key: String) throws -> [String] {
            try list(key, of: String.self, "<string>", expected: "<array> of <string>")
        }

        /// Reads an array whose elements all have a type; an empty array if the key is absent.
        private func list<Element: Decodable>(
            _ key: String, of type: Element.Type, _ tag: String, expected: String
        ) throws -> [Element] {
            guard keys.names.contains(key) else { return [] }
            if let list = keys.list(key, of: type) { return list }
            guard let other = keys.firstElement(of: key, otherThan: type) else {
                throw wrongType(key, keys.kind(key), expected)
            }
            throw wrongType("\(key)[\(other.index)]", other.kind, tag)
        }

        private func wrongType(_ key: String, _ found: String, _ expected: String) -> KeepAliveError {
            KeepAliveError(.manifest, "\(path): key \(key): expected \(expected), found \(found)")
        }
    }
}
