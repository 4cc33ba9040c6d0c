import KeepAlivePolicy
import KeepAliveReport
import KeepAliveScenarios

extension ControlMethod {
    /// All methods, in the order of the documentation.
    package static let all: [ControlMethod] = asking + user + environment + services

    // MARK: Asking

    private static let asking: [ControlMethod] = [
        ControlMethod("status", returns: "{name, ios, uptimeSeconds, conditions, apps}", "what each app does, and why")
        {
            $0.host.status
        },
        ControlMethod(
            "why", takes: "{app?}", returns: "an explanation", "why an app is in its state, and what would change it"
        ) {
            call in
            let app = try call.app()
            app.engine.sampleAudio()
            var explanation = app.engine.explanation
            explanation.app = app.name
            return explanation
        },
        ControlMethod("metrics", takes: "{app?}", returns: "text", "the figures up to now in Prometheus' text format") {
            call in
            let app = try call.app()
            app.engine.sampleAudio()
            guard let figures = call.host.figures(of: app) else {
                throw JSONRPCError.refused("there are no figures of it")
            }
            return MetricsText(figures).rendered()
        },
        ControlMethod(
            "logs", takes: "{app?, follow?}", returns: "{lines}",
            "the last lines of the timeline; to who follows, each further one is told as 'line'"
        ) { call in
            let name = call.parameters.optionalJSON("app") == nil ? nil : try call.app().name
            let follows = try call.parameters.optional("follow")?.flag() ?? false
            let lines = call.host.log.recent(of: name)
            if follows { call.host.log.follow(call.client, app: name) }
            return JSONValue.object(["lines": .array(lines)])
        },
    ]

    // MARK: The user

    private static let user: [ControlMethod] = [
        ControlMethod("home", telling: "the user presses home") { call in
            if call.device.front == nil { call.say("no app is in front") }
            call.device.pressHome()
        },
        ControlMethod(
            "launch",
            takes:
                "{app?} or {command, infoPlist?, modes?, strategies?, directory?, environment?, container?, stdout?, stderr?, speaks?, install?}",
            telling: "the user opens an app; with a command, one that is new on the device"
        ) { call in
            if call.parameters.json["command"] != nil {
                let launch = try AppLaunch(call.parameters)
                if !launch.isInstalledOnly { try call.expectUnlocked() }
                try call.host.launch(launch)
            } else {
                let app = try call.app()
                try call.expectUnlocked()
                call.device.open(app)
            }
        },
        ControlMethod("openURL", takes: "{url, app?}", telling: "the user opens a URL or file with an app") { call in
            let url = try call.parameters.text("url")
            let app = try call.app()
            try call.expectUnlocked()
            call.device.open(app, url: url)
        },
        ControlMethod("terminate", takes: "{app?}", telling: "the system asks an app to end (LC-12)") { call in
            try call.app().engine.happened(.terminationRequested(cause: "ctl terminate"))
        },
        ControlMethod("kill", takes: "{app?}", telling: "the user removes an app in the app switcher (LC-19)") { call in
            try call.app().engine.happened(.forceQuit)
        },
        ControlMethod("lock", takes: "{on}", telling: "the screen is locked, or unlocked") { call in
            let locks = try call.parameters.flag("on")
            let (new, same) = locks ? ("locked", "is locked already") : ("unlocked", "is not locked")
            call.say(locks == call.device.conditions.locked ? same : new)
            call.device.lock(locks)
        },
        ControlMethod("shutdown", telling: "the device is switched off: every app ends, and the runner with them") {
            $0.say("is being switched off")
            $0.host.shutDown()
        },
    ]

    // MARK: The device

