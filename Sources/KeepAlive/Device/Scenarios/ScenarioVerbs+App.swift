import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveText

/// The verbs of the app, which stand for actions of the app's own code.
extension ScenarioVerbs {
    static func report(
        _ name: String, _ argument: String, _ summary: String,
        _ event: @escaping @Sendable (Argument) throws -> PolicyEvent
    ) -> Verb {
        call(name, argument, summary) { .report(try event($0)) }
    }

    static func report(_ name: String, _ summary: String, _ event: PolicyEvent) -> Verb {
        call(name, summary, .report(event))
    }

    static let appVerbs: [Verb] = [
        call("begin-task", "NAME | {name: NAME, handler: false}", "beginBackgroundTask; without a name, an unnamed one")
        {
            argument in
            guard let value = argument.value else { return .beginTask("", hasHandler: true) }
            guard value.isMapping else { return .beginTask(try value.text(), hasHandler: true) }
            var fields = try value.fields("a task")
            let name = try fields.take("name")?.text() ?? ""
            let handler = try fields.take("handler")?.flag() ?? true
            try fields.finish()
            return .beginTask(name, hasHandler: handler)
        },
        call("end-task", "NAME", "endBackgroundTask; of a name that is not live, of an unknown identifier") {
            .endTask(try $0.text("a name"))
        },
        call("ask-time-remaining", "writes backgroundTimeRemaining into the timeline", .askTimeRemaining),
        call("log", "TEXT", "writes a line into the timeline") { .log(try $0.text("a text")) },
        call("set-category", "{category: playback, options: [mixWithOthers], …}", "AVAudioSession.setCategory") {
            .setCategory(try session($0.required("{category: …}")))
        },
        call("activate-session", "{category: …}", "setActive(true), after setCategory if one is named") {
            .activateSession(try $0.value.map { try session($0) })
        },
        report("deactivate-session", "notify | plain", "setActive(false)") {
            .audioSessionDeactivated(
                notifyOthers: try $0.value == nil ? false : $0.word(["notify", "plain"]) == "notify")
        },
        call(
            "play", "[{engine: 1}] | {in: 15m}",
            "plays: with a player, an AVAudioEngine, or at a later time, until which the device plays silence"
        ) { argument in
            guard argument.value?.isMapping == true else {
                try argument.nothing()
                return .play
            }
            var fields = try argument.fields("a player")
            let engine = try fields.take("engine")?.integer("the number of an engine", in: 1...1000)
            _ = try fields.take("in").map(ScenarioReader.duration)
            try fields.finish()
            return engine.map { .report(.audioPlaybackRequested(silent: true, engine: $0)) } ?? .play
        },
        call("pause", "pauses or stops the player or recorder", .pause),
        report("record", "starts to record", .audioRecordingRequested),
        report("now-playing", "on | off", "becomes the Now Playing app or ceases to be") {
            .audioSession(.nowPlaying(try $0.flag()))
        },
        report("remote-commands", "[play, pause, …]", "has handlers for these remote commands, and no others") {
            .audioSession(
                .remoteCommandsHandled(
                    Set(
                        try $0.required("a list of commands").list("remote commands").map {
                            try $0.choice("a remote command")
                        })))
        },
        report("prefer-no-alert-interruptions", "on | off", "setPrefersNoInterruptionsFromSystemAlerts") {
            .audioSession(.prefersNoInterruptionsFromSystemAlerts(try $0.flag()))
        },
        report("prefer-route-interruption", "on | off", "setPrefersInterruptionOnRouteDisconnect") {
            .audioSession(.prefersInterruptionOnRouteDisconnect(try $0.flag()))
        },
        call("request-location-authorization", "requestAlwaysAuthorization", .requestAuthorization),
        call("allow-background-location", "true | false", "sets allowsBackgroundLocationUpdates") {
            .allowBackgroundLocation(try $0.flag())
        },
        call("start-location", "{pauses: false}", "startUpdatingLocation") { argument in
            guard let value = argument.value else { return .startLocation(pausesAutomatically: true) }
            var fields = try value.fields("location updates")
            let pauses = try fields.take("pauses")?.flag() ?? true
            try fields.finish()
            return .startLocation(pausesAutomatically: pauses)
        },
        call("stop-location", "stopUpdatingLocation", .stopLocation),
        report("distance-filter", "50m", "sets distanceFilter") {
            .locationService(
                .distanceFilterSet(try $0.required("a distance").number("a distance such as 50m", unit: "m")))
        },
        report("desired-accuracy", "100m", "sets desiredAccuracy; 0m is the best") {
            .locationService(
                .desiredAccuracySet(try $0.required("an accuracy").number("an accuracy such as 100m", unit: "m")))
        },
        report("show-location-indicator", "on | off", "sets showsBackgroundLocationIndicator") {
            .locationService(.showsIndicatorSet(try $0.flag()))
        },
        report("activity-session", "on | off", "a CLBackgroundActivitySession exists or not") {
            .locationService(.backgroundActivitySession(try $0.flag()))
        },
        report("service-session", "on | off", "a CLServiceSession exists or not") {
            .locationService(.serviceSession(try $0.flag()))
        },
        report("request-location", "delegate | no-delegate | no-failure-method", "requestLocation") { argument in
            let word = try argument.value.map {
                try argument.word(["delegate", "no-delegate", "no-failure-method"], at: $0)
            }
            return .locationService(
                .locationRequested(hasDelegate: word != "no-delegate", handlesFailure: word != "no-failure-method"))
        },
        report("defer-updates", "on | off", "allowDeferredLocationUpdates") {
            .locationService(.deferredUpdates(try $0.flag()))
        },
        report("monitor-significant-changes", "on | off", "startMonitoringSignificantLocationChanges") {
            .locationService(.significantChangeMonitoring(try $0.flag()))
        },
        report("monitor-region", "ID", "startMonitoring(for:)") {
            .locationService(.regionMonitoringStarted(identifier: try $0.text("a region")))
        },
        report("stop-region", "ID", "stopMonitoring(for:)") {
            .locationService(.regionMonitoringStopped(identifier: try $0.text("a region")))
        },
        report("monitor-visits", "on | off", "startMonitoringVisits") {
            .locationService(.visitMonitoring(try $0.flag()))
        },
        report("range", "{paired: true, live-activity: false}", "ranges a nearby device") { argument in
            var fields = try argument.fields("a ranging")
            let paired = try fields.take("paired")?.flag() ?? false
            let liveActivity = try fields.take("live-activity")?.flag() ?? false
            try fields.finish()
            return .locationService(.ranging(paired: paired, liveActivity: liveActivity))
        },
    ]

