import KeepAlivePolicy

/// A method of the app's protocol.
package struct AppRequest: Sendable {
    /// Its name.
    package let name: String
    /// Its parameters, as the documentation lists them; empty for none.
    package let parameters: String
    /// What comes back; empty for null.
    package let result: String
    /// What it does, in one line.
    package let summary: String
    /// The names of its parameters.
    package let parameterNames: Set<String>
    package let fulfil: @Sendable (AppCall) throws -> JSONValue

    init(
        _ name: String, takes parameters: String = "", returns result: String = "", _ summary: String,
        _ fulfil: @escaping @Sendable (AppCall) throws -> JSONValue
    ) {
        self.name = name
        self.parameters = parameters
        self.result = result
        self.summary = summary
        self.fulfil = fulfil
        parameterNames = AppParameters.names(in: parameters)
    }

    /// All methods, in the order of the documentation; `hello` and `complete` are the service's own.
    package static let all: [AppRequest] = application + audio + location + scheduler + others

    /// All names, those of the service included.
    static let names = ["hello", "complete"] + all.map(\.name)

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    package static func named(_ name: String) -> AppRequest? { byName[name] }
}

extension AppRequest {
    // MARK: UIApplication

    private static let application: [AppRequest] = [
        AppRequest(
            "applicationState", returns: "{state, backgroundTimeRemaining, backgroundRefresh}",
            "UIApplication.applicationState: active, inactive or background; and the seconds left there, null without a limit"
        ) { call in
            [
                "state": .string(AppAnswer.applicationState(call.host.applicationState)),
                "backgroundTimeRemaining": remaining(call),
                "backgroundRefresh": .bool(
                    !call.hasDevice ? true : try call.engine.machine.conditions.backgroundAppRefresh),
            ]
        },
        AppRequest(
            "beginBackgroundTask", takes: "{name?, expirationHandler?}", returns: "{task}",
            "beginBackgroundTask(withName:expirationHandler:); task 0 is invalid; backgroundTaskExpired follows"
        ) { call in
            let name = try call.parameters.optional("name")?.text().shortened(to: 200) ?? ""
            let hasHandler = try call.parameters.optional("expirationHandler")?.flag() ?? true
            let task = call.host.beginBackgroundTask(named: name, hasExpirationHandler: hasHandler)
            return ["task": .number(String(task.rawValue))]
        },
        AppRequest("endBackgroundTask", takes: "{task}", "endBackgroundTask(_:)") { call in
            let task = try call.parameters.integer("task", in: 0...Int.max)
            call.host.endBackgroundTask(BackgroundTaskIdentifier(rawValue: task))
            return .null
        },
        AppRequest(
            "setMinimumBackgroundFetchInterval", takes: "{seconds}",
            "setMinimumBackgroundFetchInterval(_:); null is never, 0 as often as possible"
        ) { call in
            let interval = try call.parameters.optional("seconds")?.seconds()
            try call.report(.fetch(.intervalSet(interval)))
            return .null
        },
        AppRequest(
            "registerForRemoteNotifications", returns: "{token}",
            "registerForRemoteNotifications(); the device token as lower-case hex"
        ) { call in ["token": .string(token(of: try call.engine.machine.manifest.bundleIdentifier))] },
        AppRequest(
            "implements", takes: "{method}",
            "the delegate has a method: performFetch or didReceiveRemoteNotification (BM-16)"
        ) { call in
            let methods: [String: BackgroundMode] = [
                "performFetch": .fetch, "didReceiveRemoteNotification": .remoteNotification,
            ]
            let method = try call.parameters.text("method")
            guard let mode = methods[method] else {
                throw JSONRPCError.invalidParams(
                    "'method' must be one of \(methods.keys.sorted().joined(separator: ", "))")
            }
            try call.report(.fetch(.implemented(mode)))
            return .null
        },
    ]

    private static func remaining(_ call: AppCall) -> JSONValue {
        let remaining = call.host.backgroundTimeRemaining
        return remaining == .greatestFiniteMagnitude ? .null : .number(remaining)
    }

