import Foundation
import KeepAlive
import Synchronization

/// The way in which the app stays alive in the background; WAY in the environment.
enum Way: String {
    case none
    case shortTask = "short-task"
    case renewal
    case taskThenAudio = "task-then-audio"
    case silentAudio = "silent-audio"
    case location
}

/// What the app's samples share: the choice among them, and what they say.
@MainActor
enum Samples {
    static let environment = ProcessInfo.processInfo.environment
    static var way = Way(rawValue: environment["WAY"] ?? "") ?? .shortTask
    /// Slow work at the entry into the background, such as saving the state (SD-04); SLOW seconds of it.
    static var slowWork: (() -> Void)? = environment["SLOW"].flatMap(Double.init).map { seconds in
        {
            Thread.sleep(forTimeInterval: seconds)
            say("the state is saved")
        }
    }
    /// A task is begun before the slow work: the cure (SD-04).
    static var beginsTaskFirst = environment["CURE"] != nil
    /// Slow work in the keep-alive handler (SD-51); KEEP_ALIVE seconds of it.
    static var keepAliveWork: (() -> Void)? = environment["KEEP_ALIVE"].flatMap(Double.init).map { seconds in
        { Thread.sleep(forTimeInterval: seconds) }
    }
    /// The shortest keep-alive timeout, or TIMEOUT: a test does not wait for ten minutes.
    static let keepAliveTimeout = environment["TIMEOUT"].flatMap(Double.init) ?? UIApplication.minimumKeepAliveTimeout
    /// Whether there is still something to do when the short task is over (SD-21).
    static var needRunInBackground = environment["NEED_RUN"] != "no"
    /// How often the time that is left is looked at (SD-14): every 5 s, scaled by SCALE as the system's own times are.
    static let renewalInterval = 5 * (environment["SCALE"].flatMap(Double.init) ?? 1)
    /// The folder that the user can see in Files (SD-48).
    static var documents = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]

    static var systemVersion: Double { Double(UIDevice.current.systemVersion) ?? 0 }

    /// All that was said, for tests.
    nonisolated static var said: [String] {
        get { lines.withLock { $0 } }
        set { lines.withLock { $0 = newValue } }
    }

    /// A line is kept where it is said: whoever says something on the main queue need not be on the main thread, which serves
    /// that queue in an app, and not under Swift Testing on Linux.
    nonisolated static func keep(_ line: String) { lines.withLock { $0.append(line) } }
    private nonisolated static let lines = Mutex<[String]>([])
}

/// Says something, from any thread.
nonisolated func say(_ text: String) {
    print(text)
    Samples.keep(text)
}
