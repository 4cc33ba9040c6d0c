import KeepAlivePolicy
import KeepAliveStrategies

/// Who lives in a fleet: classes of apps with their users, as a population file says.
package struct Population: Sendable, Hashable, Codable {
    /// The version of this layout.
    package var version = 1
    /// The classes, in the order of the file.
    package var classes: [AppClass]

    package init(classes: [AppClass]) {
        self.classes = classes
    }
}

/// Apps of one kind: what they are, what they do, and what their users do with them.
///
/// Times are in seconds. A distribution "a day" is drawn once for each app: how busy this user is. What happens then
/// comes at random times of that rate.
package struct AppClass: Sendable, Hashable, Codable {
    /// What the class is called.
    package var name: String
    /// How many apps are of this class, in relation to the others.
    package var weight: Double
    /// The versions of iOS, as `26.0`.
    package var ios: [Weighted<String>]
    /// `UIBackgroundModes`.
    package var modes: [BackgroundMode]
    /// The names of strategies.
    package var strategies: [String]
    /// Whether the apps adopt scenes.
    package var scenes: Bool
    /// What the users do.
    package var sessions: Sessions
    /// When the users sleep.
    package var night: Night
    /// What the services have for the apps.
    package var wakes: [WakePlan]
    /// What the apps do in a background task when they leave the screen, if anything.
    package var backgroundWork: BackgroundWork?
    /// What location does.
    package var location: LocationPlan
    /// Calls and alarms, which interrupt sound.
    package var interruptions: Interruptions
    /// How often a day memory runs short and the system's choice falls on the app.
    package var memoryPressurePerDay: Distribution
    /// The part of the users that have switched Background App Refresh off.
    package var refreshOff: Double
    /// How long `didFinishLaunching` takes.
    package var launchTime: Distribution
    /// How long `didEnterBackground` takes.
    package var enterBackgroundTime: Distribution

    /// What users do with an app.
    package struct Sessions: Sendable, Hashable, Codable {
        /// How often a day, while awake, the app is opened; an opening while it is open is none.
        package var perDay: Distribution
        /// How long the app stays on screen.
        package var length: Distribution
        /// How often the user removes the app from the app switcher afterwards, 0 to 1.
        package var forceQuit: Double
    }

    /// When users sleep: nobody opens an app then, the device charges, and it is not in use.
    package struct Night: Sendable, Hashable, Codable {
        /// When it begins, in hours of the day.
        package var from: Double
        /// When it ends, and the time line begins.
        package var to: Double

        /// The hours from one to the other.
        package var hours: Double { to < from ? to + 24 - from : to - from }
    }

    /// What one service has for an app.
    package struct WakePlan: Sendable, Hashable, Codable {
        /// Which service.
        package var kind: WakeKind
        /// How often a day it has something; for tasks and fetches, how often the system has a moment for them.
        package var perDay: Distribution
        /// How long the app works on it.
        package var work: Distribution
        /// How often the app forgets to say that it has finished, 0 to 1.
        package var neverCompletes: Double
        /// `earliestBeginDate` of a task, or the minimum interval between fetches.
        package var earliestBegin: Double
        /// `requiresExternalPower` of a processing task.
        package var requiresExternalPower: Bool
    }

    /// What an app does in a background task when it leaves the screen.
    package struct BackgroundWork: Sendable, Hashable, Codable {
        /// How long it works.
        package var length: Distribution
        /// How often it forgets to end the task, even in the expiration handler, 0 to 1.
        package var leak: Double
        /// How often it keeps a file in a shared container locked, 0 to 1.
        package var lock: Double
    }

    /// What location does.
    package struct LocationPlan: Sendable, Hashable, Codable {
        /// What users answer when they are asked.
        package var authorization: [Weighted<LocationAuthorization>]
        /// The time between two fixes of a stream.
        package var fixEvery: Distribution
        /// How often the user is at another place at the next fix, 0 to 1.
        package var moves: Double
        /// `pausesLocationUpdatesAutomatically`.
        package var pausesAutomatically: Bool
    }

    /// Calls and alarms.
    package struct Interruptions: Sendable, Hashable, Codable {
        /// How often a day, while awake.
        package var perDay: Distribution
        /// How long they last.
        package var length: Distribution
        /// How often they end with `shouldResume`, 0 to 1.
        package var resumes: Double
    }

    /// What the class does to live in the background: its strategies, and the background work of a drawn length.
    package var strategyLabel: String {
        var own = strategies.filter { $0 != NoStrategy.descriptor.name }
        if backgroundWork != nil { own.append("background-work") }
        return own.isEmpty ? NoStrategy.descriptor.name : own.joined(separator: "+")
    }
}

extension WakeKind {
    /// The services that a population may use; the others follow from what the app does, or need an action of the user.
    static let drawable = allCases.filter {
        ![.continuedProcessing, .voipKeepAlive, .voipRelaunch, .activitySession].contains($0)
    }

    /// Whether it happens only while the user is up.
    var isOfTheDay: Bool {
        switch self {
        case .region, .significantChange, .visit, .location, .voipPush, .voipSocket, .pushToTalk, .externalAccessory:
            true
        default: false
        }
    }
}
