import ArgumentParser
import KeepAliveEngine
import KeepAliveFleet
import KeepAliveLinux
import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAliveReport
import KeepAliveScenarios
import KeepAliveServices
import KeepAliveStrategies

/// The command `keepalive-run list`, which prints the possible values for the other commands.
struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract:
            "Print strategies, profiles with all their constants, background modes, rules, audio sessions, the words of scenarios, the default fleet, energy profiles, and the protocol of the sockets.",
        usage: """
            keepalive-run list strategies|modes|verbs|events|population|energy|protocol [--json]
            keepalive-run list profiles [--ios VERSION] [--reading NAME] [--json]
            keepalive-run list sessions [--ios VERSION] [--json]
            keepalive-run list rules [ID-PREFIX…] [--contested] [--json]
            keepalive-run list protocol --schema
            """
    )

    enum Subject: String, CaseIterable {
        case strategies, profiles, modes, rules, sessions, verbs, events, population, energy
        case `protocol`
    }

    @Argument(
        help: ArgumentHelp(
            "strategies, profiles, modes, rules, sessions, verbs, events, population, energy or protocol.",
            valueName: "what"),
        completion: Completions.of(Subject.self), transform: Values.choice)
    var chosen: Subject?

    @Argument(
        help: ArgumentHelp(
            "For rules: only those whose id begins with this, such as BT-21, or LC for a whole section.",
            valueName: "id-prefix"))
    var prefixes: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "For profiles and sessions: this version, any from \(ProfileCatalogue.versions.lowerBound.major) to \(ProfileCatalogue.versions.upperBound.major). Default: one for each era; for sessions the newest.",
            valueName: "VERSION"), completion: Completions.profiles,
        transform: Values.profile)
    var ios: PolicyProfile?

    @OptionGroup var source: ReadingOption

    @Flag(help: "Print JSON instead of a table.")
    var json = false

    @Flag(help: "For protocol: print the JSON Schema of a line, draft 2020-12.")
    var schema = false

    @Flag(help: "For rules: only those that devices were seen to contradict, each with what was seen.")
    var contested = false

    /// The subject to list. ``validate()`` has checked that the argument was given.
    private var subject: Subject { chosen ?? .strategies }

    func validate() throws {
        guard chosen != nil else {
            let all = Subject.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("say what to list: \(all)")
        }
        if subject != .rules, let prefix = prefixes.first {
            throw ValidationError("'\(prefix)': only 'list rules' takes more words: the ids that rules begin with")
        }
        if subject != .profiles, subject != .sessions, ios != nil {
            throw ValidationError("--ios is for 'list profiles' and 'list sessions'")
        }
        if subject != .profiles, source.reading != nil { throw ValidationError("--reading is for 'list profiles'") }
        if contested, subject != .rules { throw ValidationError("--contested is for 'list rules'") }
        if schema, subject != .protocol { throw ValidationError("--schema is for 'list protocol'") }
        for prefix in prefixes where !RuleBook.rules.contains(where: { isMeant($0, by: prefix) }) {
            throw ValidationError("no rule begins with '\(prefix)'; 'keepalive-run list rules' prints all")
        }
    }

    private func isMeant(_ rule: RuleBook.Rule, by prefix: String) -> Bool {
        !prefix.isEmpty && rule.id.description.hasPrefix(prefix.uppercased())
    }

    /// The rules that the arguments select.
    private var chosenRules: [RuleBook.Rule] {
        RuleBook.rules.filter { rule in prefixes.isEmpty || prefixes.contains { isMeant(rule, by: $0) } }
    }

    /// The profiles that the options select.
    private var chosenProfiles: [PolicyProfile] {
        (ios.map { [$0] } ?? ProfileCatalogue.all).map { $0.reading(source.reading ?? .apple) }
    }

    func run() throws {
        let text =
            switch subject {
            case .strategies: json ? try JSONText.pretty(StrategyRegistry.all.map { $0.descriptor }) : strategies()
            case .profiles: json ? try JSONText.pretty(profilesForJSON()) : profiles()
            case .modes: json ? try JSONText.pretty(BackgroundMode.allCases.map(\.rawValue)) : modes()
            case .verbs: json ? try JSONText.pretty(VerbList.all) : verbs()
            case .events: json ? try JSONText.pretty(TimelineEvent.Kind.allCases.map(\.rawValue)) : events()
            case .population: json ? try JSONText.pretty(population()) : PopulationReader.defaultText
            case .sessions: json ? try JSONText.pretty(sessions.rows) : sessions.rendered()
            case .energy: json ? try JSONText.pretty(EnergyProfile.builtIn) : energyProfiles()
            case .protocol where schema: try JSONText.pretty(ProtocolSchema.json)
            case .protocol: json ? try JSONText.pretty(ProtocolList()) : protocolText()
            case .rules where contested: json ? try JSONText.pretty(contestedRules()) : try contestedText()
            case .rules: json ? try JSONText.pretty(chosenRules) : rules()
            }
        try json || schema ? Machine.emit(text) : Machine.show(text)
    }

    private func strategies() -> String {
        var table = TextTable(["strategy", "needs", "what it does", "rules"])
        for strategy in StrategyRegistry.all.map({ $0.descriptor }) {
            let needs =
                strategy.requiredModes.isEmpty ? "-" : strategy.requiredModes.map(\.rawValue).joined(separator: ", ")
            table.add([
                strategy.name, needs, strategy.summary, strategy.rules.map(\.description).joined(separator: " "),
            ])
        }
        return table.rendered()
    }

    private func profiles() -> String {
        chosenProfiles.map { profile in
            var table = TextTable(["constant", "value", "unit", "rules", "note"])
            for constant in profile.constants {
                table.add([
                    constant.name, constant.value, constant.unit,
                    constant.rules.map(\.description).joined(separator: " "), constant.note,
                ])
            }
            let newest = profile.version == ProfileCatalogue.newest.version ? ", the default" : ""
            return "iOS \(profile.version) (\(profile.lifecycle.rawValue) life cycle\(newest))\n\n" + table.rendered()
        }.joined(separator: "\n") + "\n" + readings()
    }

    /// Returns a list of the interpretations (`--reading`), and a table of the changes that each interpretation makes
    /// to the profiles. A row ends with the rule that the profiles follow without the interpretation.
    private func readings() -> String {
        var table = TextTable(["reading", "constant", "value", "unit", "iOS", "says", "in place of"])
        for reading in PolicyReading.all {
            for change in reading.changes() {
                table.add([
                    reading.name, change.constant, change.value, change.unit, change.versions,
                    change.source.description, change.rule.description,
                ])
            }
        }
        let names = PolicyReading.all.map { "  \($0.name): \($0.summary)\n" }.joined()
        return "Readings, for --reading:\n\(names)\n" + table.rendered()
    }

    /// The combinations of values that `setCategory` accepts.
    private var sessions: AudioSessionTable { AudioSessionTable(ios ?? ProfileCatalogue.newest) }

    private struct ProfileForJSON: Encodable {
        var ios: String
        var lifecycle: LifecycleEra
        var constants: [ProfileConstant]
        /// The changes that each interpretation makes in the profile's iOS version, by the name of the interpretation.
        var readings: [String: [ReadingChange]]
    }

    private func profilesForJSON() -> [ProfileForJSON] {
        chosenProfiles.map { profile in
            ProfileForJSON(
                ios: profile.version.description, lifecycle: profile.lifecycle, constants: profile.constants,
                readings: Dictionary(
                    uniqueKeysWithValues: PolicyReading.all.map { ($0.name, $0.changes(in: profile)) }))
        }
    }

    private func modes() -> String {
        var table = TextTable(["UIBackgroundModes", "what it grants", "rule"])
        for mode in BackgroundMode.allCases { table.add([mode.rawValue, mode.summary, mode.rule.description]) }
        return table.rendered()
    }

    private func verbs() -> String {
        var table = TextTable(["verb", "argument", "who", "what happens"])
        for verb in VerbList.all {
            table.add([verb.name, verb.argument, verb.isOfTheApp ? "app" : "system", verb.summary])
        }
        return table.rendered()
    }

    private func events() -> String {
        "Events:    \(TimelineEvent.Kind.allCases.map(\.rawValue).joined(separator: ", "))\n"
            + "States:    \(ApplicationState.allCases.map(\.rawValue).joined(separator: ", "))\n"
            + "Callbacks: \(ServiceTable.callbackNames.joined(separator: ", "))\n"
            + "Wakes:     \(WakeKind.allCases.map(\.rawValue).joined(separator: ", "))\n"
            + "Grants:    \(Grant.allCases.map(\.rawValue).joined(separator: ", "))\n"
    }

    private func energyProfiles() -> String {
        EnergyProfile.builtIn.map { profile in
            var table = TextTable(["coefficient", "low", "typical", "high", "", "worth"], numeric: [1, 2, 3])
            var sources: [String] = []
            for term in EnergyTerm.allCases {
                guard let coefficient = profile.coefficients[term] else { continue }
                let value = coefficient.value
                table.add(
                    [term.rawValue] + [value.low, value.typical, value.high].map { "\($0)" }
                        + [term.unit.rawValue, coefficient.quality.rawValue])
                sources += Figures.wrapped("\(term.rawValue): \(coefficient.source)")
            }
            let battery = profile.battery.map { Figures.wrapped("battery: \($0.joules) J; \($0.source)") } ?? []
            let head = Figures.wrapped("\(profile.name): \(profile.description)")
            return (head + [""]).joined(separator: "\n") + "\n" + table.rendered() + "\n"
                + (sources + battery).map { $0 + "\n" }.joined()
        }.joined(separator: "\n")
    }

    private func protocolText() -> String {
        let list = ProtocolList()
        func table(_ heading: String, _ methods: [ProtocolList.Method]) -> String {
            var table = TextTable([heading, "parameters", "result", "what it does"])
            for method in methods { table.add([method.name, method.parameters, method.result, method.summary]) }
            return table.rendered()
        }
        var callbacks = TextTable(["the system calls", "parameters", "waits for", "when"])
        for entry in list.callbacks {
            callbacks.add([entry.name, entry.parameters, entry.answer ?? "-", entry.summary])
        }
        return "Version \(list.version): JSON-RPC 2.0, one object a line.\n\n" + table("the app asks", list.app) + "\n"
            + callbacks.rendered() + "\n" + table("ctl asks", list.control)
    }

    private func population() throws -> Population {
        try PopulationReader.population(in: PopulationReader.defaultText, file: PopulationReader.defaultName)
    }

    private func rules() -> String {
        var table = TextTable(["rule", "what it says", "evidence", "source"])
        for rule in chosenRules {
            table.add([rule.id.description, rule.statement, rule.evidence.rawValue, rule.source])
        }
        return table.rendered()
    }

    private func contestedRules() throws -> [ObservationLibrary.ContestedRule] {
        let chosen = Set(chosenRules.map(\.id))
        return try ObservationLibrary.contestedRules().filter { chosen.contains($0.rule.id) }
    }

    private func contestedText() throws -> String {
        let rules = try contestedRules()
        let blocks = rules.map { contested in
            let rule = contested.rule
            let lines = contested.contests.map { contest in
                let seen = contest.observation
                let device = seen.device.map { " (\($0))" } ?? ""
                let switches = (seen.switches ?? [:]).sorted { $0.key < $1.key }.map { "--set \($0.key)=\($0.value)" }
                return "  \(seen.evidence.rawValue): \(contest.scenario)\(device); \(seen.source)"
                    + (switches.isEmpty ? "" : "; \(switches.joined(separator: " "))")
            }
            return "\(rule.id)  \(rule.statement) [\(rule.evidence.rawValue)]\n" + lines.joined(separator: "\n") + "\n"
        }
        let count = rules.reduce(0) { $0 + $1.contests.count }
        return blocks.joined(separator: "\n")
            + "\n\(rules.count) \(rules.count == 1 ? "rule" : "rules"), \(count) times\n"
    }
}
