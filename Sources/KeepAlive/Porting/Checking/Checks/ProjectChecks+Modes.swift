import KeepAliveModel
import SwiftSyntax

/// Checks of `UIBackgroundModes` (BM rules): modes that code uses and the Info.plist lacks, and the other way round.
extension ProjectChecks {
    /// A use of a background mode.
    private struct Use {
        let place: Finding.Place
        /// What the code does, as the subject of a sentence.
        let action: String
        let rule: RuleID
        /// The consequence without the mode.
        let consequence: String
        let level: Finding.Level
    }

    mutating func checkModes() {
        guard let manifest = project.manifest else { return }
        for value in project.declaredModes where BackgroundMode(rawValue: value) == nil {
            report(
                "BM-01", .warning, at: project.manifestPlace(of: value, "UIBackgroundModes"),
                Manifest.unknownModeMessage(value))
        }
        if modes.contains(.workoutProcessing) {
            report(
                "BM-02", .warning, at: project.manifestPlace(of: "workout-processing"),
                "UIBackgroundModes: 'workout-processing' is for watchOS and grants nothing on iOS")
        }
        for mode in BackgroundMode.allCases {
            let uses = uses(of: mode)
            if let use = uses.first, !modes.contains(mode) {
                report(
                    use.rule, use.level, at: use.place,
                    "\(use.action), and UIBackgroundModes lacks '\(mode.rawValue)': \(use.consequence)",
                    cure: "add '\(mode.rawValue)' to UIBackgroundModes")
            }
            guard modes.contains(mode), uses.isEmpty, let words = Self.wordsOfUse[mode] else { continue }
            // CloudKit sends pushes of its own to an app that keeps its data there.
            if mode == .remoteNotification, usesCloudKit { continue }
            report(
                mode.rule, project.hasForeignModules ? .note : .warning,
                at: project.manifestPlace(of: ">\(mode.rawValue)<", "UIBackgroundModes"),
                project.hasForeignModules
                    ? "UIBackgroundModes declares '\(mode.rawValue)', and no source of the project \(words): whether a package does cannot be told"
                    : "UIBackgroundModes declares '\(mode.rawValue)', and no source \(words)",
                cure: project.hasForeignModules ? nil : "take the mode out: App Review asks what it is for")
        }
        if !manifest.permittedTaskIdentifiers.isEmpty,
            let fetch = index.functions("application(_:performFetchWithCompletionHandler:)").first
        {
            report(
                "BG-26", .error, at: index.place(of: fetch),
                "performFetch is never called: the Info.plist has BGTaskSchedulerPermittedIdentifiers",
                cure: "use a BGAppRefreshTask")
        }
    }

    private var usesCloudKit: Bool {
        let services = project.entitlements["com.apple.developer.icloud-services"]?.strings ?? []
        return services.contains { $0.hasPrefix("CloudKit") }
            || ["CKContainer", "CKDatabase", "CKSyncEngine", "NSPersistentCloudKitContainer"].contains { name in
                !index.calls(name).isEmpty || index.types.contains { $0.value.inherited.contains(name) }
                    || project.objectiveCPlace(name) != nil
            } || index.imports.contains("CloudKit") && index.mentions { $0.hasPrefix("CK") }
    }

    /// Returns the declared modes that wake an app, those that the code uses first.
    func wakingModes(of all: Set<BackgroundMode>) -> [BackgroundMode] {
        modes.intersection(all).sorted {
            (uses(of: $0).isEmpty ? 1 : 0, $0.rawValue) < (uses(of: $1).isEmpty ? 1 : 0, $1.rawValue)
        }
    }

    /// The use that a declared mode is for, as a predicate. Modes without a word here are not looked for.
    private static let wordsOfUse: [BackgroundMode: String] = [
        .audio: "plays or records sound", .location: "starts location updates",
        .fetch: "fetches in the background or requests an app refresh", .processing: "requests a processing task",
        .remoteNotification: "takes silent pushes", .voip: "uses PushKit or CallKit",
        .bluetoothCentral: "makes a CBCentralManager", .bluetoothPeripheral: "makes a CBPeripheralManager",
        .externalAccessory: "makes an EASession", .pushToTalk: "makes a PTChannelManager",
        .nearbyInteraction: "makes an NISession",
    ]

