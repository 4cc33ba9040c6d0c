import KeepAliveEngine
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveText

/// The verbs with which scenarios write their actions: their names, arguments and effects.
enum ScenarioVerbs {
    struct Verb: Sendable {
        var name: String
        /// The form of the verb's argument, as the list of verbs shows it; empty if the verb takes no argument.
        var argument: String
        /// The verb's effect in one line.
        var summary: String
        var read: @Sendable (Argument) throws -> Scenario.Action
    }

    /// The argument of a verb in a scenario file.
    struct Argument: Sendable {
        let verb: String
        /// The form that the argument must have, as the list of verbs shows it.
        let form: String
        let value: YAMLValue?
        let place: YAMLValue

        private var example: String { "{\(verb): \(form.isEmpty ? "…" : form)}" }

        /// Returns the value of the argument; throws if there is none.
        func required(_ what: String) throws -> YAMLValue {
            guard let value else { throw place.error("'\(verb)' needs \(what): write \(example)") }
            return value
        }

        /// Returns the fields of an argument that is a mapping.
        ///
        /// - Parameter values: one key and its permitted values, which the error message names if the argument is no
        ///   mapping.
        /// - Throws: an error that shows the expected form.
        func fields(_ what: String, values: (key: String, names: [String])? = nil) throws -> YAMLFields {
            let names = values.map { "; \($0.key) is one of \($0.names.joined(separator: ", "))" } ?? ""
            return try required(what).fields(what, form: example + names)
        }

        func text(_ what: String) throws -> String { try required(what).text(what) }
        func flag() throws -> Bool { try value?.flag() ?? true }
        func duration() throws -> Duration { try ScenarioReader.duration(required("a duration")) }
        func megabytes() throws -> Int {
            try Int(clamping: required("an amount").number("an amount such as 80MB", unit: "MB"))
        }
        func choice<Choice: CaseIterable & RawRepresentable>(_ what: String) throws -> Choice
        where Choice.RawValue == String {
            try required(what).choice(what)
        }

        /// Reads the argument as one of the given words.
        func word(_ words: [String]) throws -> String {
            try word(words, at: required(words.joined(separator: " or ")))
        }

        /// Reads a part of the argument as one of the given words.
        func word(_ words: [String], at value: YAMLValue) throws -> String {
            let word = try value.text()
            guard words.contains(word) else { throw value.unknown("an argument of '\(verb)'", word, among: words) }
            return word
        }

        func nothing() throws {
            guard let value, case .scalar(let text) = value.content, text.isEmpty else {
                if let value { throw value.error("'\(verb)' takes nothing") }
                return
            }
        }
    }

    /// All verbs, in the order in which the list of verbs shows them.
    static let all: [Verb] = ofSystem + ofApps
    /// The verbs for events that the user, the device or iOS causes.
    static let ofSystem: [Verb] = userVerbs + deviceVerbs + serviceVerbs + audioWorldVerbs
    /// The verbs for calls that the app's own code makes.
    static let ofApps: [Verb] = appVerbs + appServiceVerbs

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// Reads one action, such as `home` or `push: silent`.
    static func action(_ value: YAMLValue) throws -> Scenario.Action {
        switch value.content {
        case .scalar(let name):
            return try read(verb(name, at: value), nil, at: value)
        case .mapping(let pairs):
            guard pairs.count == 1, let pair = pairs.first else {
                throw value.error("expected one verb and its argument, found \(pairs.count) keys")
            }
            let name = try pair.key.text("a verb")
            return try read(verb(name, at: pair.key), pair.value, at: pair.key)
        case .list: throw value.error("expected a verb, found a list")
        }
    }

    private static func read(_ verb: Verb, _ value: YAMLValue?, at place: YAMLValue) throws -> Scenario.Action {
        try verb.read(Argument(verb: verb.name, form: verb.argument, value: value, place: place))
    }

    private static func verb(_ name: String, at place: YAMLValue) throws -> Verb {
        guard let verb = byName[name] else {
            let hint =
                NearestName.find(for: name, among: all.map(\.name)).map { "did you mean '\($0)'?" }
                ?? "'keepalive-run list verbs' prints all"
            throw place.error("'\(name.shortened(to: 60))' is not a verb; \(hint)")
        }
        return verb
    }

    // MARK: Making verbs

