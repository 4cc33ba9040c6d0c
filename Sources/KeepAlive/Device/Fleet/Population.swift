import KeepAlivePolicy
import KeepAliveStrategies

/// The population of a fleet: classes of apps with their users, as a population file describes them.
package struct Population: Sendable, Hashable, Codable {
    /// The version of this layout.
    package var version = 1
    /// The classes, in the order of the file.
    package var classes: [AppClass]

    package init(classes: [AppClass]) {
        self.classes = classes
    }
}

/// Apps of one kind: their properties, their actions, and their users' actions.
///
/// Times are in seconds. A distribution "a day" is drawn once for each app and gives the rate of this user. The events
/// come at random times of that rate.
package struct AppClass: Sendable, Hashable, Codable {
    /// The name of the class.
    package var name: String
    /// The weight of the class in relation to the others.
    package var weight: Double
    /// The versions of iOS, as `26.0`.
    package var ios: [Weighted<String>]
    /// `UIBackgroundModes`.
    package var modes: [BackgroundMode]
    /// The names of strategies.
    package var strategies: [String]
    /// True if the apps adopt scenes.
    package var scenes: Bool
    /// The sessions of the users.
    package var sessions: Sessions
    /// The time when the users sleep.
    package var night: Night
    /// The events that services have for the apps.
    package var wakes: [WakePlan]
    /// The work of the apps in a background task when they leave the screen, or `nil`.
    package var backgroundWork: BackgroundWork?
    /// The behaviour of location.
    package var location: LocationPlan
    /// Calls and alarms that interrupt sound.
    package var interruptions: Interruptions
    /// The number of times a day that memory runs short and the system chooses the app.
    package var memoryPressurePerDay: Distribution
    /// The part of the users that have switched off Background App Refresh.
    package var refreshOff: Double
    /// The duration of `didFinishLaunching`.
    package var launchTime: Distribution
    /// The duration of `didEnterBackground`.
    package var enterBackgroundTime: Distribution

    /// The use of an app by its user.
    package struct Sessions: Sendable, Hashable, Codable {
        /// The number of times a day, while awake, that the user opens the app. Opening an open app does not count.
        package var perDay: Distribution
        /// The time for which the app stays on screen.
        package var length: Distribution
        /// The probability that the user then removes the app from the app switcher, 0 to 1.
        package var forceQuit: Double
    }

    /// The time when users sleep: they open no app, the device charges, and it is not in use.
    package struct Night: Sendable, Hashable, Codable {
        /// The hour of the day at which the night begins.
        package var from: Double
        /// The hour of the day at which it ends, and the time line begins.
        package var to: Double

        /// The length of the night in hours.
        package var hours: Double { to < from ? to + 24 - from : to - from }
    }

    /// The events of one service for an app.
    package struct WakePlan: Sendable, Hashable, Codable {
        /// The service.
        package var kind: WakeKind
        /// The number of its events a day; for tasks and fetches, the number of moments that the system has for them.
        package var perDay: Distribution
        /// The time for which the app works on an event.
        package var work: Distribution
        /// The probability that the app forgets to say that it has finished, 0 to 1.
        package var neverCompletes: Double
        /// `earliestBeginDate` of a task, or the minimum interval between fetches.
        package var earliestBegin: Double
        /// `requiresExternalPower` of a processing task.
        package var requiresExternalPower: Bool
    }

    /// The work of an app in a background task when it leaves the screen.
    package struct BackgroundWork: Sendable, Hashable, Codable {
        /// The duration of the work.
        package var length: Distribution
        /// The probability that the app never ends the task, not even in the expiration handler, 0 to 1.
        package var leak: Double
        /// The probability that the app keeps a file in a shared container locked, 0 to 1.
        package var lock: Double
    }

    /// The behaviour of location.
    package struct LocationPlan: Sendable, Hashable, Codable {
        /// The answers of users to the request for authorization.
        package var authorization: [Weighted<LocationAnswer>]
        /// The time between two fixes of a stream.
        package var fixEvery: Distribution
        /// The probability that the user is at another place at the next fix, 0 to 1.
        package var moves: Double
        /// `pausesLocationUpdatesAutomatically`.
        package var pausesAutomatically: Bool
    }

    /// Calls and alarms.
    package struct Interruptions: Sendable, Hashable, Codable {
        /// The number a day, while the user is awake.
        package var perDay: Distribution
        /// Their duration.
        package var length: Distribution
        /// The probability that they end with `shouldResume`, 0 to 1.
        package var resumes: Double
    }

    /// The label of the class's ways to live in the background: its strategies, and its background work if it has any.
    package var strategyLabel: String {
        var own = strategies.filter { $0 != NoStrategy.descriptor.name }
        if backgroundWork != nil { own.append("background-work") }
        return own.isEmpty ? NoStrategy.descriptor.name : own.joined(separator: "+")
    }
}

extension WakeKind {
    /// The services that a population may use. The others follow from the app's actions, or need an action of the user.
    static let drawable = allCases.filter {
        ![.continuedProcessing, .voipKeepAlive, .voipRelaunch, .activitySession, .liveActivity, .remoteCommand]
            .contains($0)
    }

    /// True if the event happens only while the user is up.
    var isOfTheDay: Bool {
        switch self {
        case .region, .significantChange, .visit, .location, .voipPush, .voipSocket, .pushToTalk, .liveActivity,
            .externalAccessory:
            true
        default: false
        }
    }
}