    /// A token that stays the same for an app, as a device gives one; it leads nowhere.
    private static func token(of bundleIdentifier: String) -> String {
        var random = SplitMix64(
            state: bundleIdentifier.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
        return PushToken.text(of: (0..<32).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    }

    // MARK: AVAudioSession, AVAudioPlayer

    private static let audio: [AppRequest] = [
        AppRequest(
            "setCategory", takes: "{category, mode?, options?, policy?}",
            "AVAudioSession.setCategory(_:mode:policy:options:)"
        ) { call in
            let session = try configuration(call.parameters)
            // A host without a device takes it with the activation.
            if call.hasDevice { try call.report(.audioCategorySet(session)) }
            call.memory.configuration = session
            return .null
        },
        AppRequest(
            "setActive", takes: "{active, notifyOthersOnDeactivation?}", "AVAudioSession.setActive(_:options:)"
        ) { call in
            let notifies = try call.parameters.optional("notifyOthersOnDeactivation")?.flag() ?? false
            switch (try call.parameters.flag("active"), call.hasDevice) {
            case (true, true): try call.report(.audioSessionActivated(nil))
            case (true, false): try call.host.activateAudioSession(call.memory.configuration)
            case (false, true):
                try call.engine.sampleAudio()
                try call.report(.audioSessionDeactivated(notifyOthers: notifies))
            case (false, false): call.host.deactivateAudioSession()
            }
            return .null
        },
        AppRequest(
            "audioSession",
            returns:
                "{category, mode, options, policy, active, route, isOtherAudioPlaying, secondaryAudioShouldBeSilenced}",
            "what AVAudioSession tells: the output of the current route, and whether other apps are heard"
        ) { call in
            let machine = try call.engine.machine
            let session = machine.audioSession
            return [
                "category": .string(session.category.rawValue), "mode": .string(session.mode.rawValue),
                "options": .array(session.options.sorted { $0.rawValue < $1.rawValue }.map { .string($0.name) }),
                "policy": .string(session.routeSharingPolicy.rawValue), "active": .bool(machine.isAudioSessionActive),
                "route": .string(machine.audioRoute.rawValue),
                "isOtherAudioPlaying": .bool(!machine.otherAppsSounding.isEmpty),
                "secondaryAudioShouldBeSilenced": .bool(machine.silencesSecondaryAudio),
            ]
        },
        AppRequest(
            "preparePlayer", takes: "{player?, file?}", returns: "{seconds}",
            "AVAudioPlayer(contentsOf:): a file of sound, or silence; its length, null for silence"
        ) { call in
            let (player, file) = (try call.player, try call.parameters.optional("file")?.text())
            guard call.hasDevice else {
                call.host.preparePlayer()
                return ["seconds": .null]
            }
            let seconds = try call.voice.players.prepare(player, file: file, on: call.engine.parts.audio)
            return ["seconds": seconds.map { .number($0) } ?? .null]
        },
        AppRequest(
            "prepareToPlay", takes: "{player?}", returns: "{ready}",
            "AVAudioPlayer.prepareToPlay(): activates the session (AS-57); false when iOS refuses"
        ) { call in
            let player = try call.player
            guard call.hasDevice else {
                call.host.preparePlayer()
                return ["ready": true]
            }
            return ["ready": .bool(try call.voice.players.isReady(player, call))]
        },
        AppRequest(
            "play", takes: "{player?, loops?, silent?}", returns: "{playing}",
            "AVAudioPlayer.play(): false when iOS refuses; loops is numberOfLoops, -1 without end, which is the default"
        ) { call in
            let player = try call.player
            let loops = try call.parameters.optional("loops")?.integer(in: -1...1_000_000) ?? -1
            let silent = try call.parameters.optional("silent")?.flag()
            guard call.hasDevice else { return ["playing": .bool(call.host.play())] }
            return ["playing": .bool(try call.voice.players.play(player, loops: loops, silent: silent, call))]
        },
        AppRequest("pause", takes: "{player?}", returns: "{seconds}", "AVAudioPlayer.pause(); where it stands") {
            call in
            ["seconds": .number(try pause(call))]
        },
        AppRequest("stop", takes: "{player?}", "AVAudioPlayer.stop()") { call in
            _ = try pause(call)
            return .null
        },
        AppRequest(
            "player", takes: "{player?}", returns: "{playing, seconds}", "AVAudioPlayer.isPlaying and currentTime"
        ) { call in
            let player = try call.player
            return [
                "playing": .bool(try call.voice.players.isPlaying(player)),
                "seconds": .number(try call.voice.players.position(player, call.engine)),
            ]
        },
        AppRequest(
            "setNowPlaying", takes: "{value}",
            "MPNowPlayingInfoCenter has the app's information, or no longer: the Now Playing app may interrupt others from the background (AS-23)"
        ) { call in
            try call.report(.audioSession(.nowPlaying(try call.parameters.flag("value"))))
            return .null
        },
        AppRequest("seek", takes: "{player?, seconds}", "AVAudioPlayer.currentTime is set") { call in
            let seconds = try call.parameters.required("seconds").number(in: 0...1e6)
            try call.voice.players.seek(call.player, to: seconds, call.engine, call.voice)
            return .null
        },
        AppRequest(
            "setPrefersNoInterruptionsFromSystemAlerts", takes: "{value}",
            "setPrefersNoInterruptionsFromSystemAlerts(_:) (AS-51)"
        ) { call in
            try call.report(
                .audioSession(.prefersNoInterruptionsFromSystemAlerts(try call.parameters.flag("value"))))
            return .null
        },
        AppRequest("record", "AVAudioRecorder.record()") { call in
            try call.report(.audioRecordingRequested)
            return .null
        },
    ]

    /// Pauses a player; where it stands.
    private static func pause(_ call: AppCall) throws -> Double {
        let player = try call.player
        guard call.hasDevice else {
            call.host.pause()
            return 0
        }
        return try call.voice.players.pause(player, call.engine, call.host)
    }

    private static func configuration(_ parameters: AppParameters) throws -> AudioSessionConfiguration {
        var session = AudioSessionConfiguration(category: try parameters.required("category").choice())
        if let mode = parameters.optional("mode") { session.mode = try mode.choice() }
        if let policy = parameters.optional("policy") { session.routeSharingPolicy = try policy.choice() }
        if let options = parameters.optional("options") {
            let names = AudioSessionConfiguration.Option.allCases.map(\.name)
            guard let list = options.json.array else { throw JSONRPCError.invalidParams("'options' must be a list") }
            for value in list {
                let option = AudioSessionConfiguration.Option.allCases.first { $0.name == value.string }
                guard let option else {
                    throw JSONRPCError.invalidParams("'options' holds some of \(names.joined(separator: ", "))")
                }
                session.options.insert(option)
            }
        }
        return session
    }

    // MARK: BGTaskScheduler

    private static let scheduler: [AppRequest] = [
        AppRequest(
            "registerTask", takes: "{identifier}", returns: "{registered}",
            "BGTaskScheduler.register(forTaskWithIdentifier:using:launchHandler:); launchHandler follows"
        ) { call in
            let identifier = try call.parameters.text("identifier")
            try call.report(.taskScheduler(.registered(identifier: identifier)))
            return ["registered": .bool(try call.engine.machine.hasRegistered(identifier))]
        },
        AppRequest(
            "submitTaskRequest",
            takes:
                "{kind, identifier, earliestBegin?, requiresNetworkConnectivity?, requiresExternalPower?, strategy?, requiresGPU?}",
            "BGTaskScheduler.submit(_:); earliestBegin in seconds from now"
        ) { call in
            let parameters = call.parameters
            var request = BackgroundTaskRequest(
                try parameters.required("kind").choice(), identifier: try parameters.text("identifier"))
            request.earliestBegin = try parameters.optional("earliestBegin").map { try $0.seconds() }
            request.requiresNetwork = try parameters.optional("requiresNetworkConnectivity")?.flag() ?? false
            request.requiresExternalPower = try parameters.optional("requiresExternalPower")?.flag() ?? false
            if let strategy = parameters.optional("strategy") { request.strategy = try strategy.choice() }
            request.requiresGPU = try parameters.optional("requiresGPU")?.flag() ?? false
            try call.report(.taskScheduler(.submitted(request)))
            return .null
        },
        AppRequest(
            "cancelTaskRequest", takes: "{identifier?}", "cancel(taskRequestWithIdentifier:); without one, all of them"
        ) { call in
            let identifier = try call.parameters.optional("identifier")?.text()
            try call.report(.taskScheduler(.cancelled(identifier: identifier)))
            return .null
        },
        AppRequest(
            "pendingTaskRequests",
            returns: "[{identifier, kind, earliestBegin, requiresNetworkConnectivity, requiresExternalPower}]",
            "getPendingTaskRequests"
        ) { call in
            let engine = try call.engine
            return .array(
                engine.machine.pendingTaskRequests(at: engine.scheduler.now).map { request, wait in
                    [
                        "identifier": .string(request.identifier), "kind": .string(request.kind.rawValue),
                        "earliestBegin": wait.map { .number($0.inSeconds / engine.plan.timeScale) } ?? .null,
                        "requiresNetworkConnectivity": .bool(request.requiresNetwork),
                        "requiresExternalPower": .bool(request.requiresExternalPower),
                    ]
                })
        },
        AppRequest("setExpirationHandler", takes: "{identifier, set}", "BGTask.expirationHandler is set or cleared") {
            call in
            let identifier = try call.parameters.text("identifier")
            try call.report(
                .taskScheduler(.expirationHandlerSet(identifier: identifier, try call.parameters.flag("set"))))
            return .null
        },
        AppRequest("updateProgress", takes: "{identifier}", "a continued task reports progress") { call in
            try call.report(.taskScheduler(.progressed(identifier: try call.parameters.text("identifier"))))
            return .null
        },
    ]

    // MARK: What has no framework of its own

    /// More is a mistake, or an attack.
    private static let timersMax = 1000

    private static let others: [AppRequest] = [
        AppRequest("reportNewIncomingCall", "CXProvider.reportNewIncomingCall, due before a VoIP push returns") {
            call in
            try call.report(.voip(.callKitUsed))
            try call.report(.voip(.callReported))
            return .null
        },
        AppRequest(
            "setTimer", takes: "{seconds}", returns: "{timer}",
            "a timer on the device's clock: timerFired follows, not while the app is suspended (LC-27)"
        ) { call in
            let delay = try call.parameters.required("seconds").seconds()
            if let runner = call.host as? VoiceHost, runner.openTimers >= timersMax {
                throw JSONRPCError.refused("\(timersMax) timers are set already")
            }
            return ["timer": .number(String(call.host.setTimer(after: delay)))]
        },
        AppRequest("cancelTimer", takes: "{timer}", "takes a timer back") { call in
            call.host.cancelTimer(try call.parameters.integer("timer", in: 0...Int.max))
            return .null
        },
        AppRequest("log", takes: "{message}", "writes a line into the timeline") { call in
            call.host.log(try call.parameters.text("message").shortened(to: 1000))
            return .null
        },
    ]
}