    /// Makes a verb without an argument for an event that the user or iOS causes.
    static func fact(_ name: String, _ summary: String, _ event: PolicyEvent) -> Verb {
        Verb(name: name, argument: "", summary: summary) { argument in
            try argument.nothing()
            return .system(.happen(event))
        }
    }

    /// Makes a verb with an argument for an event that the user or iOS causes.
    static func fact(
        _ name: String, _ argument: String, _ summary: String,
        _ event: @escaping @Sendable (Argument) throws -> PolicyEvent
    ) -> Verb {
        Verb(name: name, argument: argument, summary: summary) { .system(.happen(try event($0))) }
    }

    /// Makes a verb without an argument for an action of the app.
    static func call(_ name: String, _ summary: String, _ action: AppAction) -> Verb {
        Verb(name: name, argument: "", summary: summary) { argument in
            try argument.nothing()
            return .app(action)
        }
    }

    /// Makes a verb with an argument for an action of the app.
    static func call(
        _ name: String, _ argument: String, _ summary: String,
        _ action: @escaping @Sendable (Argument) throws -> AppAction
    ) -> Verb {
        Verb(name: name, argument: argument, summary: summary) { .app(try action($0)) }
    }

    // MARK: The user and the device

    private static let userVerbs: [Verb] = [
        fact("home", "the user presses home", .left(by: .home)),
        fact("switch-app", "another app comes to the front", .left(by: .otherApp)),
        Verb(name: "lock", argument: "", summary: "the user locks the screen; 'locked: off' unlocks it") { argument in
            try argument.nothing()
            return .system(.lock)
        },
        fact(
            "cover", "notification-center | control-center | app-switcher",
            "something of the system covers the app, which the user has not left"
        ) { .covered(by: try $0.choice("what covers the app")) },
        fact("uncover", "what covered the app has gone", .uncovered),
        fact("return", "the user comes back; an app without a process is launched", .returnedToForeground),
        fact("force-quit", "the user removes the app in the app switcher", .forceQuit),
        fact("prewarm", "the system starts the app's process before the user opens it", .prewarmed),
        fact("open-url", "URL", "the user opens a URL or file with the app") {
            .urlOpened(OpenedURL(try $0.text("a URL")))
        },
        fact("open-document", "{name: a.txt, type: public.text}", "the user opens a file from elsewhere with the app") {
            argument in
            var fields = try argument.fields("a document")
            let name = try fields.require("name").text()
            let type = try fields.require("type").text()
            try fields.finish()
            return .documentOpened(OpenedDocument(name: name, contentType: type))
        },
        fact("browse-documents", "the user looks for the app's documents in Files", .documentsBrowsed),
        fact("terminate", "WHY", "the system or a tool asks the app to end") {
            .terminationRequested(cause: try $0.value?.text() ?? "a tool")
        },
        fact("freeze-fails", "[N]", "the app is not frozen after all, for the Nth time in a row") {
            .freezeFailed(cause: "the scenario says so", attempts: try $0.value?.integer("how often", in: 1...100) ?? 1)
        },
        fact("disconnect-scene", "[N]", "the system takes a scene of the background back, the Nth or the last in front")
        {
            .sceneDisconnected(try $0.value?.integer("a scene's number", in: 1...100))
        },
        Verb(name: "exit", argument: "CODE | signal N", summary: "the process ends by itself") { argument in
            let value = try argument.required("a code")
            let text = try value.text()
            if text.hasPrefix("signal "), let number = Int32(text.dropFirst(7)), (1...64).contains(number) {
                return .system(.exit(.signalled(number)))
            }
            return .system(.exit(.exited(Int32(try value.integer("an exit code", in: 0...255)))))
        },
    ]