    static let appServiceVerbs: [Verb] = [
        report("register-task", "ID", "BGTaskScheduler.register") {
            .taskScheduler(.registered(identifier: try $0.text("an identifier")))
        },
        report("submit-task", "{kind: appRefresh, id: ID, earliest: 15m, …}", "BGTaskScheduler.submit") {
            .taskScheduler(.submitted(try request($0.required("{kind: …, id: …}"))))
        },
        report("cancel-task", "ID | all", "BGTaskScheduler.cancel") { argument in
            let text = try argument.text("an identifier")
            return .taskScheduler(.cancelled(identifier: text == "all" ? nil : text))
        },
        report("no-expiration-handler", "ID", "the task's expirationHandler is nil") {
            .taskScheduler(.expirationHandlerSet(identifier: try $0.text("an identifier"), false))
        },
        report("complete-task", "ID", "setTaskCompleted") {
            .taskScheduler(.completed(identifier: try $0.text("an identifier"), success: true))
        },
        report("report-progress", "ID", "a continued task reports progress") {
            .taskScheduler(.progressed(identifier: try $0.text("an identifier")))
        },
        report("fetch-interval", "15m | minimum | never", "setMinimumBackgroundFetchInterval") { argument in
            switch try argument.text("an interval") {
            case "never": .fetch(.intervalSet(nil))
            case "minimum": .fetch(.intervalSet(.zero))
            default: .fetch(.intervalSet(try argument.duration()))
            }
        },
        report("complete-fetch", "newData | noData | failed", "calls the completion handler of a fetch") {
            .fetch(.completed(try $0.choice("a result")))
        },
        report("implements", "fetch | remote-notification", "the delegate has the method") {
            .fetch(.implemented(try $0.choice("a background mode")))
        },
        report("complete-push", "newData | noData | failed", "calls the completion handler of a push") {
            .push(.completed(try $0.choice("a result")))
        },
        report("report-call", "reports the VoIP push to CallKit", .voip(.callReported)),
        report(
            "return-without-report", "the VoIP push's callback returns without a call", .voip(.returnedWithoutReport)),
        report("report-incoming-call", "CALL", "CXProvider.reportNewIncomingCall: the device rings") {
            .call(.reported(call: try $0.text("a name of the call")))
        },
        report("request-call-action", "{call: CALL, action: start}", "CXCallController asks for an action of a call") {
            argument in
            let (call, action) = try callAction(argument)
            return .call(.transactionRequested(action, call: call))
        },
        report("fail-call-action", "{call: CALL, action: answer}", "the provider fails an action of a call") {
            argument in
            let (call, action) = try callAction(argument)
            return .call(.failed(action, call: call))
        },
        report("report-call-ended", "CALL", "CXProvider.reportCall(with:endedAt:reason:)") {
            .call(.ended(call: try $0.text("a name of the call")))
        },
        report("call-groups", "NUMBER", "CXProviderConfiguration.maximumCallGroups") {
            .call(.groupsLimited(to: try $0.required("a number").integer("a number", in: 0...100)))
        },
        report("invalidate-provider", "CXProvider.invalidate()", .call(.providerInvalidated)),
        report("request-live-activity", "ACTIVITY", "Activity.request") {
            .liveActivity(.requested(try $0.text("a name of the activity")))
        },
        report("end-live-activity", "ACTIVITY", "Activity.end") {
            .liveActivity(.ended(try $0.text("a name of the activity")))
        },
        report("use-pushkit", "asks PushKit for pushes of calls", .voip(.pushKitUsed)),
        report("use-callkit", "uses CallKit", .voip(.callKitUsed)),
        report("keep-alive-timeout", "600s", "setKeepAliveTimeout") { .voip(.keepAliveTimeoutSet(try $0.duration())) },
        report("clear-keep-alive", "clearKeepAliveTimeout", .voip(.keepAliveCleared)),
        report("tag-socket", "on | off", "the signalling socket is tagged for VoIP") {
            .voip(.socketTagged(try $0.flag()))
        },
        report("push-to-talk-channel", "on | off", "joins or leaves a channel") {
            .voip(.pushToTalkChannel(try $0.flag()))
        },
        report(
            "remote-participant-left", "setActiveRemoteParticipant(nil): nobody speaks in the channel",
            .voip(.remoteParticipantLeft)),
        report(
            "request-full-accuracy", "PURPOSE | {purpose: KEY, declined: true}",
            "requestTemporaryFullAccuracyAuthorization(withPurposeKey:), and the user's answer"
        ) { argument in
            let value = try argument.required("a purpose")
            guard value.isMapping else {
                return .locationService(.fullAccuracyRequested(purpose: try value.text("a purpose"), granted: true))
            }
            var fields = try argument.fields("a request")
            let purpose = try fields.require("purpose").text()
            let declined = try fields.take("declined")?.flag() ?? false
            try fields.finish()
            return .locationService(.fullAccuracyRequested(purpose: purpose, granted: !declined))
        },
        report(
            "open-protected", "PATH | {file: PATH, protection: completeUnlessOpen, new: true}",
            "opens a file of a class of data protection, complete by default, or writes a new one"
        ) { try protectedFile($0) },
        report(
            "keychain-add", "ACCOUNT | {account: A, service: S, accessible: whenUnlocked, value: TEXT}",
            "SecItemAdd of a generic password"
        ) { argument in
            let (query, value) = try keychainItem(argument, takesValue: true)
            return .keychain(
                .added(
                    KeychainItem(
                        attributes: query.attributes, accessibility: query.accessibility ?? .whenUnlocked, value: value)
                ))
        },
        report(
            "keychain-read", "ACCOUNT | {account: A, service: S, accessible: always, all: true}", "SecItemCopyMatching"
        ) {
            .keychain(.searched(try keychainItem($0).query))
        },
        report(
            "keychain-update", "ACCOUNT | {account: A, service: S, value: TEXT, accessible: afterFirstUnlock}",
            "SecItemUpdate of the value, or of the time when the item can be read"
        ) { argument in
            var (query, value) = try keychainItem(argument, takesValue: true)
            let accessibility = query.accessibility
            query.accessibility = nil
            return .keychain(.updated(query, KeychainUpdate(accessibility: accessibility, value: value)))
        },
        report("keychain-delete", "ACCOUNT | {account: A, service: S}", "SecItemDelete") {
            .keychain(.deleted(try keychainItem($0).query))
        },
        report("request-scene", "[N]", "requestSceneSessionActivation: a new scene, or the Nth, comes to the front") {
            .sceneRequested(try $0.value?.integer("a scene's number", in: 1...1000))
        },
        report("create-session", "ID | {id: ID, launch-events: false, discretionary: true}", "a background URL session")
        {
            argument in
            let value = try argument.required("an identifier")
            guard value.isMapping else { return .transfer(.sessionCreated(identifier: try value.text())) }
            var fields = try value.fields("a session")
            let identifier = try fields.require("id").text()
            let launchEvents = try fields.take("launch-events")?.flag() ?? true
            let discretionary = try fields.take("discretionary")?.flag() ?? false
            try fields.finish()
            return .transfer(
                .sessionCreated(
                    identifier: identifier, sendsLaunchEvents: launchEvents, discretionary: discretionary))
        },
        report("start-transfer", "SESSION", "a transfer begins") {
            .transfer(.taskResumed(identifier: try $0.text("a session")))
        },
        report(
            "download",
            "{session: ID, url: URL, earliest: 1h, timeout: 1h, cellular: false, low-data: false, from: 1}",
            "makes a download task of a background session, from the resume data of another one, and resumes it"
        ) { try transfer($0, .download) },
        report(
            "upload", "{session: ID, url: URL, file: PATH, …}", "the same for an upload"
        ) { try transfer($0, .upload) },
        report(
            "make-task", "{session: ID, kind: data}",
            "asks a background session for a task that it does not have: data, upload-from-data, completion-handler"
        ) { argument in
            var fields = try argument.fields("a task")
            let identifier = try fields.require("session").text()
            let kind: UnsupportedTask = try fields.require("kind").choice("a task that background sessions do not have")
            try fields.finish()
            return .transfer(.unsupportedTaskMade(identifier: identifier, kind))
        },
        task("resume-transfer", "a task of a background session is resumed") {
            .taskResumed(identifier: $0, task: $1)
        },
        task("suspend-transfer", "a task of a background session is suspended") {
            .taskSuspended(identifier: $0, task: $1)
        },
        report(
            "cancel-transfer", "{session: ID, task: 1, resume-data: true}",
            "a task of a background session is cancelled, and keeps what has come"
        ) { argument in
            var fields = try argument.fields("a task")
            let (identifier, number) = try task(&fields)
            let keeps = try fields.take("resume-data")?.flag() ?? false
            try fields.finish()
            return .transfer(.taskCancelled(identifier: identifier, task: number, producesResumeData: keeps))
        },
        report(
            "answer-challenge", "{session: ID, task: 1, user: me, password: x}",
            "tells a server who the app is; without a name, disposition: performDefaultHandling or another"
        ) { argument in
            var fields = try argument.fields("an answer")
            let (identifier, number) = try task(&fields)
            let credential = try credential(&fields, at: argument.place)
            let given: ChallengeDisposition? = try fields.take("disposition")?.choice("a disposition")
            try fields.finish()
            return .transfer(
                .challengeAnswered(
                    identifier: identifier, task: number,
                    given ?? (credential == nil ? .performDefaultHandling : .useCredential), credential: credential))
        },
        report("call-handler", "SESSION", "calls the stored completion handler") {
            .transfer(.handlerCalled(identifier: try $0.text("a session")))
        },
        report("move-file", "{session: ID, after-return: true}", "moves a download out of its temporary place") {
            argument in
            var fields = try argument.fields("a move")
            let identifier = try fields.require("session").text()
            let late = try fields.take("after-return")?.flag() ?? false
            try fields.finish()
            return .transfer(.fileMoved(identifier: identifier, afterReturn: late))
        },
        report("decline-url", "didFinishLaunching returns false: the URL is not handled", .launchDeclinedURL),
        report("present-preview", "PATH", "shows a preview of a file") {
            .previewPresented(path: try $0.text("a path"))
        },
        report("withdraw-preview", "takes its preview away", .previewWithdrawn),
        report("write-file", "PATH", "writes a file") { .resource(.fileWritten(path: try $0.text("a path"))) },
        report("delete-file", "PATH", "deletes a file") { .resource(.fileDeleted(path: try $0.text("a path"))) },
        report(
            "schedule-notification",
            "{id: ID, after: 1h, repeats: true, title: TEXT, badge: 1, sound: default, category: ID, legacy: true}",
            "a local notification; instead of after: at {hour: 7, minute: 30, weekday: 2, zone: Asia/Tokyo}, or region {north: 600m, radius: 100m}"
        ) { .notification(.added(try notification($0))) },
        report("request-notifications", "[provisional]", "requestAuthorization for notifications") { argument in
            let word = try argument.value.map { try $0.oneOf(["provisional"], "a kind of permission") }
            return .notification(.authorizationRequested(isProvisional: word != nil))
        },
        report("notification-delegate", "on | off", "UNUserNotificationCenter has a delegate") {
            .notification(.delegateSet(try $0.flag()))
        },
        report(
            "notification-categories", "[{id: ID, reports-dismissal: true, actions: [{id: ID, opens-app: true}]}]",
            "setNotificationCategories"
        ) { argument in
            .notification(
                .categoriesSet(try argument.required("a list of categories").list("categories").map(category)))
        },
        report(
            "present-notification", "{id: ID, options: [banner, list, sound, badge]}",
            "answers willPresent: what of a notification appears in the foreground"
        ) { argument in
            var fields = try argument.fields("an answer")
            let identifier = try fields.require("id").text()
            let options = try fields.require("options").list("options").map { value in
                try value.oneOf(NotificationPresentation.names.map(\.name), "an option")
            }
            try fields.finish()
            return .notification(
                .presentationChosen(identifier: identifier, NotificationPresentation(names: options)))
        },
        report("set-badge", "NUMBER", "the number on the app's icon") {
            .notification(.badgeSet(try $0.required("a number").integer("a number", in: 0...1_000_000)))
        },
        report("cancel-notifications", "[ID]", "removes pending notifications: all, or one") {
            .notification(.removedPending(try $0.value.map { [try $0.text()] }))
        },
        report("remove-delivered-notifications", "[ID]", "removes notifications that the user sees: all, or one") {
            .notification(.removedDelivered(try $0.value.map { [try $0.text()] }))
        },
        report("complete-wake", "KIND", "the app has dealt with a wake") {
            .wakeCompleted(try $0.choice("a kind of wake"))
        },
        report(
            "lock-file", "PATH | {path: PATH, container: own}",
            "locks a file in the shared container, or in the app's own"
        ) { argument in
            guard try argument.required("a path").isMapping else {
                return .resource(.fileLocked(path: try argument.text("a path")))
            }
            var fields = try argument.fields("a file")
            let path = try fields.require("path").text()
            let container = try fields.take("container")?.oneOf(["shared", "own"], "a container")
            try fields.finish()
            return .resource(.fileLocked(path: path, isShared: container != "own"))
        },
        report("unlock-file", "PATH", "gives the lock back") { .resource(.fileUnlocked(path: try $0.text("a path"))) },
        report("shared-database", "on | off", "has the contacts or calendar database open or not") {
            .resource(.sharedDatabase(held: try $0.flag()))
        },
        report("sockets", "NUMBER", "has so many sockets open") {
            .resource(.socketsOpen(try $0.required("a number").integer("a number", in: 0...100_000)))
        },
        report("bonjour", "on | off", "publishes a Bonjour service or not") {
            .resource(.bonjourPublished(try $0.flag()))
        },
        report("bluetooth-restoration", "on | off", "asks for Bluetooth state restoration") {
            .resource(.bluetoothRestoration(try $0.flag()))
        },
        report("use-opengl", "calls OpenGL ES", .resource(.openGLUsed)),
        report("use-metal", "submits work to Metal", .resource(.metalUsed)),
        report("use-memory", "80MB", "uses this much memory") { .resource(.memoryUsed(megabytes: try $0.megabytes())) },
    ]

