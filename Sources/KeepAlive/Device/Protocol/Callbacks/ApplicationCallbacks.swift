import KeepAliveFormats
import KeepAliveModel

/// The callbacks of `UIApplicationDelegate` and of scenes' delegates.
package enum ApplicationCallbacks {
    package static let didFinishLaunching = Callback(
        "didFinishLaunching",
        "application(_:didFinishLaunchingWithOptions:); an app with scenes gets connectionOptions in their place (LC-28); handled false declines the URL (LC-14, LN-07)",
        .object("launchOptions", .launchOptions), .object("connectionOptions", .launchOptions),
        .applicationState,
        reply: Reply(.object([.init("handled", .flag, isOptional: true)])) {
            ["handled": .bool($0)]
        } read: {
            $0?["handled"] != false
        })
    package static let didBecomeActive = Callback("didBecomeActive", "applicationDidBecomeActive, sceneDidBecomeActive")
    package static let willResignActive = Callback(
        "willResignActive",
        "applicationWillResignActive, sceneWillResignActive: still in the foreground (LC-05), for 5 s at most",
        reply: .returned)
    package static let didEnterBackground = Callback(
        "didEnterBackground",
        "applicationDidEnterBackground, sceneDidEnterBackground: about 10 s (LC-08, LC-09)", reply: .returned)
    package static let willEnterForeground = Callback(
        "willEnterForeground",
        "applicationWillEnterForeground, sceneWillEnterForeground, at a cold launch, too (LC-31): 10 s (LC-32)",
        reply: .returned)
    package static let willTerminate = Callback(
        "willTerminate", "applicationWillTerminate: about 5 s (LC-12)", reply: .returned)
    package static let didReceiveMemoryWarning = Callback(
        "didReceiveMemoryWarning", "applicationDidReceiveMemoryWarning (LC-22)")
    package static let protectedDataWillBecomeUnavailable = Callback(
        "protectedDataWillBecomeUnavailable",
        "applicationProtectedDataWillBecomeUnavailable: 10 s after the lock (DP-02)")
    package static let protectedDataDidBecomeAvailable = Callback(
        "protectedDataDidBecomeAvailable", "applicationProtectedDataDidBecomeAvailable: the unlock (DP-02)")
    package static let sceneDidDisconnect = Callback(
        "sceneDidDisconnect", "sceneDidDisconnect (LC-02)", .scene)
    package static let sceneActivated = Callback(
        "sceneActivated", "a scene takes the place of the one in front (LC-30)", .scene)
    package static let openURL = Callback(
        "openURL", "application(_:open:options:), scene(_:openURLContexts:) (LN-07, LN-08)", .openedURL)
    package static let backgroundTaskExpired = Callback(
        "backgroundTaskExpired", "the expiration handler of a background task (BT-14)",
        Parameter<Int>.whole("task", 0...Int.max))
    package static let previewEnded = Callback("previewEnded", "the user has closed the preview (SD-71)")
    package static let timerFired = Callback(
        "timerFired", "a timer that setTimer has set", Parameter<Int>.whole("timer", 0...Int.max))
    /// A callback without an equivalent of Apple's: the user touches an element on the screen, and the app's answer
    /// names the element.
    package static let touch = Callback(
        "touch",
        "the user touches the element of that name on the screen; the answer names the element, or the problem",
        .text("name"),
        reply: Reply(
            .either([.object([.init("touched", .text)]), .object([.init("problem", .text)])])
        ) { (answer: TouchAnswer) in
            switch answer {
            case .touched(let name): ["touched": .string(name)]
            case .problem(let reason): ["problem": .string(reason)]
            }
        } read: { answer in
            if let name = answer?["touched"]?.string { return .touched(name) }
            return .problem(answer?["problem"]?.string ?? "the app has no answer to a touch")
        })
    package static let deviceConditionsChanged = Callback(
        "deviceConditionsChanged", "the device around the app has changed, while it runs or was suspended",
        .deviceAround)
}

