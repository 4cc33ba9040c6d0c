import Foundation
import KeepAlivePolicy
import Testing

@testable import KeepAliveChecking
@testable import KeepAliveXcode

/// Checks sources that stand in a test.
func findings(
    _ source: String, modes: [String] = [], _ keys: [String: PropertyListValue] = [:], ios: IOSVersion = IOSVersion(26),
    objectiveC: String? = nil, hasInfoPlist: Bool = true, entitlements: [String: PropertyListValue] = [:],
    linked: Set<String>? = nil, linksForeignCode: Bool = false
) throws -> [Finding] {
    try result(
        source, modes: modes, keys, ios: ios, objectiveC: objectiveC, hasInfoPlist: hasInfoPlist,
        entitlements: entitlements, linked: linked, linksForeignCode: linksForeignCode
    ).findings
}

func result(
    _ source: String, modes: [String] = [], _ keys: [String: PropertyListValue] = [:], ios: IOSVersion = IOSVersion(26),
    objectiveC: String? = nil, hasInfoPlist: Bool = true, entitlements: [String: PropertyListValue] = [:],
    linked: Set<String>? = nil, linksForeignCode: Bool = false
) throws -> ProjectChecks.Result {
    var list = keys
    list["CFBundleIdentifier"] = .string("org.example.app")
    if !modes.isEmpty { list["UIBackgroundModes"] = .array(modes.map { .string($0) }) }
    let files = ProjectFiles(
        folder: ".", origin: "a test", sources: ["App.swift"] + (objectiveC == nil ? [] : ["App.m"]),
        infoPlist: hasInfoPlist ? list : nil, manifestPath: "Info.plist", entitlements: entitlements,
        ownModules: ["Own"], linkedModules: linked, linksForeignCode: linksForeignCode)
    let project = try CheckedProject(files) { $0 == "App.swift" ? source : $0 == "App.m" ? objectiveC : nil }
    return ProjectChecks.run(project, ios: ios)
}

extension [Finding] {
    /// The findings as `RULE level line`, without remarks.
    var words: [String] { filter { $0.level > .note }.map { "\($0.rule) \($0.level) \($0.place.line)" } }
    /// The rules of the remarks.
    var notes: [String] { filter { $0.level == .note }.map(\.rule.description) }
}

/// The permitted identifiers in an Info.plist.
func permitted(_ identifiers: String...) -> [String: PropertyListValue] {
    ["BGTaskSchedulerPermittedIdentifiers": .array(identifiers.map { .string($0) })]
}

/// An Info.plist of an app with scenes.
let scenes: [String: PropertyListValue] = [
    "UIApplicationSceneManifest": .dictionary([
        "UISceneConfigurations": .dictionary([
            "UIWindowSceneSessionRoleApplication": .array([
                .dictionary(["UISceneDelegateClassName": .string("SceneDelegate")])
            ])
        ])
    ])
]