    // MARK: Arguments

    private static func transfer(
        _ argument: Argument, _ direction: TransferRequest.Direction
    ) throws -> PolicyEvent {
        var fields = try argument.fields("a transfer")
        let identifier = try fields.require("session").text()
        var request = TransferRequest(direction, url: try fields.require("url").text())
        request.earliestBegin = try fields.take("earliest").map { try ScenarioReader.duration($0) }
        request.resourceTimeout = try fields.take("timeout").map { try ScenarioReader.duration($0) }
        request.allowsCellularAccess = try fields.take("cellular")?.flag() ?? true
        request.allowsConstrainedNetworkAccess = try fields.take("low-data")?.flag() ?? true
        if direction == .upload { request.file = try fields.take("file")?.text() }
        if direction == .download, let former = fields.take("from") {
            let number = try former.integer("the number of a cancelled task, from 1", in: 1...1_000_000)
            request.resumption = VirtualTransfers.resumption(of: TransferKey(identifier, number))
        }
        try fields.finish()
        return .transfer(.taskStarted(identifier: identifier, request))
    }

    /// Makes a verb whose argument is one task of a background session.
    private static func task(
        _ name: String, _ summary: String, _ event: @escaping @Sendable (String, Int) -> TransferEvent
    ) -> Verb {
        report(name, "{session: ID, task: 1}", summary) { argument in
            var fields = try argument.fields("a task")
            let (identifier, number) = try task(&fields)
            try fields.finish()
            return .transfer(event(identifier, number))
        }
    }

