import KeepAlivePolicy
import KeepAliveStrategies

/// The population of a fleet: classes of apps with their users, as a population file defines them.
package struct Population: Sendable, Hashable, Codable {
    /// The version of the layout of population files.
    package var version = 1
    /// The classes, in the order of the file.
    package var classes: [AppClass]

    package init(classes: [AppClass]) {
        self.classes = classes
    }
}

/// A class of apps: the properties and actions of the apps, and the actions of their users.
///
/// Times are in seconds. A distribution of a number per day is drawn once for each app, and gives the rate of the
/// events of that app. The events come at random times with this rate.
package struct AppClass: Sendable, Hashable, Codable {
    package var name: String
    /// The weight of the class relative to the other classes.
    package var weight: Double
    /// The iOS versions in the form `26.0`, with their weights.
    package var ios: [Weighted<String>]
    /// The background modes that the apps declare in `UIBackgroundModes`.
    package var modes: [BackgroundMode]
    /// The names of the strategies that act for the apps.
    package var strategies: [String]
    /// True if the apps adopt scenes.
    package var scenes: Bool
    /// The sessions in which the users use the apps.
    package var sessions: Sessions
    /// The time when the users sleep.
    package var night: Night
    /// The wakes that services have for the apps.
    package var wakes: [WakePlan]
    /// The apps' work in a background task after leaving the screen; `nil` if they do no such work.
    package var backgroundWork: BackgroundWork?
    /// The apps' use of location, and the movement of the users.
    package var location: LocationPlan
    /// The phone calls and alarms that interrupt the apps' sound.
    package var interruptions: Interruptions
    /// The number of times per day that memory runs short and iOS purges the app.
    package var memoryPressurePerDay: Distribution
    /// The fraction of users who have switched off Background App Refresh, 0 to 1.
    package var refreshOff: Double
    /// The time that the app spends in `didFinishLaunching`.
    package var launchTime: Distribution
    /// The time that the app spends in `didEnterBackground`.
    package var enterBackgroundTime: Distribution

    /// The sessions in which a user uses an app.
    package struct Sessions: Sendable, Hashable, Codable {
        /// The number of sessions per day, which all begin while the user is awake. A session that begins during
        /// another session is ignored.
        package var perDay: Distribution
        /// The time for which the app stays on the screen.
        package var length: Distribution
        /// The probability that the user removes the app in the app switcher after a session, 0 to 1.
        package var forceQuit: Double
    }

    /// The time in which users sleep: they open no app, the device is charging, and it is not in use.
    package struct Night: Sendable, Hashable, Codable {
        /// The hour of the day at which the night begins.
        package var from: Double
        /// The hour of the day at which the night ends; the simulation begins at this hour.
        package var to: Double

        /// The length of the night in hours.
        package var hours: Double { to < from ? to + 24 - from : to - from }
    }

    /// The wakes that one service has for an app.
    package struct WakePlan: Sendable, Hashable, Codable {
        /// The kind of wake, which identifies the service.
        package var kind: WakeKind
        /// The number of wakes per day; for tasks and fetches, the number of opportunities per day at which iOS may
        /// start them.
        package var perDay: Distribution
        /// The time for which the app works on a wake.
        package var work: Distribution
        /// The probability that the app never completes a wake, 0 to 1.
        package var neverCompletes: Double
        /// The earliest begin of a task after its submission, or the minimum interval between fetches, in seconds.
        package var earliestBegin: Double
        /// The value of `requiresExternalPower` for a processing task.
        package var requiresExternalPower: Bool
    }

    /// The work that an app does in a background task after leaving the screen.
    package struct BackgroundWork: Sendable, Hashable, Codable {
        /// The duration of the work, in seconds.
        package var length: Distribution
        /// The probability that the app never ends the task, not even in the expiration handler, 0 to 1.
        package var leak: Double
        /// The probability that the app keeps a file in a shared container locked, 0 to 1.
        package var lock: Double
    }

    /// An app's use of location, and the movement of its user.
    package struct LocationPlan: Sendable, Hashable, Codable {
        /// The users' answers to the request for authorization, with their weights.
        package var authorization: [Weighted<LocationAnswer>]
        /// The time between two fixes while location updates are running.
        package var fixEvery: Distribution
        /// The probability that the device has moved to another place at the next fix, 0 to 1.
        package var moves: Double
        /// The value of `pausesLocationUpdatesAutomatically`.
        package var pausesAutomatically: Bool
    }

    /// Phone calls and alarms that interrupt the app's sound.
    package struct Interruptions: Sendable, Hashable, Codable {
        /// The number of interruptions per day, which all begin while the user is awake.
        package var perDay: Distribution
        /// The duration of an interruption, in seconds.
        package var length: Distribution
        /// The probability that an interruption ends with `shouldResume`, 0 to 1.
        package var resumes: Double
    }

    /// A label for the ways in which the apps of the class stay alive in the background: the strategies, and the
    /// background work if any.
    package var strategyLabel: String {
        var own = strategies.filter { $0 != NoStrategy.descriptor.name }
        if backgroundWork != nil { own.append("background-work") }
        return own.isEmpty ? NoStrategy.descriptor.name : own.joined(separator: "+")
    }
}

extension WakeKind {
    /// The kinds of wakes that a population may plan at random times. The other kinds follow from the app's actions, or
    /// need an action of the user.
    static let drawable = allCases.filter {
        ![.continuedProcessing, .voipKeepAlive, .voipRelaunch, .activitySession, .liveActivity, .remoteCommand]
            .contains($0)
    }

    /// True if the wake comes only while the user is awake.
    var isOfTheDay: Bool {
        switch self {
        case .region, .significantChange, .visit, .location, .voipPush, .voipSocket, .pushToTalk, .liveActivity,
            .externalAccessory:
            true
        default: false
        }
    }
}
