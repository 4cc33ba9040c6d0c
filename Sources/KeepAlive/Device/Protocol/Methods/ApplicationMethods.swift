import KeepAliveFormats
import KeepAliveModel

/// The methods of `UIApplication`, and the methods that belong to no framework of Apple's.
package enum ApplicationMethods {
    package static let hello = Method(
        "hello", "the first call: the version that is spoken, 1; events false for a connection that only asks",
        .protocolVersion, .flag("events").or(true),
        Parameter<StrategyHello>.object("strategy", .strategyHello).optional,
        returns: .json(.object(Parameter.greeting.writtenFields)))
    package static let complete = Method(
        "complete", "answers a call of the system by its number, from another connection",
        .whole("call", 1...Int.max), Parameter<JSONValue>.json("result").optional)
    package static let state = Method(
        "applicationState",
        "UIApplication.applicationState: active, inactive or background; and the seconds left there, null without a limit",
        returns: .object(
            .group(
                .applicationState, Parameter<Double>.number("backgroundTimeRemaining").orNull,
                .flag("backgroundRefresh")
            ) {
                AppStateReport(state: $0, backgroundTimeRemaining: $1, allowsBackgroundRefresh: $2)
            } split: {
                ($0.state, $0.backgroundTimeRemaining, $0.allowsBackgroundRefresh)
            }))
    package static let beginBackgroundTask = Method(
        "beginBackgroundTask",
        "beginBackgroundTask(withName:expirationHandler:); task 0 is invalid; backgroundTaskExpired follows",
        .text("name").or(""), .flag("expirationHandler").or(true), returns: .object(.backgroundTask))
    package static let endBackgroundTask = Method(
        "endBackgroundTask", "endBackgroundTask(_:)", .backgroundTask)
    package static let requestSceneSessionActivation = Method(
        "requestSceneSessionActivation",
        "requestSceneSessionActivation(_:userActivity:options:errorHandler:), a new one without a number (LC-30)",
        Parameter<Int>.whole("scene", 1...Int.max).optional, returns: .object(.whole("scene", 1...Int.max)))
    package static let log = Method("log", "writes a line into the timeline", .text("message"))
    package static let deviceConditions = Method(
        "deviceConditions",
        "the device around the app: isLowPowerModeEnabled, NWPath, thermalState, isProtectedDataAvailable and others; "
            + "from now on deviceConditionsChanged tells of changes",
        returns: .object(.deviceAround))
    package static let presentPreview = Method(
        "presentPreview",
        "presentPreview(animated:), or a QLPreviewController that is presented: not from the background (SD-71)",
        .text("path", lengthMax: 4000), returns: .object(.flag("shown")))
    package static let withdrawPreview = Method(
        "withdrawPreview", "dismissPreview(animated:): the app closes it (SD-71)")
    package static let setTimer = Method(
        "setTimer", "a timer on the device's clock: timerFired follows, not while the app is suspended (LC-27)",
        .seconds("seconds"), returns: .object(.whole("timer", 0...Int.max)))
    package static let cancelTimer = Method("cancelTimer", "takes a timer back", .whole("timer", 0...Int.max))
}

/// The state of an app, as `UIApplication` reports it.
package struct AppStateReport: Sendable, Hashable {
    /// The state, as a name of `UIApplication.State`.
    package var state: String
    /// The seconds that the app may still run in the background; `nil` if there is no limit.
    package var backgroundTimeRemaining: Double?
    package var allowsBackgroundRefresh: Bool

    package init(state: String, backgroundTimeRemaining: Double?, allowsBackgroundRefresh: Bool) {
        self.state = state
        self.backgroundTimeRemaining = backgroundTimeRemaining
        self.allowsBackgroundRefresh = allowsBackgroundRefresh
    }
}

/// The version of the protocol between keepalive-run and apps.
package enum ProtocolVersion {
    package static let current = 1
}

/// The description that a strategy program gives of itself in its `hello`.
package struct StrategyHello: Sendable, Hashable {
    package var name: String
    package var summary: String
    package var requiredModes: [BackgroundMode]
}

