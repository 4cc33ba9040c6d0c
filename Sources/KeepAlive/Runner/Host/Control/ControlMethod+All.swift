import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol
import KeepAliveReport
import KeepAliveScenarios

extension ControlMethod {
    /// All methods of the control socket, in the order of the documentation.
    package static let all: [ControlMethod] =
        asking + user + touches + documents + notifications + calls + environment + services

    // MARK: Asking

    private static let asking: [ControlMethod] = [
        ControlMethod(
            asking: "status", "what each app does, and why",
            returns: .object([
                .init("name", .text), .init("ios", .text), .init("timeScale", .number(), isOptional: true),
                .init("uptimeSeconds", .number()), .init("conditions", .list(.text)),
                .init("world", .object(["conditions": .anything, "callInProgress": .flag, "route": .audioRoute])),
                .init("apps", .list(.described("an app"))),
            ])
        ) { $0.system.status },
        ControlMethod(
            asking: "why", "why an app is in its state, and what would change it", ControlCall.app,
            returns: .described("an explanation")
        ) { call, name in
            let app = try call.app(name)
            app.engine.sampleAudio()
            app.engine.checkFrozen()
            var explanation = app.engine.explanation
            explanation.app = app.name
            return explanation
        },
        ControlMethod(
            asking: "metrics", "the figures up to now in Prometheus' text format", ControlCall.app, returns: .text
        ) { call, name in
            let app = try call.app(name)
            app.engine.sampleAudio()
            app.engine.checkFrozen()
            guard let figures = call.system.figures(of: app) else {
                throw JSONRPCError.refused("there are no figures of it")
            }
            return MetricsText(figures).rendered()
        },
        ControlMethod(
            asking: "logs",
            "the last lines of the timeline; with follow, the notification 'line' brings each further one",
            ControlCall.app,
            .flag("follow").or(false), returns: .object(["lines": .list(.described("an event"))])
        ) { call, name, follows in
            let name = try name.map { try call.app($0).name }
            let lines = call.system.log.recent(of: name)
            if follows { call.system.log.follow(call.client, app: name) }
            return JSONValue.object(["lines": .array(lines)])
        },
    ]

    // MARK: The user

    private static let user: [ControlMethod] = [
        ControlMethod(
            telling: "home", "the user presses home",
            verbs: [ControlVerb("home", "Press home: the app in front goes to the background.", .user)]
        ) { call in
            if call.device.front == nil { call.say("no app is in front") }
            call.device.pressHome()
        },
        ControlMethod(
            preparing: "launch", "the user opens an app; with a command, one that is new on the device",
            ControlCall.app,
            AppLaunch.command.optional, Parameter.text("infoPlist").optional,
            .choices("modes", of: BackgroundMode.self).or([]),
            .texts("strategies").or([]), Parameter.text("directory").optional, AppLaunch.environment.or([:]),
            Parameter.text("container").optional, Parameter.text("stdout").optional, Parameter.text("stderr").optional,
            Parameter.flag("speaks").optional, .flag("install").or(false),
            forms: [
                Form([], optional: ["app"]),
                Form(
                    ["command"],
                    optional: [
                        "infoPlist", "modes", "strategies", "directory", "environment", "container", "stdout", "stderr",
                        "speaks", "install",
                    ]),
            ]
        ) {
            call, name, command, plist, modes, strategies, directory, environment, container, out, error, speaks,
            installs in
            guard let command else {
                let app = try call.app(name)
                try call.expectUnlocked()
                return { $0(.success { call.device.open(app) }) }
            }
            let launch = AppLaunch(
                command: command, infoPlist: plist, modes: modes, strategies: strategies, directory: directory,
                variables: environment, container: container, standardOutput: out, standardError: error,
                speaks: speaks, isInstalledOnly: installs)
            if !installs { try call.expectUnlocked() }
            try call.system.expectToTakeApps()
            let configuration = try launch.configuration(on: call.system.settings)
            return { [system = call.system] ready in
                system.prepare(configuration) { result in
                    ready(
                        result.mapError { .refused($0.description) }.map { prepared in
                            {
                                // The screen may have been locked during the preparation, so the check is repeated.
                                do {
                                    if !installs { try call.expectUnlocked() }
                                } catch {
                                    prepared.discard()
                                    throw error
                                }
                                try system.launch(launch, configuration, prepared)
                            }
                        })
                }
            }
        },
        ControlMethod(tellingApp: "openURL", "the user opens a URL or file with an app", .text("url")) {
            call, app, url in
            try call.expectUnlocked()
            call.device.open(app, url: OpenedURL(url))
        },
        ControlMethod(
            tellingApp: "terminate", "the system asks an app to end (LC-12)",
            verbs: [
                ControlVerb(
                    "terminate", "Ask an app to end: willTerminate, and 5 s (LC-12).", .user, takesApp: true)
            ]
        ) { _, app in app.engine.happened(.terminationRequested(cause: "ctl terminate")) },
        ControlMethod(
            tellingApp: "prewarm", "the system starts an app's process before the user opens it (LC-34)",
            verbs: [
                ControlVerb(
                    "prewarm", "Start an app's process before the user opens it, as iOS does from 15 on (LC-34).",
                    .user,
                    takesApp: true)
            ]
        ) { _, app in app.engine.happened(.prewarmed) },
        ControlMethod(
            tellingApp: "kill", "the user removes an app in the app switcher (LC-19)",
            verbs: [
                ControlVerb(
                    "kill", "Force quit: the user removes an app in the app switcher; nothing wakes it then (LC-19).",
                    .user,
                    takesApp: true)
            ]
        ) { _, app in app.engine.happened(.forceQuit) },
        ControlMethod(
            telling: "lock", "the screen is locked, or unlocked", .flag("on"),
            verbs: [
                ControlVerb(
                    "lock", "Lock the screen: the app in front goes to the background.", .user, fixed: ["on": true]),
                ControlVerb(
                    "unlock", "Unlock it: the app that was in front comes back.", .user, fixed: ["on": false]),
            ]
        ) { call, locks in
            let (new, same) = locks ? ("locked", "is locked already") : ("unlocked", "is not locked")
            call.say(locks == call.device.conditions.locked ? same : new)
            call.device.lock(locks)
        },
        ControlMethod(
            telling: "media", "the user gives a command to what plays, at the lock screen or a headset (AS-60)",
            .choice("command", of: RemoteCommand.Name.self), Parameter.number("value", -1e9...1e9).optional
        ) { call, name, value in
            guard let app = call.device.nowPlayingApp else {
                throw JSONRPCError.refused(
                    "no app is the Now Playing app: one is that has set MPNowPlayingInfoCenter's nowPlayingInfo last")
            }
            app.engine.happened(.audioSession(.remoteCommand(RemoteCommand(name, value: value).completed)))
        },
        ControlMethod(
            telling: "shutdown", "the device is switched off: every app ends, and the runner with them",
            verbs: [
                ControlVerb(
                    "shutdown", "Switch the device off: every app ends, and its runner with status 0.", .user)
            ]
        ) { call in
            call.say("is being switched off")
            call.system.shutDown("the device is switched off")
        },
    ]

