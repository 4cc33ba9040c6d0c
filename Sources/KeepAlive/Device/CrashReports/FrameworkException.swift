import KeepAlivePolicy

/// The exceptions that frameworks raise for mistakes in background execution.
struct FrameworkException {
    /// The phrase in the reason that no other exception has.
    let phrase: StaticString
    /// A function in the backtrace that raises nothing else.
    var function: StaticString?
    let rule: RuleID
    let cure: String
    /// The app and the timeline of a scenario in which the exception is raised.
    let scenario: String
    /// The reason that this version of the rules raises, where reports have it in other words, too.
    var raises: StaticString?

    /// Returns the exception whose phrase a text contains.
    static func row(for text: some StringProtocol) -> FrameworkException? {
        all.first { row in text.says(row.phrase) || row.function.map { text.says($0) } ?? false }
    }

    /// True if a reason speaks of background execution, though the exception is none of those known here.
    static func isAboutBackground(_ reason: String) -> Bool {
        reason.says("background mode") || reason.says("background session") || reason.says("UIBackgroundModes")
            || reason.says("BGTask") || reason.says("VoIP")
    }

    private static let all: [FrameworkException] = [
        FrameworkException(
            phrase: "!stayUp", rule: "CL-01",
            cure: "add 'location' to UIBackgroundModes, or leave allowsBackgroundLocationUpdates false",
            scenario: """
                timeline:
                  - {at: 1s, name: mistake, do: {allow-background-location: true}}
                """),
        FrameworkException(
            phrase: "Launch handler for task with identifier", rule: "BG-03",
            cure: "register each identifier once, in application(_:didFinishLaunchingWithOptions:)",
            scenario: """
                app:
                  permitted-tasks: [org.example.refresh]
                  on: {didFinishLaunching: [{register-task: org.example.refresh}, {register-task: org.example.refresh}]}
                """),
        FrameworkException(
            phrase: "All launch handlers must be registered before application finishes launching",
            function: "BGTaskScheduler _unsafe_registerForTaskWithIdentifier", rule: "BG-02",
            cure: "register before application(_:didFinishLaunchingWithOptions:) returns",
            scenario: """
                app: {permitted-tasks: [org.example.refresh]}
                timeline:
                  - {at: 1s, name: mistake, do: {register-task: org.example.refresh}}
                """),
        FrameworkException(
            phrase: "No launch handler registered for task with identifier", rule: "BG-05",
            cure: "register a launch handler for each identifier before it is submitted or launched",
            scenario: """
                app: {modes: [fetch], permitted-tasks: [org.example.refresh]}
                timeline:
                  - {at: 1s, name: mistake, do: {submit-task: {kind: appRefresh, id: org.example.refresh}}}
                """),
        FrameworkException(
            phrase: "never posted an incoming call to the system after receiving a PushKit VoIP push",
            function: "_terminateAppIfThereAreUnhandledVoIPPushes", rule: "WK-08",
            cure: "report a call by CXProvider before the callback of every VoIP push returns",
            scenario: """
                app:
                  modes: [voip]
                  completes-wakes: never
                  on: {didReceiveIncomingPush: [return-without-report]}
                timeline:
                  - {at: 1s, do: home}
                  - {at: 60s, name: mistake, do: voip-push}
                """),
        FrameworkException(
            phrase: "Completion handler blocks are not supported in background sessions", rule: "UR-21",
            cure: "use the session's delegate in place of a completion handler",
            scenario: scenario(ofTask: "completion-handler")),
        FrameworkException(
            phrase: "Upload tasks from NSData are not supported in background sessions", rule: "UR-21",
            cure: "write the data to a file, and upload the file", scenario: scenario(ofTask: "upload-from-data")),
        FrameworkException(
            phrase: "Upload tasks in background sessions must be from a file", rule: "UR-21",
            cure: "write the data to a file, and upload the file", scenario: scenario(ofTask: "upload-from-data"),
            raises: "Upload tasks from NSData are not supported in background sessions"),
        FrameworkException(
            phrase: "Data tasks are not supported in background sessions", rule: "UR-21",
            cure: "use a download task in a background session", scenario: scenario(ofTask: "data")),
        FrameworkException(
            phrase: "Delegate must respond to locationManager:didUpdateLocations:", rule: "CL-21",
            cure: "give the location manager its delegate before requestLocation",
            scenario: scenario(ofRequest: "no-delegate")),
        FrameworkException(
            phrase: "Delegate must respond to locationManager:didFailWithError:", rule: "CL-21",
            cure: "implement locationManager(_:didFailWithError:) in the delegate",
            scenario: scenario(ofRequest: "no-failure-method")),
        FrameworkException(
            phrase: "time interval must be at least 60 if repeating", rule: "LN-15",
            cure: "repeat a notification after 60 s or more",
            scenario: """
                timeline:
                  - {at: 1s, do: request-notifications}
                  - {at: 2s, name: mistake, do: {schedule-notification: {id: often, after: 59s, repeats: true}}}
                """),
        FrameworkException(
            phrase: "required condition is false: _engine->IsRunning()", rule: "AS-54",
            cure: "start the engine before a node plays, and again after an interruption or a change of the route",
            scenario: """
                app:
                  modes: [audio]
                  on: {didFinishLaunching: [{activate-session: {category: playback}}, {play: {engine: 1}}]}
                timeline:
                  - {at: 10s, do: {media-services: reset}}
                  - {at: 20s, name: mistake, do: {play: {engine: 1}}}
                """),
    ]

    private static func scenario(ofTask kind: String) -> String {
        """
        timeline:
          - {at: 1s, do: {create-session: photos}}
          - {at: 2s, name: mistake, do: {make-task: {session: photos, kind: \(kind)}}}
        """
    }

    private static func scenario(ofRequest delegate: String) -> String {
        """
        app: {on: {didFinishLaunching: [request-location-authorization]}}
        timeline:
          - {at: 1s, name: mistake, do: {request-location: \(delegate)}}
        """
    }
}