    private static let deviceVerbs: [Verb] =
        DeviceCondition.all.map { condition in
            switch condition.values {
            case .onOff(_, _, let change):
                fact(condition.verb, "on | off", condition.summary) { .device(change(try $0.flag())) }
            case .words(let words, _, _, let change):
                fact(condition.verb, words.joined(separator: " | "), condition.summary) { argument in
                    let word = try argument.required(words.joined(separator: ", ")).oneOf(words, "'\(condition.verb)'")
                    guard let change = change(word) else { throw argument.place.error("'\(word)' is no value of it") }
                    return .device(change)
                }
            case .named(let examples, let name, _, let change):
                fact(condition.verb, examples.joined(separator: " | ") + " | …", condition.summary) { argument in
                    let word = try argument.text("a \(name)")
                    guard let change = change(word) else {
                        throw argument.place.error("this machine knows no \(name) '\(word)'")
                    }
                    return .device(change)
                }
            }
        } + [
            fact("reboot", "the device is restarted", .device(.rebooted)),
            fact("switch-off", "the device is switched off", .device(.switchedOff)),
            fact("switch-on", "the device is switched on again", .device(.switchedOn)),
            fact("update-system", "the device is restarted with another version of the system", .device(.updated)),
            fact(
                "privacy-setting", "contacts | photos | camera | microphone | …",
                "the user changes in Settings whether the app may use it"
            ) { .device(.privacyChanged(try $0.choice("a privacy setting"))) },
            fact("memory-warning", "running apps are warned", .device(.memoryPressure(.warning))),
            fact("purge", "the system's choice falls on this app", .device(.memoryPressure(.purge))),
            fact("memory-limit", "the app passes the limit of its process", .device(.memoryPressure(.processLimit))),
            fact("disk-space-short", "the system frees disk space", .device(.diskSpaceShort)),
            Verb(
                name: "memory-needed", argument: "300MB",
                summary: "memory runs short: the lowest bands go first, until this much is free"
            ) { .system(.memoryNeeded(megabytes: try $0.megabytes())) },
            Verb(
                name: "load", argument: "{cpu: 95%, wakeups: 200}",
                summary: "from now on the running app uses this much of a CPU, and wakes so often a second"
            ) { argument in
                var fields = try argument.fields("a load")
                let cpu = try fields.take("cpu")?.number("a share such as 95%", unit: "%", in: 0...100_000)
                let wakeups = try fields.take("wakeups")?.number("a number a second", in: 0...1e7)
                try fields.finish()
                guard cpu != nil || wakeups != nil else {
                    throw argument.place.error("a load is {cpu: 95%, wakeups: 200}, or one of them")
                }
                return .system(.load(cpu: cpu.map { $0 / 100 }, wakeups: wakeups))
            },
            Verb(name: "receiver", argument: "lost | back", summary: "the receiver of locations fails or answers again")
            {
                .system(.receiver(answers: try $0.word(["lost", "back"]) == "back"))
            },
            Verb(name: "sound-device", argument: "lost | back", summary: "the sound device fails or plays again") {
                .system(.soundDevice(plays: try $0.word(["lost", "back"]) == "back"))
            },
        ]

    // MARK: Services

