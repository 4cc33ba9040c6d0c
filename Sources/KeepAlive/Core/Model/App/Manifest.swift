/// The declarations of an app in its Info.plist, as far as the background policy reads them.
public struct Manifest: Sendable, Hashable, Codable {
    /// `CFBundleIdentifier`.
    public var bundleIdentifier: String
    /// `UIBackgroundModes`: the modes that iOS knows.
    public var backgroundModes: Set<BackgroundMode>
    /// The usage strings, by key (`NSLocationWhenInUseUsageDescription`, …).
    public var usageDescriptions: [String: String]
    /// The purposes of `NSLocationTemporaryUsageDescriptionDictionary`; `nil` where no file declares any, which allows all (CL-51).
    public var temporaryAccuracyPurposes: Set<String>?
    /// `NSLocationDefaultAccuracyReduced`: the app begins without exact positions (CL-49).
    public var beginsWithReducedAccuracy = false
    /// `BGTaskSchedulerPermittedIdentifiers`, in order (BG-01).
    public var permittedTaskIdentifiers: [String]
    /// True when `UIApplicationSceneManifest` is there: the app has adopted scenes (LC-03).
    public var adoptsScenes: Bool
    /// The scene manifest names no delegate class, and the app does not bring one as those of SwiftUI do (LC-29).
    public var lacksSceneDelegate = false
    /// `UIApplicationSupportsMultipleScenes`: the app may ask for further scenes (LC-30).
    public var supportsMultipleScenes = false
    /// `UISceneDelegateClassName` of the first scene of `UIWindowSceneSessionRoleApplication`, as it is written.
    public var sceneDelegateClass: String?
    /// `UIApplicationExitsOnSuspend`: the app opts out of the background; read up to iOS 12 (LC-18).
    public var exitsOnSuspend: Bool
    /// The SDK that the app was built with, from `DTSDKName` or `DTPlatformVersion`; `nil` where neither says (CL-05,
    /// WK-08, LC-29).
    public var linkedSDK: IOSVersion?
    /// `NSAccessorySetupKitSupports` names Bluetooth or Wi-Fi: its accessories are set up by AccessorySetupKit (BM-07).
    public var setsUpAccessories = false
    /// `LSSupportsOpeningDocumentsInPlace`: the app opens the original, not a copy (SD-48).
    public var opensDocumentsInPlace = false
    /// `UIFileSharingEnabled`: others may see what is in the app's `Documents` (SD-48).
    public var sharesDocuments = false
    /// `UTExportedTypeDeclarations`, then `UTImportedTypeDeclarations` (SD-70).
    public var declaredTypes: [UniformType] = []
    /// `CFBundleDocumentTypes`, in order (SD-70).
    public var documentTypes: [DocumentType]
    /// Warnings about strange but legal values, each a line for the user: unknown modes, empty usage strings.
    public var warnings: [String]

    /// One entry of `CFBundleDocumentTypes` (SD-70).
    public struct DocumentType: Sendable, Hashable, Codable {
        /// `CFBundleTypeName`.
        public var name: String
        /// `LSHandlerRank`: Owner, Default, Alternate or None.
        public var handlerRank: String
        /// `LSItemContentTypes`, uniform type identifiers.
        public var contentTypes: [String]
        /// `CFBundleTypeIconFiles`: the images of the bundle that stand for such a file.
        public var iconFiles: [String]

        /// Creates an entry.
        public init(
            name: String, handlerRank: String = "Default", contentTypes: [String] = [], iconFiles: [String] = []
        ) {
            self.name = name
            self.handlerRank = handlerRank
            self.contentTypes = contentTypes
            self.iconFiles = iconFiles
        }
    }

    /// Creates a manifest; without arguments, one that declares nothing.
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

    /// The key that `requestWhenInUseAuthorization` reads.
    public static let whenInUseUsageKey = "NSLocationWhenInUseUsageDescription"
    /// The keys that `requestAlwaysAuthorization` reads: first that of iOS 11 and later, then that of iOS 8 to 10.
    public static let alwaysUsageKeys = [
        "NSLocationAlwaysAndWhenInUseUsageDescription", "NSLocationAlwaysUsageDescription",
    ]

    /// The usage string that a request for authorization lacks, or `nil` (CL-22).
    ///
    /// - Parameter always: whether the app calls `requestAlwaysAuthorization`.
    package func missingUsageKey(always: Bool) -> String? {
        if usageDescriptions[Self.whenInUseUsageKey] == nil { return Self.whenInUseUsageKey }
        guard always, !Self.alwaysUsageKeys.contains(where: { usageDescriptions[$0] != nil }) else { return nil }
        return Self.alwaysUsageKeys[0]
    }

    /// A manifest of an app with scenes, as Xcode makes it, that declares only its usage strings for location.
    public static var withUsageStrings: Manifest {
        var manifest = Manifest(adoptsScenes: true)
        for key in [whenInUseUsageKey] + alwaysUsageKeys {
            manifest.usageDescriptions[key] = "declared on the command line"
        }
        return manifest
    }

    /// Adds modes as `--modes` does. Without a file there are no usage strings: `location` takes them as given.
    ///
    /// - Parameter modes: the modes to add.
    public mutating func declare(_ modes: [BackgroundMode]) {
        backgroundModes.formUnion(modes)
        guard modes.contains(.location) else { return }
        usageDescriptions.merge(Self.withUsageStrings.usageDescriptions) { own, _ in own }
    }

    /// Returns whether the app was built with an SDK or a later one; `nil` where the manifest does not say.
    @inline(__always)
    package func isLinked(since sdk: IOSVersion) -> Bool? { linkedSDK.map { $0 >= sdk } }

    /// The warning for a value of `UIBackgroundModes` that iOS does not know.
    public static func unknownModeMessage(_ value: String) -> String {
        let names = BackgroundMode.allCases.map(\.rawValue)
        let hint =
            NearestName.find(for: value, among: names).map { "did you mean '\($0)'?" }
            ?? "known values: \(names.joined(separator: ", "))"
        return "UIBackgroundModes: unknown value '\(value)' grants nothing (BM-01); \(hint)"
    }
}

/// A version of iOS: `12.4`, `13.0`, `26`.
public struct IOSVersion: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    /// The number before the first point.
    public var major: Int
    /// The number after it; 0 when absent.
    public var minor: Int

    /// Creates a version.
    public init(_ major: Int, _ minor: Int = 0) {
        self.major = major
        self.minor = minor
    }

    /// Reads `MAJOR`, `MAJOR.MINOR` or `MAJOR.MINOR.PATCH`; the patch is ignored.
    ///
    /// - Returns: `nil` when the text is something else.
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
