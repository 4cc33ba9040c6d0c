/// The declarations of an app's Info.plist that the background policy reads.
public struct Manifest: Sendable, Hashable, Codable {
    /// `CFBundleIdentifier`.
    public var bundleIdentifier: String
    /// `UIBackgroundModes`, without the values that iOS does not know.
    public var backgroundModes: Set<BackgroundMode>
    /// The usage strings by key (`NSLocationWhenInUseUsageDescription` and others).
    public var usageDescriptions: [String: String]
    /// The purposes of `NSLocationTemporaryUsageDescriptionDictionary`; `nil` if there is no Info.plist, and then every
    /// purpose is allowed (CL-51).
    public var temporaryAccuracyPurposes: Set<String>?
    /// `NSLocationDefaultAccuracyReduced`: true if the app starts with reduced location accuracy (CL-49).
    public var beginsWithReducedAccuracy = false
    /// `BGTaskSchedulerPermittedIdentifiers`, in the order of the file (BG-01).
    public var permittedTaskIdentifiers: [String]
    /// True if `UIApplicationSceneManifest` is present: the app has adopted scenes (LC-03).
    public var adoptsScenes: Bool
    /// True if the scene manifest names no delegate class and the app provides none by itself, as SwiftUI apps do
    /// (LC-29).
    public var lacksSceneDelegate = false
    /// `UIApplicationSupportsMultipleScenes`: true if the app may request further scenes (LC-30).
    public var supportsMultipleScenes = false
    /// `UISceneDelegateClassName` of the first scene of `UIWindowSceneSessionRoleApplication`, exactly as in the file;
    /// `nil` if absent.
    public var sceneDelegateClass: String?
    /// `UIApplicationExitsOnSuspend`: true if the app ends instead of going to the background. iOS reads the key up to
    /// iOS 12 (LC-18).
    public var exitsOnSuspend: Bool
    /// The SDK that the app was built with, from `DTSDKName` or `DTPlatformVersion`; `nil` if neither key is present
    /// (CL-05, WK-08, LC-29).
    public var linkedSDK: IOSVersion?
    /// True if `NSAccessorySetupKitSupports` names Bluetooth or Wi-Fi: the app sets up accessories with
    /// AccessorySetupKit (BM-07).
    public var setsUpAccessories = false
    /// `LSSupportsOpeningDocumentsInPlace`: true if the app opens the original of a document, false if it gets a copy
    /// (SD-48).
    public var opensDocumentsInPlace = false
    /// `UIFileSharingEnabled`: true if the user can see the files in the app's `Documents` folder (SD-48).
    public var sharesDocuments = false
    /// `UTExportedTypeDeclarations`, followed by `UTImportedTypeDeclarations` (SD-70).
    public var declaredTypes: [UniformType] = []
    /// `CFBundleDocumentTypes`, in the order of the file (SD-70).
    public var documentTypes: [DocumentType]
    /// Warnings about unusual but legal values, such as unknown modes or empty usage strings; each is one line, printed
    /// to whoever runs the command.
    public var warnings: [String]

    /// One entry of `CFBundleDocumentTypes` (SD-70).
    public struct DocumentType: Sendable, Hashable, Codable {
        /// `CFBundleTypeName`.
        public var name: String
        /// `LSHandlerRank`: Owner, Default, Alternate or None.
        public var handlerRank: String
        /// `LSItemContentTypes`, uniform type identifiers.
        public var contentTypes: [String]
        /// `CFBundleTypeIconFiles`: the images in the bundle that serve as icons for such files.
        public var iconFiles: [String]

        /// Creates an entry, by default with the rank `Default` and without types or icons.
        public init(
            name: String, handlerRank: String = "Default", contentTypes: [String] = [], iconFiles: [String] = []
        ) {
            self.name = name
            self.handlerRank = handlerRank
            self.contentTypes = contentTypes
            self.iconFiles = iconFiles
        }
    }