    private static let serviceVerbs: [Verb] = [
        fact(
            "push",
            "silent | alert | {priority: 10} | {id: ID, title: TEXT, badge: 1, sound: default, category: ID, collapse-id: ID, silent: true} | {type: liveactivity, event: start}",
            "a remote notification arrives"
        ) { argument in
            let value = try argument.required("silent or alert")
            guard !value.isMapping else {
                var fields = try value.fields("a push")
                if let priority = fields.take("priority") {
                    let priority = try priority.integer("a priority", in: 1...10)
                    try fields.finish()
                    return .push(.silent(priority: priority))
                }
                return .push(.arrived(try remotePush(&fields)))
            }
            guard try argument.word(["silent", "alert"]) == "alert" else { return .push(.silent()) }
            var content = NotificationContent()
            content.body = "alert"
            return .push(.alert(NotificationRequest(identifier: "push", content: content, trigger: .push)))
        },
        fact("fetch", "the system has a moment for a background fetch", .fetch(.opportunity)),
        fact("run-tasks", "the system has a quiet moment for task requests", .taskScheduler(.opportunity)),
        fact("simulate-launch", "ID", "the debugger simulates the launch of a task") {
            .taskScheduler(.launchSimulated(identifier: try $0.text("an identifier")))
        },
        fact("expire-task", "ID", "the system expires a task long before its time is over") {
            .taskScheduler(.expired(identifier: try $0.text("an identifier")))
        },
        fact("simulate-expiration", "ID", "the debugger simulates the expiration of a task") {
            .taskScheduler(.expirationSimulated(identifier: try $0.text("an identifier")))
        },
        fact("user-cancels-task", "ID", "the user cancels a continued task") {
            .taskScheduler(.cancelledByUser(identifier: try $0.text("an identifier")))
        },
        fact("voip-push", "a PushKit VoIP push arrives", .voip(.pushed())),
        fact("voip-push-by-extension", "an extension reports an encrypted VoIP push", .voip(.reportedByExtension)),
        fact("socket-data", "data arrives on the tagged socket", .voip(.socketDataArrived)),
        fact("push-to-talk-push", "a Push to Talk push arrives", .voip(.pushToTalkPushed())),
        fact("wake", "KIND", "a service wakes the app: bluetoothCentral, externalAccessory, newsstand, …") {
            .wake(try $0.choice("a kind of wake"))
        },
        fact("transfer-service-lost", "the system's process that transfers dies", .transfer(.serviceLost)),
        fact("transfers-finished", "SESSION", "all transfers of a session have ended") {
            .transfer(.finished(identifier: try $0.text("a session")))
        },
        Verb(
            name: "serve",
            argument:
                "{url: URL, size: 10MB, speed: 1MB, status: 200, fails: -1004, breaks-at: [4MB], user: me, password: x}",
            summary:
                "a server has a resource; speed a second; it refuses, or breaks off at these bytes, once each, or asks for credentials"
        ) { argument in
            var fields = try argument.fields("a resource")
            func bytes(_ value: YAMLValue) throws -> Double {
                try value.number("a size such as 10MB", unit: "MB", in: 0.000_001...1e9) * 1e6
            }
            let url = try fields.require("url").text()
            var resource = VirtualResource(bytes: Int64(clamping: try fields.take("size").map(bytes) ?? 1e6))
            resource.bytesPerSecond = try fields.take("speed").map(bytes) ?? resource.bytesPerSecond
            resource.status = try fields.take("status")?.integer("a status", in: 100...599) ?? 200
            resource.failsWith = try fields.take("fails")?.integer("a code of NSURLErrorDomain", in: -4000 ... -1)
            resource.breaksAt =
                try fields.take("breaks-at")?.list("a list of sizes").map { Int64(clamping: try bytes($0)) } ?? []
            resource.wants = try credential(&fields, at: argument.place)
            try fields.finish()
            return .system(.serve(resource, url: url))
        },
        fact(
            "transfer-failed", "{session: ID, code: -1001}",
            "the last transfer of a session has failed for good, with a code of NSURLErrorDomain"
        ) { argument in
            var fields = try argument.fields("a failure")
            let identifier = try fields.require("session").text()
            let code = try fields.require("code").integer("a code of NSURLErrorDomain", in: -4000 ... -1)
            try fields.finish()
            return .transfer(.failed(identifier: identifier, code: code))
        },
        fact("bytes-written", "{session: ID, bytes: 5, of: 10}", "a download has so many of its bytes") { argument in
            var fields = try argument.fields("a download")
            let identifier = try fields.require("session").text()
            let bytes = try fields.require("bytes").integer("bytes")
            let total = try fields.require("of").integer("bytes")
            try fields.finish()
            return .transfer(.wrote(identifier: identifier, bytes: Int64(bytes), of: Int64(total)))
        },
        fact("download-resumes", "{session: ID, offset: 5}", "a download goes on where it was") { argument in
            var fields = try argument.fields("a download")
            let identifier = try fields.require("session").text()
            let offset = try fields.require("offset").integer("bytes")
            try fields.finish()
            return .transfer(.resumedAtOffset(identifier: identifier, offset: Int64(offset)))
        },
        fact(
            "push-token", "HEX | {type: alert, token: HEX, activity: ID}",
            "PushKit, or the system, has a token for the app"
        ) { argument in
            let value = try argument.required("a token such as '00ffa0'")
            var (type, token, activity) = (PushType.voip, value, String?.none)
            if value.isMapping {
                var fields = try value.fields("a token")
                token = try fields.require("token")
                type = try fields.require("type").choice("a kind of push")
                activity = try fields.take("activity")?.text()
                try fields.finish()
            }
            let text = try token.text()
            let digits = text.compactMap(\.hexDigitValue)
            guard digits.count == text.count, digits.count.isMultiple(of: 2) else {
                throw argument.place.error("'\(text)' is not a token such as '00ffa0'")
            }
            let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
            return .push(.tokenReceived(type, token: bytes, activity: activity))
        },
        fact(
            "call-action", "{call: CALL, action: answer}", "the user answers, declines, ends or holds a call of CallKit"
        ) {
            let (call, action) = try callAction($0)
            return .call(.userRequested(action, call: call))
        },
        fact("preview-closed", "the user closes the app's preview", .previewDismissed),
        fact("push-token-invalid", "the token is no longer valid", .voip(.tokenInvalidated)),
        fact("notification-fires", "ID", "a local notification fires") {
            .notification(.fired(identifier: try $0.text("an identifier")))
        },
        fact(
            "notification-tapped", "ID | {id: ID, action: ACTION, text: TEXT}",
            "the user taps a notification, or chooses an action of it"
        ) { argument in
            let value = try argument.required("an identifier")
            guard value.isMapping else { return .notification(.responded(.init(identifier: try value.text()))) }
            var fields = try value.fields("an answer")
            var response = NotificationResponse(identifier: try fields.require("id").text())
            if let action = try fields.take("action")?.text() { response.action = .custom(action) }
            response.text = try fields.take("text")?.text()
            try fields.finish()
            return .notification(.responded(response))
        },
        fact("clear-notifications", "the user clears all notifications at once", .notification(.cleared)),
        fact("notification-dismissed", "ID", "the user dismisses a notification") {
            .notification(.responded(.init(identifier: try $0.text("an identifier"), action: .dismissed)))
        },
        fact(
            "notification-permission", "allowed | denied",
            "the user changes it in Settings; before the app asks, the answer that it will get"
        ) { .notification(.permissionChanged(allowed: try $0.word(["allowed", "denied"]) == "allowed")) },
        fact("moved", "600m", "the device is so far north of where it started") { argument in
            let metres = try argument.required("a distance").number(
                "a distance such as 600m", unit: "m", in: -1e7...1e7)
            return .locationService(
                .moved(LocationFix(latitude: 48 + metres / 111_195, longitude: 11, timestamp: 0)))
        },
        fact(
            "region-crossed", "{region: ID, metres: 250, stayed: 20s, entry: on}",
            "the device has been so far beyond a boundary, or within it at an entry, for so long, or for long enough"
        ) { argument in
            var fields = try argument.fields("a crossing")
            let identifier = try fields.require("region").text()
            let metres = try fields.require("metres").number("metres")
            let stayed = try fields.take("stayed").map(ScenarioReader.duration)
            let entry = try fields.take("entry")?.flag() ?? false
            try fields.finish()
            return .locationService(
                .regionCrossed(identifier: identifier, metres: metres, stayed: stayed, entry: entry))
        },
        fact("location-authorization", "STATUS", "the user changes what the app may know: denied, authorizedAlways, …")
        {
            .locationAuthorizationChanged(try $0.choice("an authorization"))
        },
        fact(
            "always-prompt", "always | when-in-use", "the user's second answer where the first one was provisional"
        ) {
            .locationService(.alwaysPromptAnswered(always: try $0.word(["always", "when-in-use"]) == "always"))
        },
        fact("precise-location", "on | off", "the user switches Precise Location for the app") {
            .locationService(.preciseLocation(try $0.flag()))
        },
        fact("visited", "arrives | departs", "the device arrives somewhere or leaves; without an argument it arrives") {
            argument in
            .locationService(
                .visited(departs: try argument.value != nil && argument.word(["arrives", "departs"]) == "departs"))
        },
    ]
}

/// The verbs of scenarios as `keepalive-run list verbs` prints them.
package enum VerbList {
    package struct Entry: Sendable, Codable {
        package var name: String
        /// The form of the verb's argument; empty if the verb takes no argument.
        package var argument: String
        /// The verb's effect in one line.
        package var summary: String
        /// True if the app's code performs the verb; false if the user, the device or iOS does.
        package var isOfTheApp: Bool
    }

    /// All verbs, in the order of the list.
    package static let all: [Entry] = {
        let ofTheApp = Set((ScenarioVerbs.appVerbs + ScenarioVerbs.appServiceVerbs).map(\.name))
        return ScenarioVerbs.all.map {
            Entry(name: $0.name, argument: $0.argument, summary: $0.summary, isOfTheApp: ofTheApp.contains($0.name))
        }
    }()
}