    private static let environment: [ControlMethod] = [
        ControlMethod(
            "memoryWarning", takes: "{megabytes?}",
            telling: "memory runs short: running apps are warned, and the lowest of the others go (LC-22, RB-07)"
        ) { call in
            let megabytes = try call.parameters.optional("megabytes")?.integer(in: 1...1_000_000)
            let victims = call.device.runShortOfMemory(megabytes: megabytes)
            if victims.isEmpty {
                call.say("memory runs short: what runs is warned; no app in the background is there to go")
            }
        },
        ControlMethod("lowPowerMode", takes: "{on}", telling: "Low Power Mode is switched (MD-17)") { call in
            let on = try call.parameters.flag("on")
            call.say("Low Power Mode is \(on ? "on" : "off")")
            call.device.change(.lowPowerMode(on))
        },
        ControlMethod("externalPower", takes: "{on}", telling: "the device is plugged in or not (BG-16)") { call in
            let on = try call.parameters.flag("on")
            call.say(on ? "on external power" : "on battery")
            call.device.change(.externalPower(on))
        },
        ControlMethod("network", takes: "{to}", telling: "the network changes: none, wifi, cellular (BG-16)") { call in
            let network: DeviceConditions.Network = try call.parameters.required("to").choice()
            call.say("network: \(network.rawValue)")
            call.device.change(.network(network))
        },
        ControlMethod("backgroundRefresh", takes: "{on}", telling: "Background App Refresh is switched (BG-07)") {
            call in
            let on = try call.parameters.flag("on")
            call.say("Background App Refresh is \(on ? "on" : "off")")
            call.device.change(.backgroundAppRefresh(on))
        },
        ControlMethod("thermalState", takes: "{to}", telling: "the device becomes hotter or cooler (BT-17, RB-25)") {
            call in
            let state: DeviceConditions.ThermalState = try call.parameters.required("to").choice()
            call.say("thermal state \(state.rawValue)")
            call.device.change(.thermalState(state))
        },
        ControlMethod("call", takes: "{active}", telling: "a phone call begins or ends (AS-41, AS-45)") { call in
            let begins = try call.parameters.flag("active")
            call.say(begins ? "in a call" : call.device.callInProgress ? "the call is over" : "there is no call")
            call.device.call(begins)
        },
        ControlMethod("route", takes: "{to}", telling: "the sound comes out elsewhere (AS-52)") { call in
            let names = AudioPort.allCases.map(\.name) + ["bluetooth"]
            let name = try call.word("to", of: names)
            guard let port = AudioPort(name: name == "bluetooth" ? AudioPort.bluetoothA2DP.name : name) else { return }
            call.say("sound: \(port.name)")
            call.device.changeRoute(to: port)
        },
        ControlMethod(
            "location", takes: "{latitude, longitude} or {file} or {clear}",
            telling: "the private receiver is at a place, plays an NMEA log, or loses sight of the satellites"
        ) { call in try call.host.simulateLocation(call.parameters) },
    ]

    // MARK: Services

    private static let services: [ControlMethod] = [
        ControlMethod("push", takes: "{payload, priority?, app?}", telling: "a remote notification arrives (WK-04)") {
            call in
            let payload = call.parameters.optionalJSON("payload") ?? .null
            let priority = try call.parameters.optional("priority")?.integer(in: 1...10) ?? 5
            try call.device.push(payload, priority: priority, to: try call.app())
        },
        ControlMethod("fetch", takes: "{app?}", telling: "the system has a moment for a background fetch (WK-01)") {
            call in try call.app().engine.happened(.fetch(.opportunity))
        },
        ControlMethod(
            "task", takes: "{action, identifier?, app?}",
            telling: "launch or expire a task, as the debugger does (BG-25); run: the system has a quiet moment (BG-12)"
        ) { call in
            let action = try call.word("action", of: ["launch", "expire", "run"])
            let identifier = try call.parameters.optional("identifier")?.text()
            let app = try call.app()
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
            "happen", takes: "{verb, argument?, app?}",
            telling: "anything else that the verbs of scenarios say of the user and the system"
        ) { call in
            let verb = try call.parameters.text("verb")
            let argument = call.parameters.optionalJSON("argument") ?? .null
            let fact = try ScenarioCall.fact(verb, argument)
            let app = try call.app()
            call.say("told \(app.name): \(verb)")
            call.device.happened(fact, to: app)
        },
    ]
}