/// An app's answer to the callback `touch`.
package enum TouchAnswer: Sendable, Hashable {
    /// A human-readable description of the touched element.
    case touched(String)
    /// The reason why no element was touched.
    case problem(String)
}

/// The launch options of an app, or the connection options of its scene, with the keys of
/// `UIApplication.LaunchOptionsKey`.
package struct LaunchOptions: Sendable, Hashable {
    package var url: OpenedURL?
    /// The payload of the push that launched the app, or `true` if the payload is not known; `nil` if no push launched
    /// it.
    package var remoteNotification: JSONValue?
    package var localNotification: NotificationRequest?
    /// The user's answer to a notification, for which a scene is connected (LN-12).
    package var notificationResponse: AnsweredNotification?
    /// `true` if the app was launched for a location event (CL-16, CL-17).
    package var location: Bool?
    package var bluetoothCentrals: Bool?
    package var bluetoothPeripherals: Bool?
    package var newsstandDownloads: Bool?

    package init() {}
}

extension Parameter where Value == LaunchOptions {
    fileprivate static let launchOptions = Parameter.group(
        Parameter<OpenedURL>.openedURL.optional, Parameter<JSONValue>.json("remoteNotification").optional,
        Parameter<NotificationRequest>.object("localNotification", .notification).optional,
        Parameter<AnsweredNotification>.object("notificationResponse", .answeredNotification).optional,
        Parameter<Bool>.flag("location").optional, Parameter<Bool>.flag("bluetoothCentrals").optional,
        Parameter<Bool>.flag("bluetoothPeripherals").optional, Parameter<Bool>.flag("newsstandDownloads").optional
    ) { url, push, local, response, location, centrals, peripherals, newsstand in
        var options = LaunchOptions()
        options.url = url
        options.remoteNotification = push
        options.localNotification = local
        options.notificationResponse = response
        options.location = location
        options.bluetoothCentrals = centrals
        options.bluetoothPeripherals = peripherals
        options.newsstandDownloads = newsstand
        return options
    } split: {
        (
            $0.url, $0.remoteNotification, $0.localNotification, $0.notificationResponse, $0.location,
            $0.bluetoothCentrals, $0.bluetoothPeripherals, $0.newsstandDownloads
        )
    }
}

extension Parameter where Value == OpenedURL {
    static let openedURL = Parameter.group(
        .text("url"), Parameter<String>.text("sourceApplication").optional, .flag("openInPlace").or(false)
    ) {
        OpenedURL($0, sourceApplication: $1, openInPlace: $2)
    } split: {
        ($0.url, $0.sourceApplication, $0.openInPlace)
    }
}

extension Parameter where Value == Int {
    /// A scene's number, which is at least 1.
    fileprivate static let scene = whole("scene", 1...Int.max)
}

/// The conditions of the device that iOS makes known to apps.
package struct DeviceAround: Sendable, Hashable {
    package var lowPowerMode = false
    package var externalPower = false
    package var network = DeviceConditions.Network.wifi
    package var lowDataMode = false
    package var thermalState = DeviceConditions.ThermalState.nominal
    package var protectedData = true
    package var backgroundAppRefresh = true

    package init() {}
}

extension Parameter where Value == DeviceAround {
    package static let deviceAround = Parameter.group(
        .flag("lowPowerMode"), .flag("externalPower"), Parameter<DeviceConditions.Network>.choice("network"),
        .flag("lowDataMode"), Parameter<DeviceConditions.ThermalState>.choice("thermalState"),
        .flag("protectedData"), .flag("backgroundAppRefresh")
    ) { saves, external, network, lowData, heat, protected, refresh in
        var device = DeviceAround()
        device.lowPowerMode = saves
        device.externalPower = external
        device.network = network
        device.lowDataMode = lowData
        device.thermalState = heat
        device.protectedData = protected
        device.backgroundAppRefresh = refresh
        return device
    } split: {
        (
            $0.lowPowerMode, $0.externalPower, $0.network, $0.lowDataMode, $0.thermalState, $0.protectedData,
            $0.backgroundAppRefresh
        )
    }
}