extension Parameter where Value == StrategyHello {
    fileprivate static let strategyHello = Parameter.group(
        .text("name"), .text("summary"),
        Parameter<[BackgroundMode]>.choices("requiredModes", of: BackgroundMode.self).or([])
    ) {
        StrategyHello(name: $0, summary: $1, requiredModes: $2)
    } split: {
        ($0.name, $0.summary, $0.requiredModes)
    }
}

/// The answer to an app's `hello`: the facts about the device and the app that the app needs.
package struct AppGreeting: Sendable, Hashable {
    package var app: String
    package var version: IOSVersion
    /// The app's state, as a name of `UIApplication.State`.
    package var state: String
    package var timeScale: Double
    package var authorization: LocationAuthorization
    package var route: String
    package var usesScenes: Bool
    package var supportsMultipleScenes: Bool
    package var isMultitaskingSupported: Bool
    package var backgroundModes: [BackgroundMode]
    package var sceneDelegateClass: String?

    package init(
        app: String, version: IOSVersion, state: String, timeScale: Double, authorization: LocationAuthorization,
        route: String, usesScenes: Bool, supportsMultipleScenes: Bool, isMultitaskingSupported: Bool,
        backgroundModes: [BackgroundMode], sceneDelegateClass: String?
    ) {
        self.app = app
        self.version = version
        self.state = state
        self.timeScale = timeScale
        self.authorization = authorization
        self.route = route
        self.usesScenes = usesScenes
        self.supportsMultipleScenes = supportsMultipleScenes
        self.isMultitaskingSupported = isMultitaskingSupported
        self.backgroundModes = backgroundModes
        self.sceneDelegateClass = sceneDelegateClass
    }

    package init(_ json: JSONValue) throws {
        self = try Parameter.greeting.read(CallParameters(json, isStrict: false))
    }

    package var json: JSONValue { Parameter.greeting.object(self) }
}

extension Parameter where Value == AppGreeting {
    fileprivate static let greeting = Parameter.group(
        .protocolVersion, .text("app"), .text("ios"), .applicationState, .number("timeScale"),
        Parameter<LocationAuthorization>.choice("authorization"), .audioRoute, .flag("usesScenes"),
        .flag("supportsMultipleScenes"), .flag("isMultitaskingSupported"),
        Parameter<[BackgroundMode]>.choices("backgroundModes", of: BackgroundMode.self),
        Parameter<String>.text("sceneDelegateClass").orNull
    ) { _, app, ios, state, scale, authorization, route, scenes, multipleScenes, multitasks, modes, delegate in
        guard let version = IOSVersion(parsing: ios) else { throw JSONRPCError.invalidParams("'ios' is no version") }
        return AppGreeting(
            app: app, version: version, state: state, timeScale: scale, authorization: authorization, route: route,
            usesScenes: scenes, supportsMultipleScenes: multipleScenes, isMultitaskingSupported: multitasks,
            backgroundModes: modes, sceneDelegateClass: delegate)
    } split: {
        (
            ProtocolVersion.current, $0.app, $0.version.description, $0.state, $0.timeScale, $0.authorization,
            $0.route, $0.usesScenes, $0.supportsMultipleScenes, $0.isMultitaskingSupported, $0.backgroundModes,
            $0.sceneDelegateClass
        )
    }
}

extension Parameter where Value == Int {
    fileprivate static let backgroundTask = whole("task", 0...Int.max)

    /// The protocol version in a program's `hello`. Only the present version is accepted.
    package static let protocolVersion = Parameter("protocol", .exactly(ProtocolVersion.current)) { value in
        let version = try value.whole(in: 1...1_000_000)
        guard version == ProtocolVersion.current else {
            throw JSONRPCError.refused(
                "this runner speaks version \(ProtocolVersion.current) of the protocol, the program version \(version)")
        }
        return version
    } write: {
        .number(String($0))
    }
}

extension Parameter where Value == String {
    /// A state of an app, as a name of `UIApplication.State`.
    static let applicationState = word("state", ["active", "inactive", "background"])
    /// The name of an output of the audio route.
    static let audioRoute = word("route", AudioPort.allCases.map(\.name))
}