    // MARK: The device

    private static let environment: [ControlMethod] =
        [
            ControlMethod(
                telling: "memoryWarning",
                "memory runs short: running apps are warned, and the lowest of the others go (LC-22, RB-07)",
                Parameter.whole("megabytes", 1...1_000_000).optional
            ) { call, megabytes in
                let victims = call.device.runShortOfMemory(megabytes: megabytes)
                if victims.isEmpty {
                    call.say("memory runs short: what runs is warned; no app in the background is there to go")
                }
            }
        ] + DeviceCondition.all.compactMap { condition($0) } + [
            ControlMethod(
                telling: "call", "a phone call begins or ends (AS-41, AS-45)", .flag("active"),
                verbs: [
                    ControlVerb(
                        "call", "A phone call comes in, and interrupts every audio session; or it ends.", .device,
                        .flag(parameter: "active", words: ["start", "end"]))
                ]
            ) { call, begins in
                call.say(begins ? "in a call" : call.device.callInProgress ? "the call is over" : "there is no call")
                call.device.call(begins)
            },
            ControlMethod(
                telling: "route", "the sound comes out elsewhere (AS-52)", .word("to", routes),
                verbs: [
                    ControlVerb(
                        "route",
                        "Change where the sound comes out: headphones, speaker, bluetooth, airPlay, receiver (AS-52).",
                        .device, .word(parameter: "to", among: routes, valueName: "ROUTE"))
                ]
            ) { call, name in
                guard let port = AudioPort(name: name == bluetooth ? AudioPort.bluetoothA2DP.name : name) else {
                    return
                }
                call.say("sound: \(port.name)")
                call.device.changeRoute(to: port)
            },
            ControlMethod(
                preparing: "location",
                "the private receiver is at a place, plays an NMEA log, or loses sight of the satellites",
                Parameter.number("latitude", -90...90).optional, Parameter.number("longitude", -180...180).optional,
                Parameter.text("file").optional, .flag("clear").or(false),
                isAboutApp: .no, forms: [Form(["latitude", "longitude"]), Form(["file"]), Form(["clear"])]
            ) { call, latitude, longitude, file, clear in
                let system = call.system
                if let file {
                    return { ready in system.readLog(file) { ready($0.mapError { .refused($0.description) }) } }
                }
                if clear { return { $0(.success { try system.simulateNoLocation() }) } }
                guard let latitude, let longitude else {
                    throw JSONRPCError.invalidParams("'\(latitude == nil ? "latitude" : "longitude")' is missing")
                }
                return { $0(.success { try system.simulateLocation(latitude: latitude, longitude: longitude) }) }
            },
        ]

