import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol
import KeepAliveServices
import KeepAliveStrategies
import KeepAliveText

/// Reads scenario files, which are YAML with one scenario in each document.
package enum ScenarioReader {
    /// The maximum size of a file in bytes. A larger file is refused before it is read.
    package static let sizeMaxBytes = 4 << 20
    /// The maximum number of actions in all scenarios of a file. An action counts once for each iOS version on which it
    /// is played. This project chose the limit.
    private static let actionsMax = 500_000

    /// Reads the scenarios of a file.
    ///
    /// - Parameters:
    ///   - documents: the YAML documents of the file.
    ///   - file: the name of the file for error messages.
    /// - Throws: ``KeepAliveError`` with code `usage`; the message names the file, the line, the column and the
    ///   expected form.
    package static func scenarios(in documents: [YAMLValue], file: String) throws -> [Scenario] {
        var actions = 0
        let scenarios = try documents.filter { !$0.isEmpty }.map { document in
            let scenario = try scenario(document)
            actions += scenario.steps.reduce(0) { $0 + $1.actions.count } * max(1, scenario.versions.count)
            guard actions <= actionsMax else {
                throw document.error(
                    "more than \(actionsMax) actions up to the end of this scenario, on all its versions of iOS",
                    remedy: "Divide the file")
            }
            return scenario
        }
        guard !scenarios.isEmpty else {
            throw KeepAliveError(
                .usage, "\(file): no scenario", remedy: "A scenario begins with 'scenario: what it shows'")
        }
        return scenarios
    }

    private static func scenario(_ value: YAMLValue) throws -> Scenario {
        var fields = try value.fields("a scenario")
        let name = try fields.require("scenario").text("what the scenario shows, in one line")
        let place = Scenario.Place(file: value.file, line: value.line)
        let rules = try (fields.take("rules")?.elements ?? []).map { element in
            let text = try element.text("the id of a rule")
            guard RuleBook.rule(RuleID(text)) != nil else {
                throw element.error("'\(text)' is no rule", remedy: "'keepalive-run list rules' prints all")
            }
            return RuleID(text)
        }
        let observation = try fields.take("observation").map { try Observation($0) }
        let ios = fields.take("ios")
        if let ios, ios.elements.isEmpty { throw ios.error("expected a version of iOS, or a list of them") }
        var versions: [IOSVersion] = []
        for element in ios?.elements ?? [] {
            let version = try element.read("a version of iOS") { try ProfileCatalogue.profile(named: $0).version }
            guard !versions.contains(version) else { throw element.error("iOS \(version) is in this list already") }
            versions.append(version)
        }
        let reading = try fields.take("reading").map(reading)
        let overrides = try overrides(fields.take("profile"))
        let app = try app(fields.take("app"))
        let device = try device(fields.take("device"))
        let launches = try fields.take("launched")?.flag() ?? true
        let end = try fields.take("end").map(duration)
        let steps = try StepReader.steps(fields.take("timeline")?.list("steps") ?? [], end: end)
        let labels = Set(steps.map(\.label))
        let expected = try fields.require("expect")
        let expectations = try expected.list("expectations").map {
            try ExpectationReader(labels: labels).expectation($0)
        }
        guard !expectations.isEmpty else { throw expected.error("the scenario expects nothing") }
        try fields.finish()
        return Scenario(
            name: name, rules: rules, versions: versions, reading: reading, overrides: overrides, app: app,
            device: device,
            launches: launches, steps: steps, expectations: expectations, end: end, observation: observation,
            place: place)
    }

    /// The maximum length of a scenario. The limit keeps sums of times within the range of instants.
    static let longest = Duration.seconds(3653 * 86_400)

    /// Reads a duration that is written with its unit.
    static func duration(_ value: YAMLValue) throws -> Duration {
        try duration(value.text("a duration such as 1.5s, 200ms, 2m or 1h"), in: value)
    }

    /// Reads a duration with its unit from a part of a value's text. An error refers to the whole value.
    static func duration(_ text: String, in value: YAMLValue) throws -> Duration {
        guard let nanoseconds = Duration.nanoseconds(parsing: text) else {
            let isNumber = !text.isEmpty && text.allSatisfy { "0123456789.".contains($0) }
            let guess = isNumber ? "; did you mean '\(text)s'?" : ""
            throw value.error("'\(text)' is not a duration such as 1.5s, 200ms, 2m or 1h\(guess)")
        }
        guard nanoseconds <= longest.inSeconds * 1e9 else {
            throw value.error("'\(text)' is more than the ten years that a scenario may last")
        }
        return .nanoseconds(Int64(clamping: nanoseconds.rounded()))
    }

    private static func reading(_ value: YAMLValue) throws -> PolicyReading {
        try value.read("a reading") { try PolicyReading(named: $0) }
    }

    private static func overrides(_ value: YAMLValue?) throws -> [ProfileOverride] {
        guard let value else { return [] }
        var fields = try value.fields("a profile")
        var result: [ProfileOverride] = []
        for name in fields.names {
            guard let field = fields.take(name) else { continue }
            result.append(ProfileOverride(name: name, value: try field.text("a value")))
            do {
                _ = try ProfileCatalogue.newest.applying(result)
            } catch let error as KeepAliveError {
                throw field.error(error.description)
            }
        }
        return result
    }

    // MARK: App

    private static func app(_ value: YAMLValue?) throws -> Scenario.App {
        guard let value else { return Scenario.App(manifest: .withUsageStrings) }
        var fields = try value.fields("an app")
        var manifest = Manifest.withUsageStrings
        if let flag = fields.take("usage-strings"), try !flag.flag() { manifest.usageDescriptions = [:] }
        if let identifier = fields.take("id") { manifest.bundleIdentifier = try identifier.text("a bundle identifier") }
        let modes = try (fields.take("modes")?.elements ?? []).map { element in
            guard let mode = BackgroundMode(rawValue: try element.text("a background mode")) else {
                throw element.error(Manifest.unknownModeMessage(try element.text()))
            }
            return mode
        }
        manifest.backgroundModes = Set(modes)
        manifest.permittedTaskIdentifiers = try (fields.take("permitted-tasks")?.elements ?? []).map { try $0.text() }
        manifest.opensDocumentsInPlace = try fields.take("opens-in-place")?.flag() ?? false
        manifest.sharesDocuments = try fields.take("shares-documents")?.flag() ?? false
        manifest.documentTypes = try (fields.take("document-types")?.elements ?? []).map(documentType)
        if let scenes = fields.take("scenes") {
            manifest.lacksSceneDelegate = (try? scenes.text()) == "manifest-only"
            manifest.adoptsScenes = try manifest.lacksSceneDelegate || scenes.flag()
        }
        manifest.setsUpAccessories = try fields.take("accessory-setup")?.flag() ?? false
        manifest.supportsMultipleScenes = try fields.take("multiple-scenes")?.flag() ?? false
        manifest.exitsOnSuspend = try fields.take("exits-on-suspend")?.flag() ?? false
        if let sdk = fields.take("linked-sdk") {
            guard let version = IOSVersion(parsing: try sdk.text("a version")) else {
                throw sdk.error("'\(try sdk.text())' is not a version such as 8.0")
            }
            manifest.linkedSDK = version
        }
        var app = Scenario.App(manifest: manifest)
        app.infoPlist = try fields.take("info-plist")?.text("a path")
        app.strategies = try (fields.take("strategy")?.elements ?? []).map { element in
            try element.read("a strategy") { try StrategyRegistry.strategy(named: $0).descriptor.name }
        }
        app.options.catchesExceptions = try fields.take("catches-exceptions")?.flag() ?? false
        app.options.pausesLocationUpdatesAutomatically = try fields.take("pauses-location")?.flag() ?? true
        app.options.needsToRunInBackground = try fields.take("needs-to-run")?.flag() ?? true
        if let answer = fields.take("authorization") { app.authorization = try answer.choice("an authorization") }
        if let accuracy = fields.take("location-accuracy") {
            app.manifest.beginsWithReducedAccuracy =
                try accuracy.oneOf(["full", "reduced"], "an accuracy") == "reduced"
        }
        if let purposes = fields.take("accuracy-purposes") {
            app.manifest.temporaryAccuracyPurposes = Set(try purposes.elements.map { try $0.text("a purpose") })
        }
        if let amount = fields.take("memory") {
            app.megabytes = Int(clamping: try amount.number("an amount such as 80MB", unit: "MB"))
        }
        try behaviour(of: &app, &fields)
        try fields.finish()
        return app
    }

    private static func documentType(_ value: YAMLValue) throws -> Manifest.DocumentType {
        var fields = try value.fields("a document type")
        let types = try fields.require("types").elements.map { try $0.text("a uniform type identifier") }
        let rank = fields.take("rank")
        let name = try rank?.text() ?? "Default"
        guard (DocumentOpening.ranks + ["None"]).contains(name) else {
            throw value.unknown("an LSHandlerRank", name, among: DocumentOpening.ranks + ["None"])
        }
        try fields.finish()
        return Manifest.DocumentType(name: types.first ?? "", handlerRank: name, contentTypes: types)
    }

    private static func behaviour(of app: inout Scenario.App, _ fields: inout YAMLFields) throws {
        if let value = fields.take("takes") {
            var takes = try value.fields("the times of callbacks")
            app.behaviour.didFinishLaunching = try takes.take("didFinishLaunching").map(duration) ?? .zero
            app.behaviour.willResignActive = try takes.take("willResignActive").map(duration) ?? .zero
            app.behaviour.willEnterForeground = try takes.take("willEnterForeground").map(duration) ?? .zero
            app.behaviour.didEnterBackground = try takes.take("didEnterBackground").map(duration) ?? .zero
            app.behaviour.willTerminate = try takes.take("willTerminate").map(duration) ?? .zero
            app.behaviour.callAction = try takes.take("performCallAction").map(duration) ?? .zero
            try takes.finish()
        }
        if let value = fields.take("completes-wakes") {
            let text = try value.text("'after 2s', 'on expiration' or 'never'")
            switch text {
            case "never": app.behaviour.wakeCompletion = .never
            case "on expiration": app.behaviour.wakeCompletion = .onExpiration
            default:
                guard text.hasPrefix("after ") else {
                    throw value.error("'\(text)' is not 'after 2s', 'on expiration' or 'never'")
                }
                app.behaviour.wakeCompletion = .after(try duration(String(text.dropFirst(6)), in: value))
            }
        }
        if let value = fields.take("presents") {
            app.behaviour.presentsNotifications = NotificationPresentation(
                names: try value.list("a list of options").map {
                    try $0.oneOf(NotificationPresentation.names.map(\.name), "an option")
                })
        }
        guard let value = fields.take("on") else { return }
        var reactions = try value.fields("the app's callbacks")
        for name in reactions.names {
            guard ServiceTable.callbackNames.contains(name) else {
                throw value.unknown("a callback", name, among: ServiceTable.callbackNames)
            }
            guard let list = reactions.take(name) else { continue }
            app.reactions[name] = try list.elements.map { element in
                guard case .app(let action) = try ScenarioVerbs.action(element) else {
                    throw element.error("only the app's own verbs can stand in its callbacks")
                }
                return action
            }
        }
    }

    // MARK: Device

    private static func device(_ value: YAMLValue?) throws -> Scenario.Device {
        var device = Scenario.Device()
        guard let value else { return device }
        var fields = try value.fields("a device")
        func flag(_ name: String, _ path: WritableKeyPath<DeviceConditions, Bool>) throws {
            if let value = fields.take(name) { device.conditions[keyPath: path] = try value.flag() }
        }
        try flag("low-power-mode", \.lowPowerMode)
        try flag("low-data-mode", \.lowDataMode)
        try flag("external-power", \.externalPower)
        try flag("locked", \.locked)
        try flag("passcode", \.hasPasscode)
        try flag("unlocked-since-boot", \.unlockedSinceBoot)
        try flag("background-refresh", \.backgroundAppRefresh)
        try flag("debugger", \.debuggerAttached)
        try flag("simulator", \.isSimulator)
        try flag("multitasking", \.supportsMultitasking)
        try flag("in-use", \.inUse)
        if let value = fields.take("system-life") {
            let name = try value.text("a system life")
            guard let life = SystemLife(name) else {
                throw value.unknown("a system life", name, among: SystemLife.names)
            }
            device.conditions.systemLife = life
        }
        if let network = fields.take("network") { device.conditions.network = try network.choice("a network") }
        if let state = fields.take("thermal-state") {
            device.conditions.thermalState = try state.choice("a thermal state")
        }
        if let time = fields.take("time-of-day") { device.conditions.timeOfDay = try timeOfDay(time) }
        let zone = try fields.take("time-zone").map { value in
            let name = try value.text("a time zone")
            guard let zone = TimeZoneFiles.zone(named: name) else {
                throw value.error("this machine knows no time zone '\(name)'")
            }
            return zone
        }
        let date = try fields.take("date").map { try self.date($0, in: zone ?? .utc) }
        if date != nil || zone != nil {
            let usual = device.conditions.shownDate.atStart
            device.conditions.date = DeviceDate(
                atStart: date ?? Double((zone ?? .utc).instant(ofLocal: Int64(clamping: usual))), zone: zone ?? .utc)
        }
        if let speed = fields.take("moves") { device.metresPerSecond = try speed.number("metres a second") }
        if let count = fields.take("cpus") { device.cpuCount = try count.integer("a number of CPUs", in: 1...64) }
        device.others = try (fields.take("other-apps")?.list("other apps") ?? []).map { element in
            var other = try element.fields("another app")
            let candidate = Jetsam.Candidate(
                name: try other.require("name").text(), band: try other.require("band").integer("a band", in: 0...200),
                megabytes: Int(clamping: try other.require("memory").number("an amount such as 80MB", unit: "MB")))
            try other.finish()
            return candidate
        }
        try fields.finish()
        return device
    }

    /// Reads a date such as `2026-03-28 22:30`, in a time zone; returns seconds since 1970.
    private static func date(_ value: YAMLValue, in zone: TimeZoneRules) throws -> Double {
        let text = try value.text("a date such as '2026-03-28 22:30'")
        let parts = text.split { "- :".contains($0) }.map { Int($0) }
        var match = CalendarMatch()
        guard parts.count == 5, let year = parts[0], let month = parts[1], let day = parts[2], let hour = parts[3],
            let minute = parts[4], 1970...2400 ~= year, 1...12 ~= month, 1...31 ~= day, 0..<24 ~= hour,
            0..<60 ~= minute
        else { throw value.error("'\(text)' is not a date such as '2026-03-28 22:30'; put it in quotes") }
        (match.year, match.month, match.day, match.hour, match.minute) = (year, month, day, hour, minute)
        guard let date = match.next(after: 0, in: zone) else { throw value.error("'\(text)' is no date") }
        return date
    }

    private static func timeOfDay(_ value: YAMLValue) throws -> Duration {
        let text = try value.text("a time of day such as '22:30'")
        let parts = text.split(separator: ":").compactMap { Int($0) }
        guard parts.count == 2, (0..<24).contains(parts[0]), (0..<60).contains(parts[1]) else {
            throw value.error("'\(text)' is not a time of day such as '22:30'; put it in quotes")
        }
        return .seconds(parts[0] * 3600 + parts[1] * 60)
    }
}

extension YAMLValue {
    /// True for an empty document, such as the one after a `---` at the end of a file.
    var isEmpty: Bool { if case .scalar("") = content { true } else { false } }
}
