/// The rules that the code cites: what each says, and where it comes from.
public enum RuleBook {
    /// One rule.
    public struct Rule: Sendable, Hashable, Codable {
        /// Its id.
        public var id: RuleID
        /// What it says, in our words.
        public var statement: String
        /// Where it comes from.
        public var source: String

        init(_ id: RuleID, _ statement: String, _ source: String) {
            self.id = id
            self.statement = statement
            self.source = source
        }
    }

    /// All rules, in order of their ids.
    public static let rules: [Rule] =
        (lifecycleRules + backgroundTaskRules + modeRules + audioRules + locationRules + terminationRules + modelRules
        + sampleRules)
        .sorted { $0.id < $1.id }

    /// The rule of an id.
    public static func rule(_ id: RuleID) -> Rule? {
        rules.first { $0.id == id }
    }

    private static let guide = "Apple, App Programming Guide for iOS, Background Execution"
    private static let lifeCycle = "Apple, Managing your app's life cycle"
    private static let extending = "Apple, Extending your app's background execution time"
    private static let notes = "Apple engineer, UIApplication Background Task Notes (forums 85066)"
    private static let session = "Apple, AVAudioSession"
    private static let errors = "Apple, AVAudioSession.ErrorCode; AudioSessionTypes.h"
    private static let manager = "Apple, allowsBackgroundLocationUpdates; CLLocationManager.h"
    private static let handling = "Apple, Handling location updates in the background"
    private static let keys = "Apple, UIBackgroundModes"
    private static let sample = "2019 article on keeping an app alive, and its samples"
    private static let log = "device logs and crash reports published by developers"
    private static let inference = "this project's inference"

    private static let lifecycleRules = [
        Rule("LC-01", "app states: not running, inactive, active, background, suspended", guide),
        Rule(
            "LC-02", "scene states: unattached, foreground inactive, foreground active, background, suspended",
            lifeCycle),
        Rule("LC-03", "scenes are opt-in through UIApplicationSceneManifest", lifeCycle),
        Rule(
            "LC-05", "leaving: will resign active, did enter background, snapshot, suspension",
            "Apple, About the background execution sequence"),
        Rule("LC-10", "without an assertion the app is suspended shortly after entering the background", extending),
        Rule("LC-11", "without an assertion, output was seen to stop at once", sample),
        Rule("LC-12", "a running app has about 5 s to terminate; a suspended one is not told", guide),
        Rule("LC-22", "suspended apps may be purged without notice", guide),
        Rule("LC-27", "timers do not fire while suspended; a due one fires after the resumption", "general knowledge"),
    ]

    private static let backgroundTaskRules = [
        Rule("BT-01", "a background task means 'do not suspend me'; it starts nothing", notes),
        Rule("BT-03", "iOS 7 to 12 give 180 s", log),
        Rule("BT-04", "iOS 13 and later give about 30 s", notes),
        Rule("BT-05", "measured on iOS 12.4: 175 s of background run time", sample),
        Rule("BT-06", "measured on iOS 13.0: 31 s of background run time", sample),
        Rule("BT-08", "one budget per process, shared by all its tasks", notes),
        Rule("BT-09", "the clock starts only when the task takes effect; in the foreground it is dormant", notes),
        Rule("BT-10", "the clock does not run while location or audio keeps the app alive", log),
        Rule(
            "BT-12", "a task begun on a running or spent clock gains no time",
            "WebKit's process assertions; one project's report"),
        Rule("BT-13", "returning to the foreground resets the budget", "WebKit's process assertions"),
        Rule("BT-14", "expiration handlers run 5 s before the end", log),
        Rule("BT-15", "after the handlers, 5 s until the kill", "WebKit's process assertions"),
        Rule("BT-16", "handlers run on the main thread, one after the other", notes),
        Rule("BT-19", "an app whose task is not ended is killed, never merely suspended", extending),
        Rule("BT-20", "up to iOS 12 the kill is 0x8badf00d and leaves a report", log),
        Rule(
            "BT-21", "from iOS 13 the kill is RUNNINGBOARD 0x2182BAD2 and leaves no report",
            "Apple, SIGKILL; device logs"),
        Rule("BT-22", "from iOS 13.4 a task still held after its handler is told in the log", log),
        Rule("BT-23", "from iOS 13.4 a task older than 30 s is told in the log at background entry", log),
        Rule(
            "BT-25", "beginBackgroundTask may return .invalid, raw value 0",
            "Apple, beginBackgroundTask(expirationHandler:)"),
        Rule("BT-26", "identifiers are small, increase from 1, and are not used twice", log),
        Rule("BT-27", "ending an unknown task is only told in the log", log),
        Rule("BT-28", "whether ending .invalid is told too is not known; here it is", "not found"),
        Rule("BT-29", "about 1000 live tasks end the process with 0xbada5e47", notes),
        Rule("BT-30", "without a limit backgroundTimeRemaining is the greatest finite number", log),
        Rule("BT-31", "in the background backgroundTimeRemaining is an estimate", "Apple, backgroundTimeRemaining"),
    ]

    private static let modeRules =
        [
            Rule("BM-01", "the values of UIBackgroundModes", keys),
            Rule("BM-02", "workout-processing is for watchOS", "Apple, Configuring background execution modes"),
        ]
        + BackgroundMode.allCases.filter { $0 != .workoutProcessing }.map {
            Rule($0.rule, "\($0.rawValue): \($0.summary)", keys)
        }