    /// The short name for Bluetooth audio on the command line.
    private static let bluetooth = "bluetooth"
    private static let routes = AudioPort.allCases.map(\.name) + [bluetooth]

    /// Returns the method that changes a device condition; `nil` if clients cannot change the condition.
    private static func condition(_ condition: DeviceCondition) -> ControlMethod? {
        guard let control = condition.control else { return nil }
        let rules = condition.rules.map(\.description).joined(separator: ", ")
        let summary = rules.isEmpty ? condition.summary : "\(condition.summary) (\(rules))"
        switch condition.values {
        case .onOff(let on, let off, let change):
            return ControlMethod(
                telling: control.method, summary, .flag("on"),
                verbs: [
                    ControlVerb(
                        control.command, control.abstract, .device, .flag(parameter: "on", words: ["on", "off"]))
                ]
            ) { call, isOn in
                call.say(isOn ? on : off)
                call.device.change(change(isOn))
            }
        case .words(let words, let name, let valueName, let change):
            return ControlMethod(
                telling: control.method, summary, .word("to", words),
                verbs: [
                    ControlVerb(
                        control.command, control.abstract, .device,
                        .word(parameter: "to", among: words, valueName: valueName))
                ]
            ) { call, word in
                guard let change = change(word) else { return }
                call.say("\(name) \(word)")
                call.device.change(change)
            }
        case .named(let examples, let name, let valueName, let change):
            return ControlMethod(
                telling: control.method, summary, .text("to"),
                verbs: [
                    ControlVerb(
                        control.command, control.abstract, .device,
                        .named(parameter: "to", examples: examples, valueName: valueName))
                ]
            ) { call, word in
                guard let change = change(word) else {
                    throw JSONRPCError.refused("this machine knows no \(name) '\(word)'")
                }
                call.say("\(name) \(word)")
                call.device.change(change)
            }
        }
    }

    // MARK: Services

    private static let services: [ControlMethod] = [
        ControlMethod(
            tellingApp: "push", "a remote notification arrives (WK-04)",
            .json("payload", .object([.init("aps", .map(.anything), isOptional: true)])),
            .whole("priority", 1...10).or(5), Parameter<PushType>.choice("type").optional,
            Parameter.text("collapseID", lengthMax: 64).optional, isAboutApp: .arrivesAtIt
        ) { call, app, payload, priority, type, collapseID in
            try call.device.push(
                payload, priority: priority, type: type, collapseIdentifier: collapseID, to: app)
        },
        ControlMethod(
            tellingApp: "fetch", "the system has a moment for a background fetch (WK-01)", isAboutApp: .arrivesAtIt,
            verbs: [
                ControlVerb(
                    "fetch", "Give an app a moment for its background fetch (WK-01).", .services, takesApp: true)
            ]
        ) { _, app in app.engine.happened(.fetch(.opportunity)) },
        ControlMethod(
            tellingApp: "task",
            "launch or expire a task, as the debugger does (BG-25); run: the system has a quiet moment (BG-12)",
            .word("action", ["launch", "expire", "run"]), Parameter.text("identifier").optional,
            isAboutApp: .arrivesAtIt
        ) { _, app, action, identifier in
            if action == "run" { return app.engine.happened(.taskScheduler(.opportunity)) }
            guard let identifier else { throw JSONRPCError.invalidParams("'identifier' is missing") }
            let machine = app.engine.machine
            let (known, what) =
                action == "launch" ? (machine.pendingTasks, "pending request") : (machine.runningTasks, "running task")
            guard known.contains(identifier) else {
                let others = known.isEmpty ? "" : "; there is \(known.joined(separator: ", "))"
                throw JSONRPCError.refused("there is no \(what) '\(identifier.shortened(to: 100))'\(others)")
            }
            app.engine.happened(
                .taskScheduler(
                    action == "launch"
                        ? .launchSimulated(identifier: identifier) : .expirationSimulated(identifier: identifier)))
        },
        ControlMethod(
            telling: "happen", "anything else that the verbs of scenarios say of the user and the system",
            ScenarioCall.systemVerb, Parameter.json("argument").optional, ControlCall.app, isAboutApp: .yes
        ) { call, verb, argument, name in
            let fact = try ScenarioCall.fact(verb, argument ?? .null)
            let app = try call.app(name)
            call.say("told \(app.name): \(verb)")
            call.device.happened(fact.scaled(by: app.engine.plan.timeScale), to: app)
        },
    ]
}