    private func uses(of mode: BackgroundMode) -> [Use] {
        switch mode {
        case .audio: audioUses
        case .location:
            // Setting allowsBackgroundLocationUpdates without the mode is CL-01.
            mentions(
                calls: [
                    "startUpdatingLocation", "startMonitoringSignificantLocationChanges", "liveUpdates",
                    "CLBackgroundActivitySession", "startMonitoring", "startMonitoringVisits", "startRangingBeacons",
                ], objectiveC: ["startUpdatingLocation", "allowsBackgroundLocationUpdates"],
                onlyDeclared: mode, "", "CL-07", "", .note)
        case .fetch: fetchUses
        case .processing:
            mentions(
                calls: ["BGProcessingTaskRequest", "BGHealthResearchTaskRequest"],
                objectiveC: ["BGProcessingTaskRequest"], onlyDeclared: mode, "", "BG-06", "", .note)
        case .remoteNotification:
            // The method without a completion handler is for pushes that arrive while the app is in front.
            functions(
                ["application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"]
                    + (modes.contains(mode) ? ["application(_:didReceiveRemoteNotification:)"] : []),
                objectiveC: modes.contains(mode) ? ["didReceiveRemoteNotification"] : [], mode,
                "the app delegate takes silent pushes", "BM-16", "no silent push wakes the app", .warning)
        case .voip:
            mentions(
                calls: ["PKPushRegistry"], objectiveC: ["PKPushRegistry"], onlyDeclared: nil,
                "the app registers for VoIP pushes", "BM-05", "no push wakes the app", .error)
                + mentions(
                    calls: ["CXProvider"], objectiveC: ["CXProvider"], onlyDeclared: nil, "the app uses CallKit",
                    "BM-17", "reporting a call fails with missingVoIPBackgroundMode", .error)
                + mentions(calls: ["setKeepAliveTimeout"], objectiveC: ["setKeepAliveTimeout"], onlyDeclared: mode)
        case .bluetoothCentral:
            restoring("CBCentralManager", "CBCentralManagerOptionRestoreIdentifierKey", mode, "BM-07")
        case .bluetoothPeripheral:
            restoring("CBPeripheralManager", "CBPeripheralManagerOptionRestoreIdentifierKey", mode, "BM-08")
        case .externalAccessory: mentions(calls: ["EASession"], objectiveC: ["EASession"], onlyDeclared: mode)
        case .pushToTalk:
            mentions(calls: ["channelManager"], objectiveC: ["PTChannelManager"], onlyDeclared: mode)
        case .nearbyInteraction: mentions(calls: ["NISession"], objectiveC: ["NISession"], onlyDeclared: mode)
        case .networkAuthentication, .newsstandContent, .workoutProcessing: []
        }
    }

    /// Sound in a category for the background, and a player or recorder.
    private var audioUses: [Use] {
        let plays = index.playsSound
        // A call that fails changes nothing.
        let categories = index.calls("setCategory").filter { call in
            category(of: call)?.playsInBackground == true && configuration(of: call)?.violation(ios: ios) == nil
        }
        if let call = categories.first, plays {
            return [
                Use(
                    place: index.place(of: call),
                    action: "the session has the category \(category(of: call)?.rawValue ?? "")", rule: "AS-55",
                    consequence: "sound stops when the app enters the background", level: .note)
            ]
        }
        if plays || !index.calls("setCategory").isEmpty, modes.contains(.audio) {
            return mentions(calls: plays ? CodeIndex.soundCalls : ["setCategory"], objectiveC: [], onlyDeclared: .audio)
        }
        // The sounds of the system need no session. Whether the mode helps them is not said.
        return mentions(
            calls: CodeIndex.systemSoundCalls,
            objectiveC: ["AVAudioPlayer", "AVPlayer", "AVAudioEngine", "AVAudioRecorder", "setCategory"],
            onlyDeclared: .audio)
    }

    private var fetchUses: [Use] {
        functions(
            ["application(_:performFetchWithCompletionHandler:)"], objectiveC: ["performFetchWithCompletionHandler"],
            .fetch, "the app delegate fetches in the background", "WK-01",
            "performFetch is never called"
                + (setsFetchInterval ? "" : ", and nothing calls setMinimumBackgroundFetchInterval(_:) either"),
            .warning)
            + mentions(
                calls: ["BGAppRefreshTaskRequest"], objectiveC: ["BGAppRefreshTaskRequest"], onlyDeclared: .fetch)
            + index.calls("backgroundTask").filter { call in
                call.node.arguments.first?.expression.as(FunctionCallExprSyntax.self)?.name == "appRefresh"
            }
            .map {
                Use(
                    place: index.place(of: $0), action: "the scene has a background task", rule: "BG-06",
                    consequence: "no request for it is taken", level: .error)
            }
    }

    /// Uses by a manager that restores its state: without the mode, the app is not woken for its events.
    private func restoring(_ type: String, _ key: String, _ mode: BackgroundMode, _ rule: RuleID) -> [Use] {
        let calls = index.calls(type)
        if let call = calls.first(where: { $0.node.description.contains(key) }) {
            return [
                Use(
                    place: index.place(of: call), action: "the \(type) restores its state", rule: rule,
                    consequence: "no event wakes the app, and nothing is restored", level: .warning)
            ]
        }
        return mentions(calls: [type], objectiveC: [type], onlyDeclared: mode)
    }

    private func functions(
        _ names: [String], objectiveC: [String], _ mode: BackgroundMode, _ action: String, _ rule: RuleID,
        _ consequence: String, _ level: Finding.Level
    ) -> [Use] {
        let places =
            names.flatMap { index.functions($0) }.filter { !$0.isEmpty }.map { index.place(of: $0) }
            + objectiveC.compactMap { project.objectiveCPlace($0) }
        return places.map {
            Use(place: $0, action: action, rule: rule, consequence: consequence, level: level)
        }
    }

    /// Returns the calls of some names as uses.
    ///
    /// - Parameter mode: the mode for which a use counts only if it is declared, because code may do the same without
    ///   the mode; `nil` if the code needs the mode.
    private func mentions(
        calls: [String], objectiveC: [String], onlyDeclared mode: BackgroundMode?, _ action: String = "",
        _ rule: RuleID = "BM-01", _ consequence: String = "", _ level: Finding.Level = .note
    ) -> [Use] {
        if let mode, !modes.contains(mode) { return [] }
        let places =
            calls.flatMap { index.calls($0) }.map { index.place(of: $0) }
            + objectiveC.compactMap { project.objectiveCPlace($0) }
        return places.map { Use(place: $0, action: action, rule: rule, consequence: consequence, level: level) }
    }
}
