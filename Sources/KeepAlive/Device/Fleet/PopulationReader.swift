import KeepAlivePolicy
import KeepAliveStrategies
import KeepAliveText

/// Reads population files, which are YAML with a list of classes. Error messages name the file, the line and the
/// column.
package enum PopulationReader {
    /// The maximum size of a population file in bytes.
    package static let sizeMaxBytes = 4 << 20
    /// The maximum rate of any kind of event, in events per day.
    static let perDayMax = 100_000.0
    /// The maximum number of classes. The limit is needed because each class takes memory for its sums.
    static let classesMax = 1000

    /// Returns the population in a file's documents.
    ///
    /// - Parameters:
    ///   - documents: the YAML documents of the file.
    ///   - file: the name of the file for error messages.
    /// - Throws: ``KeepAliveError`` with code `usage` if the population is not valid.
    package static func population(in documents: [YAMLValue], file: String) throws -> Population {
        guard let document = documents.first else {
            throw KeepAliveError(
                .usage, "\(file): empty", remedy: "'keepalive-run list population' prints one to begin with")
        }
        if documents.count > 1 { throw documents[1].error("a population file has one document") }
        var fields = try document.fields("a population")
        if let version = fields.take("version"), try version.text() != "1" {
            throw version.error("this program reads version 1")
        }
        let places = try fields.require("classes").list("classes")
        try fields.finish()
        guard !places.isEmpty, places.count <= classesMax else {
            throw document.error("a population has 1 to \(classesMax) classes, not \(places.count)")
        }
        var names: Set<String> = []
        return Population(
            classes: try places.map { place in
                let next = try appClass(place)
                guard names.insert(next.name).inserted else {
                    throw place.error("there are two classes '\(next.name)'")
                }
                return next
            })
    }

    private static func appClass(_ place: YAMLValue) throws -> AppClass {
        var fields = try place.fields("a class")
        let name = try fields.require("name").text("the name of the class")
        let result = AppClass(
            name: name,
            weight: try fields.take("weight").map { try $0.positive("a weight") } ?? 1,
            ios: try fields.take("ios").map(versions) ?? [
                Weighted(value: ProfileCatalogue.newest.version.description, weight: 1)
            ],
            modes: try (fields.take("modes")?.elements ?? []).map { try $0.choice("a value of UIBackgroundModes") },
            strategies: try (fields.take("strategies")?.elements ?? []).map(strategy),
            scenes: try fields.take("scenes")?.flag() ?? true,
            sessions: try sessions(fields.require("sessions")),
            night: try fields.take("night").map(night) ?? AppClass.Night(from: 23, to: 7),
            wakes: try fields.take("wakes").map(wakes) ?? [],
            backgroundWork: try fields.take("background-work").map(backgroundWork),
            location: try location(fields.take("location")),
            interruptions: try interruptions(fields.take("interruptions")),
            memoryPressurePerDay: try fields.take("memory-pressure-per-day")?.perDay() ?? .constant(0),
            refreshOff: try fields.take("background-refresh-off")?.probability() ?? 0,
            launchTime: try fields.take("launch-time")?.times() ?? .constant(0),
            enterBackgroundTime: try fields.take("enter-background-time")?.times() ?? .constant(0))
        try fields.finish()
        return result
    }

    private static func versions(_ place: YAMLValue) throws -> [Weighted<String>] {
        try place.weighted("versions of iOS") { place in
            try place.read("a version of iOS") { try ProfileCatalogue.profile(named: $0).version.description }
        }
    }

    private static func strategy(_ place: YAMLValue) throws -> String {
        let name = try place.text("the name of a strategy")
        let names = StrategyRegistry.all.map { $0.descriptor.name }
        guard names.contains(name) else { throw place.unknown("a strategy", name, among: names) }
        return name
    }

    private static func sessions(_ place: YAMLValue) throws -> AppClass.Sessions {
        var fields = try place.fields("a mapping of sessions")
        let result = AppClass.Sessions(
            perDay: try fields.require("per-day").perDay(), length: try fields.require("length").times(),
            forceQuit: try fields.take("force-quit")?.probability() ?? 0)
        try fields.finish()
        return result
    }

    private static func night(_ place: YAMLValue) throws -> AppClass.Night {
        var fields = try place.fields("a night")
        let night = AppClass.Night(
            from: try fields.require("from").hour(), to: try fields.require("to").hour())
        try fields.finish()
        guard night.hours <= 23 else { throw place.error("a night has 23 hours at most") }
        return night
    }

    private static func wakes(_ place: YAMLValue) throws -> [AppClass.WakePlan] {
        guard case .mapping(let pairs) = place.content else {
            throw place.error("expected a mapping of kinds of wakes, found \(place.kind)")
        }
        var seen: Set<String> = []
        return try pairs.map { pair in
            let name = try pair.key.text("a kind of wake")
            guard seen.insert(name).inserted else { throw pair.key.error("the key '\(name)' stands here twice") }
            guard let kind = WakeKind.drawable.first(where: { $0.rawValue == name }) else {
                throw pair.key.unknown("a wake of a population", name, among: WakeKind.drawable.map(\.rawValue))
            }
            return try wake(kind, pair.value)
        }
    }

    private static func wake(_ kind: WakeKind, _ place: YAMLValue) throws -> AppClass.WakePlan {
        var fields = try place.fields("a wake")
        let isTask = kind == .appRefresh || kind == .processing
        let result = AppClass.WakePlan(
            kind: kind, perDay: try fields.require("per-day").perDay(), work: try fields.require("work").times(),
            neverCompletes: try fields.take("never-completes")?.probability() ?? 0,
            earliestBegin: try isTask || kind == .backgroundFetch
                ? fields.take("earliest-begin")?.seconds() ?? 0 : 0,
            requiresExternalPower: try kind == .processing
                ? fields.take("requires-external-power")?.flag() ?? false : false)
        try fields.finish()
        return result
    }

    private static func backgroundWork(_ place: YAMLValue) throws -> AppClass.BackgroundWork {
        var fields = try place.fields("a mapping of background work")
        let result = AppClass.BackgroundWork(
            length: try fields.require("length").times(), leak: try fields.take("leak")?.probability() ?? 0,
            lock: try fields.take("lock")?.probability() ?? 0)
        try fields.finish()
        return result
    }

    private static func location(_ place: YAMLValue?) throws -> AppClass.LocationPlan {
        var result = AppClass.LocationPlan(
            authorization: [Weighted(value: .authorizedAlways, weight: 1)],
            fixEvery: .exponential(mean: 300, max: nil), moves: 0.5, pausesAutomatically: true)
        guard var fields = try place?.fields("a mapping of location") else { return result }
        if let value = fields.take("authorization") {
            result.authorization = try value.weighted("authorizations") { name in
                let answer: LocationAnswer = try name.choice("an authorization")
                guard answer != .provisionalAlways else {
                    throw name.error("the users of a population answer the second prompt at once: authorizedAlways")
                }
                return answer
            }
        }
        if let value = fields.take("fix-every") { result.fixEvery = try value.times(atLeast: 1) }
        if let value = fields.take("moves") { result.moves = try value.probability() }
        if let value = fields.take("pauses-automatically") { result.pausesAutomatically = try value.flag() }
        try fields.finish()
        return result
    }

    private static func interruptions(_ place: YAMLValue?) throws -> AppClass.Interruptions {
        guard var fields = try place?.fields("a mapping of interruptions") else {
            return AppClass.Interruptions(perDay: .constant(0), length: .constant(0), resumes: 1)
        }
        let result = AppClass.Interruptions(
            perDay: try fields.require("per-day").perDay(), length: try fields.require("length").times(),
            resumes: try fields.take("resumes")?.probability() ?? 1)
        try fields.finish()
        return result
    }
}
