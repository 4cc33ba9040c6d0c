import KeepAliveRewriting
import SwiftSyntax

/// Chooses the files of an app that a slice compiles: its entry, and those with calls that concern the background.
package enum SliceSelection {
    /// Names whose use makes a file a part of the slice.
    static let names: Set<String> = [
        "beginBackgroundTask", "endBackgroundTask", "performExpiringActivity", "BGTaskScheduler", "BGAppRefreshTask",
        "BGProcessingTask", "BGContinuedProcessingTask", "BGAppRefreshTaskRequest", "BGProcessingTaskRequest",
        "setMinimumBackgroundFetchInterval", "allowsBackgroundLocationUpdates", "startUpdatingLocation",
        "startMonitoringSignificantLocationChanges", "startMonitoring", "CLBackgroundActivitySession", "PKPushRegistry",
        "handleEventsForBackgroundURLSession", "sessionSendsLaunchEvents", "setCategory", "backgroundTask",
        "didReceiveRemoteNotification", "performFetchWithCompletionHandler", "CXProvider",
    ]
    /// Protocols whose adoption makes a type the app's entry.
    static let entries: Set<String> = [
        "UIApplicationDelegate", "UIWindowSceneDelegate", "UISceneDelegate", "App",
    ]

    /// Returns the paths of the chosen files, and whether the app's entry is among them.
    package static func choose(_ files: [(path: String, text: String)]) -> (paths: Set<String>, hasEntry: Bool) {
        let found = Parallel.map(files.count) { index -> Choice in
            let file = SliceFile(path: files[index].path, text: files[index].text)
            let mentioned = file.tree.mentionedNames
            var hasMain = files[index].path.hasSuffix("/main.swift") || files[index].path == "main.swift"
            var isEntry = hasMain
            var types: Set<String> = []
            var extended: Set<String> = []
            for declaration in file.declarations {
                if let node = declaration.as(ExtensionDeclSyntax.self) { extended.insert(node.extendedType.plainName) }
                guard let group = declaration.asProtocol((any DeclGroupSyntax).self) else { continue }
                let isMain = group.attributes.contains {
                    ["@main", "@UIApplicationMain"].contains($0.trimmedDescription)
                }
                let adopts = (group.inheritanceClause?.inheritedTypes ?? []).contains {
                    entries.contains($0.type.plainName)
                }
                if isMain { hasMain = true }
                if isMain || adopts { isEntry = true }
                if isMain || adopts, let name = declaration.typeName { types.insert(name) }
            }
            let calls = mentioned.intersection(names)
            // URLSessionConfiguration.background(withIdentifier:) has no name of its own.
            let hasSession = mentioned.isSuperset(of: ["URLSessionConfiguration", "background"])
            // What reads the identifiers of tasks from the Info.plist.
            let hasKey = files[index].text.contains("BGTaskSchedulerPermittedIdentifiers")
            return Choice(
                hasMain: hasMain, isEntry: isEntry, isOfBackground: !calls.isEmpty || hasSession || hasKey,
                types: types,
                extended: extended)
        }
        let entryTypes = found.reduce(into: Set<String>()) { $0.formUnion($1.types) }
        let chosen = zip(files, found).filter { _, choice in
            choice.isEntry || choice.isOfBackground || !choice.extended.isDisjoint(with: entryTypes)
        }.map(\.0.path)
        return (Set(chosen), found.contains(where: \.hasMain))
    }

    private struct Choice: Sendable {
        let hasMain: Bool
        let isEntry: Bool
        let isOfBackground: Bool
        /// The types with the entry, or of the app's delegates.
        let types: Set<String>
        /// The types of which the file has extensions.
        let extended: Set<String>
    }
}