    /// Creates a manifest. Without arguments the manifest declares nothing.
    public init(
        bundleIdentifier: String = "org.example.app",
        backgroundModes: Set<BackgroundMode> = [],
        usageDescriptions: [String: String] = [:],
        permittedTaskIdentifiers: [String] = [],
        adoptsScenes: Bool = false,
        exitsOnSuspend: Bool = false,
        linkedSDK: IOSVersion? = nil,
        documentTypes: [DocumentType] = [],
        warnings: [String] = []
    ) {
        self.bundleIdentifier = bundleIdentifier
        self.backgroundModes = backgroundModes
        self.usageDescriptions = usageDescriptions
        self.permittedTaskIdentifiers = permittedTaskIdentifiers
        self.adoptsScenes = adoptsScenes
        self.exitsOnSuspend = exitsOnSuspend
        self.linkedSDK = linkedSDK
        self.documentTypes = documentTypes
        self.warnings = warnings
    }

    /// The key of the usage string that `requestWhenInUseAuthorization` requires.
    public static let whenInUseUsageKey = "NSLocationWhenInUseUsageDescription"
    /// The keys of the usage strings that `requestAlwaysAuthorization` reads: first the key of iOS 11 and later, then
    /// the key of iOS 8 to 10.
    public static let alwaysUsageKeys = [
        "NSLocationAlwaysAndWhenInUseUsageDescription", "NSLocationAlwaysUsageDescription",
    ]

    /// Returns the key of the usage string that is missing for a request for authorization; `nil` if none is missing
    /// (CL-22).
    ///
    /// - Parameter always: true if the app calls `requestAlwaysAuthorization`, false for
    ///   `requestWhenInUseAuthorization`.
    package func missingUsageKey(always: Bool) -> String? {
        if usageDescriptions[Self.whenInUseUsageKey] == nil { return Self.whenInUseUsageKey }
        guard always, !Self.alwaysUsageKeys.contains(where: { usageDescriptions[$0] != nil }) else { return nil }
        return Self.alwaysUsageKeys[0]
    }

    /// The manifest of an app that has adopted scenes, as Xcode's template does, and declares only the usage strings
    /// for location.
    public static var withUsageStrings: Manifest {
        var manifest = Manifest(adoptsScenes: true)
        for key in [whenInUseUsageKey] + alwaysUsageKeys {
            manifest.usageDescriptions[key] = "declared on the command line"
        }
        return manifest
    }

    /// Adds background modes, for the option `--modes`. The usage strings for location are added with the mode
    /// `location`, because the option cannot declare them.
    ///
    /// - Parameter modes: the modes to add.
    public mutating func declare(_ modes: [BackgroundMode]) {
        backgroundModes.formUnion(modes)
        guard modes.contains(.location) else { return }
        usageDescriptions.merge(Self.withUsageStrings.usageDescriptions) { own, _ in own }
    }

    /// Returns whether the app was built with `sdk` or a later SDK; `nil` if the manifest names no SDK.
    @inline(__always)
    package func isLinked(since sdk: IOSVersion) -> Bool? { linkedSDK.map { $0 >= sdk } }

    /// Returns the warning for a value of `UIBackgroundModes` that iOS does not know, with the nearest known value as a
    /// hint.
    public static func unknownModeMessage(_ value: String) -> String {
        let names = BackgroundMode.allCases.map(\.rawValue)
        let hint =
            NearestName.find(for: value, among: names).map { "did you mean '\($0)'?" }
            ?? "known values: \(names.joined(separator: ", "))"
        return "UIBackgroundModes: unknown value '\(value)' grants nothing (BM-01); \(hint)"
    }
}

/// A version of iOS, such as `12.4`, `13.0` or `26`.
public struct IOSVersion: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    /// The number before the first point.
    public var major: Int
    /// The number after the first point; 0 if absent.
    public var minor: Int

    /// Creates a version; the minor version is 0 by default.
    public init(_ major: Int, _ minor: Int = 0) {
        self.major = major
        self.minor = minor
    }

    /// Reads `MAJOR`, `MAJOR.MINOR` or `MAJOR.MINOR.PATCH`; the patch is ignored.
    ///
    /// - Returns: `nil` if the text has another form.
    public init?(parsing text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.allSatisfy { ("0"..."9").contains($0) } && part.count <= 4 ? Int(part) : nil
        }
        guard (1...3).contains(parts.count), numbers.count == parts.count, let major = numbers.first else { return nil }
        self.init(major, numbers.count > 1 ? numbers[1] : 0)
    }

    /// `MAJOR.MINOR`.
    public var description: String { "\(major).\(minor)" }

    /// Older versions come first.
    public static func < (left: IOSVersion, right: IOSVersion) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }
}