    /// Reads the name of a phone call and an action, such as `{call: CALL, action: answer}`.
    static func callAction(_ argument: Argument) throws -> (call: String, action: CallAction) {
        var fields = try argument.fields("an action of a call")
        let call = try fields.require("call").text()
        let action: CallAction = try fields.require("action").choice("an action of a call")
        try fields.finish()
        return (call, action)
    }

    private static func task(_ fields: inout YAMLFields) throws -> (session: String, task: Int) {
        (
            try fields.require("session").text(),
            try fields.require("task").integer("the number of a task, from 1", in: 1...1_000_000)
        )
    }

    /// Takes the fields `user` and `password`, which must be both present or both missing; returns `nil` if both are
    /// missing.
    static func credential(_ fields: inout YAMLFields, at place: YAMLValue) throws -> TransferCredential? {
        let (user, password) = (try fields.take("user")?.text(), try fields.take("password")?.text())
        if let user, let password { return TransferCredential(user: user, password: password) }
        guard user == nil, password == nil else { throw place.error("'user' and 'password' belong together") }
        return nil
    }

    private static func session(_ value: YAMLValue) throws -> AudioSessionConfiguration {
        let categories = AudioSessionConfiguration.Category.allCases.map(\.rawValue).joined(separator: ", ")
        var fields = try value.fields(
            "an audio session",
            form: "{category: playback, options: [mixWithOthers]}; category is one of \(categories)")
        var session = AudioSessionConfiguration(category: try fields.require("category").choice("a category"))
        if let options = fields.take("options") {
            let names = AudioSessionConfiguration.Option.allCases.map(\.name)
            for element in options.elements {
                let name = try element.text("an option")
                guard let option = AudioSessionConfiguration.Option.allCases.first(where: { $0.name == name }) else {
                    throw element.unknown("an option", name, among: names)
                }
                session.options.insert(option)
            }
        }
        if let mode = fields.take("mode") { session.mode = try mode.choice("a mode") }
        if let policy = fields.take("policy") { session.routeSharingPolicy = try policy.choice("a policy") }
        try fields.finish()
        return session
    }

    private static func request(_ value: YAMLValue) throws -> BackgroundTaskRequest {
        var fields = try value.fields("a task request", form: "{kind: appRefresh, id: ID, earliest: 15m}")
        var request = BackgroundTaskRequest(
            try fields.require("kind").choice("a kind of request"), identifier: try fields.require("id").text())
        if let earliest = fields.take("earliest") { request.earliestBegin = try ScenarioReader.duration(earliest) }
        request.requiresNetwork = try fields.take("network")?.flag() ?? false
        request.requiresExternalPower = try fields.take("power")?.flag() ?? false
        request.requiresGPU = try fields.take("gpu")?.flag() ?? false
        if let strategy = fields.take("strategy") { request.strategy = try strategy.choice("a strategy") }
        try fields.finish()
        return request
    }
}
