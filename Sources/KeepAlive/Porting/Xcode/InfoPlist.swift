import FoundationEssentials
import KeepAliveFormats
import KeepAlivePolicy

/// The Info.plist of a target, as Xcode makes it: the target's file with build settings substituted, and keys that
/// settings add.
package enum InfoPlist {
    /// Returns the Info.plist of a target.
    ///
    /// - Parameters:
    ///   - settings: the build settings of the target.
    ///   - folder: the folder to which the path of the Info.plist file is relative.
    ///   - name: the name of the target.
    /// - Throws: ``KeepAliveError`` with code `manifest` if the file cannot be read.
    package static func make(_ settings: BuildSettings, folder: String, name: String) throws -> [String:
        PropertyListValue]
    {
        var list =
            try settings["INFOPLIST_FILE"].map {
                try read(
                    ProjectFile.path($0, in: folder), isPreprocessed: settings["INFOPLIST_PREPROCESS"] == "YES")
            } ?? [:]
        list = list.mapValues { resolved($0, settings) }
        if settings["GENERATE_INFOPLIST_FILE"] == "YES" || settings["INFOPLIST_FILE"] == nil {
            for (key, value) in generated(settings) where list[key] == nil { list[key] = value }
        }
        list["CFBundleIdentifier"] =
            list["CFBundleIdentifier"].flatMap { $0.string?.isEmpty == false ? $0 : nil }
            ?? .string(
                settings["PRODUCT_BUNDLE_IDENTIFIER"]
                    ?? "org.example.\(name.mapped { $0.isASCIILetterOrDigit ? $0 : "-" })")
        list["CFBundleExecutable"] = .string(name)
        return list
    }

    private static func read(_ path: String, isPreprocessed: Bool) throws -> [String: PropertyListValue] {
        do {
            guard
                let list = try ProjectFile.propertyList(
                    path, isPreprocessed: isPreprocessed, limits: ManifestDecoder.limits)
            else {
                throw KeepAliveError(
                    .manifest, "\(path): the Info.plist of the target cannot be read",
                    remedy: "The setting INFOPLIST_FILE of the target names it")
            }
            return list.dictionary
        } catch let fault as PropertyListReader.Fault {
            throw KeepAliveError(
                .manifest, "\(path): the Info.plist of the target is no property list: \(fault.description)",
                remedy: fault.remedy)
        }
    }

    private static func resolved(_ value: PropertyListValue, _ settings: BuildSettings) -> PropertyListValue {
        switch value {
        case .string(let text): .string(settings.resolve(text))
        case .array(let elements): .array(elements.map { resolved($0, settings) })
        case .dictionary(let members): .dictionary(members.mapValues { resolved($0, settings) })
        default: value
        }
    }

    /// The keys whose values are arrays; the setting holds their elements, separated by spaces.
    private static let lists = [
        "UIBackgroundModes", "UIRequiredDeviceCapabilities", "UISupportedInterfaceOrientations",
    ]

    /// Returns the keys that every app has and those that settings named `INFOPLIST_KEY_…` add.
    private static func generated(_ settings: BuildSettings) -> [String: PropertyListValue] {
        var list: [String: PropertyListValue] = [
            "CFBundleName": .string(settings["PRODUCT_NAME"] ?? ""), "CFBundlePackageType": .string("APPL"),
            "CFBundleShortVersionString": .string(settings["MARKETING_VERSION"] ?? "1.0"),
            "CFBundleVersion": .string(settings["CURRENT_PROJECT_VERSION"] ?? "1"),
        ]
        for setting in settings.keys where setting.hasPrefix("INFOPLIST_KEY_") {
            guard let value = settings[setting] else { continue }
            let key = String(setting.dropFirst("INFOPLIST_KEY_".count))
            switch key {
            case "UIApplicationSceneManifest_Generation":
                if value == "YES" {
                    list["UIApplicationSceneManifest"] = .dictionary([
                        "UIApplicationSupportsMultipleScenes": .boolean(true),
                        "UISceneConfigurations": .dictionary([:]),
                    ])
                }
            case "UILaunchScreen_Generation": if value == "YES" { list["UILaunchScreen"] = .dictionary([:]) }
            case _ where lists.contains { key.hasPrefix($0) }:
                list[key] = .array(value.split(separator: " ").map { .string(String($0)) })
            default: list[key] = value == "YES" ? .boolean(true) : value == "NO" ? .boolean(false) : .string(value)
            }
        }
        return list
    }
}