    private static let audioRules = [
        Rule("AS-01", "ambient mixes and does not play in the background", session),
        Rule("AS-02", "soloAmbient, the default, does not play in the background", session),
        Rule("AS-03", "playback plays in the background with the audio mode", session),
        Rule("AS-04", "record goes on in the background and does not play", session),
        Rule("AS-05", "playAndRecord plays and records in the background", session),
        Rule("AS-08", "mixWithOthers makes playback and playAndRecord mixable", session),
        Rule("AS-20", "the error codes of the audio session are four characters each", errors),
        Rule("AS-23", "'!int': a session that does not mix cannot be activated in the background", errors),
        Rule(
            "AS-26", "'!pla': no audio key in the Info.plist, or a category that cannot play in the background", errors),
        Rule("AS-27", "'!rec': recording cannot be started from the background", errors),
        Rule("AS-30", "'!res': the hardware is not available", errors),
        Rule("AS-33", "'inac': the session is not active", errors),
        Rule("AS-34", "actual playback through an active session keeps the app running", guide),
        Rule("AS-35", "an active session alone does not", "several developers"),
        Rule("AS-36", "when playback stops, the app is suspended; the delay is not published", guide),
        Rule("AS-38", "a session that mixes may be activated in the background", "several developers"),
        Rule("AS-39", "starting to record in the background fails with '!rec'", log),
        Rule("AS-55", "without the audio mode, sound stops at background entry", guide),
    ]

    private static let locationRules = [
        Rule("CL-01", "setting allowsBackgroundLocationUpdates without the location mode raises an exception", manager),
        Rule("CL-03", "the text of that exception, with _CFMZEnabled()", log),
        Rule("CL-04", "the version that changed the text is not known", "not found"),
        Rule("CL-06", "allowed, and started in the foreground: Core Location keeps the app running", manager),
        Rule("CL-07", "not allowed: updates only while the app runs for other reasons", manager),
        Rule("CL-08", "a suspended app gets its locations when it runs again", handling),
        Rule("CL-09", "when-in-use authorization holds in the background if updates started while in use", handling),
        Rule("CL-10", "updates started in the background do not keep the app running", "inferred from \(manager)"),
        Rule(
            "CL-12", "updates pause automatically by default, and the app must restart them",
            "Apple, pausesLocationUpdatesAutomatically"),
        Rule(
            "CL-13", "when they pause: when the location is unlikely to change; no number",
            "Apple, pausesLocationUpdatesAutomatically"),
        Rule("CL-22", "asking without a usage string does nothing but write a log line", log),
        Rule("CL-23", "about 1 s after updates stop, their protection ends", log),
        Rule("CL-25", "kCLErrorDomain 1: denied", "Apple, CLError.Code"),
    ]

    private static let terminationRules = [
        Rule("RB-17", "0x8badf00d: a watchdog, and up to iOS 12 a task overrun", "Apple, SIGKILL"),
        Rule("RB-18", "0x2182bad2: a background task not completed in time", "Apple, SIGKILL"),
        Rule("RB-28", "0xbada5e47: about 1000 background task assertions", notes),
        Rule("RB-29", "0xdeadfa11: force quit by the user", "general knowledge"),
        Rule("RB-30", "namespaces of reasons have a number and a name; 1 is JETSAM", "XNU, bsd/sys/reason.h"),
        Rule("RB-33", "namespace 15: RUNNINGBOARD, formerly ASSERTIOND", "XNU, bsd/sys/reason.h"),
        Rule("RB-35", "FRONTBOARD appears by name in newer reports", "XNU, bsd/sys/reason.h; crash reports"),
    ]

    private static let modelRules = [
        Rule("MD-01", "a process runs as long as it holds a grant", inference),
        Rule("MD-02", "foreground, audio and location stop the task clock", inference),
        Rule("MD-05", "at the end of the grace, a held task means a kill", inference),
        Rule("MD-06", "a task ended in time leads to suspension when nothing else holds the app", inference),
        Rule("MD-08", "a task begun after the expiration has 5 s", inference),
        Rule("MD-09", "only the foreground or another grant resets the task clock", inference),
        Rule(
            "MD-16",
            "a device of the machine that recovers gives the grant back, and with it the app; phones have no such outage",
            inference),
        Rule("MD-10", "without a grant the app is suspended after a small delay", inference),
    ]

    private static let sampleRules = [
        Rule("SD-01", "iOS 13 and later: a scene not shown yet is unattached", sample),
        Rule("SD-02", "up to iOS 12: an app not started yet is not running", sample),
        Rule("SD-03", "the test for 'suspended': a timer that prints falls silent", sample),
        Rule("SD-10", "begin in didEnterBackground; end in the handler and in willEnterForeground", sample),
        Rule("SD-11", "the sample's timer ran for 175 s on iOS 12.4", sample),
        Rule("SD-12", "the sample's timer ran for 31 s on iOS 13.0", sample),
        Rule("SD-14", "the renewal trick: every 5 s, below 10 s left, at most five times", sample),
        Rule("SD-16", "on .invalid, log and go on without", sample),
        Rule("SD-20", "silent audio: endless loop, started in the background, paused in the foreground", sample),
        Rule("SD-21", "task, then audio: the player starts only in the expiration handler, and only if needed", sample),
        Rule("SD-23", "play() may return false: turn on the audio background mode", sample),
        Rule("SD-24", "audio in the background needs the audio mode", sample),
        Rule("SD-30", "location: always authorization, allowsBackgroundLocationUpdates in a try/catch, start", sample),
        Rule("SD-31", "without the mode the setter raises, and the sample catches it", sample),
        Rule("SD-32", "with it the app stays alive by itself", sample),
        Rule("SD-70", "CFBundleDocumentTypes decide which apps are offered a file", sample),
    ]
}
