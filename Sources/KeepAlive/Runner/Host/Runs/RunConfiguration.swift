import KeepAliveEngine
import KeepAliveLinux
import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveScenarios
import KeepAliveStrategies

/// The choice of the rules.
package struct PolicyChoice {
    /// The policy of the version.
    package var profile = ProfileCatalogue.newest
    /// The sources that the rules follow where they contradict each other; `nil` for those of the scenario.
    package var reading: PolicyReading?
    /// Constants and switches that differ from the version's, the reading's and the scenario's.
    package var overrides: [ProfileOverride] = []

    /// Returns the policy of the run.
    ///
    /// - Parameter scenario: a scenario with values of its own; the user's values come before them.
    /// - Throws: ``KeepAliveError`` with code `usage`.
    package func profileWithOverrides(of scenario: Scenario? = nil) throws -> PolicyProfile {
        if let scenario { return try scenario.profile(profile, reading: reading, overrides: overrides) }
        return try profile.reading(reading ?? .apple).applying(overrides)
    }
}

/// The choice of the machine's parts.
package struct MachineChoice {
    /// The way to suspend.
    package var freezer = FreezerChoice.auto
    /// The device that plays.
    package var audioDevice = AudioDeviceChoice.automatic
    /// The sound that a strategy's player loops.
    package var sound = Sound.silence
    /// The source of fixes.
    package var location = LocationChoice.auto
}

/// The outputs of a run: paths, or `-` for standard error; `nil` for nothing.
package struct RunOutputs {
    /// The path for the events.
    package var events: String?
    /// The path for the summary.
    package var summary: String?
    /// The path for the page.
    package var report: String?
    /// The path for the trace.
    package var trace: String?
    /// The file that holds the present figures while the run goes on.
    package var metrics: String?
    /// The device whose energy is estimated.
    package var energy: EnergyProfile?
    /// True when the figures are shown at the end.
    package var figures = false
    /// True when the timeline stays off standard error.
    package var quiet = false
    /// True when the timeline has colours.
    package var colours = false

    /// True when figures are asked for, so that everything is counted.
    package var measures: Bool {
        summary != nil || trace != nil || report != nil || figures || metrics != nil
    }
}

/// All choices of a user for a run.
package struct RunConfiguration {
    /// The app.
    package var app: AppSetup
    /// The device's name; the runner's pid if none is given.
    package var name: String?
    /// The choice of the rules.
    package var policy = PolicyChoice()
    /// The system's own life; `nil` for the scenario's.
    package var systemLife: SystemLife?
    /// The device runs several apps (SD-05).
    package var supportsMultitasking = true
    /// The sockets of a frozen app are taken from it (LC-23).
    package var reclaimsSockets = false
    /// Where notifications appear.
    package var notifications = NotificationPlace.timeline
    /// The push server of the device.
    package var pushServer = PushServerChoice.auto
    /// The choice of the machine's parts.
    package var machine = MachineChoice()
    /// Times, time scale and answers of the user.
    package var plan = RunPlan()
    /// A scripted life instead of the plan's times.
    package var scenario: Scenario?
    /// The most by which the machine's timing may miss an expectation of a scenario.
    package var tolerance = Duration.milliseconds(250)
    /// The outputs of the run.
    package var outputs = RunOutputs()

    package init(_ app: AppSetup = AppSetup()) {
        self.app = app
    }

    /// The modes whose parts of the machine the run uses.
    var usedModes: Set<BackgroundMode> {
        scenario?.usedModes ?? Set(app.strategies.flatMap { $0.descriptor.requiredModes })
    }

    /// Refuses a choice for a part of the machine that the run does not use.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage`.
    func requireUse(of used: Set<BackgroundMode>) throws {
        func unused(_ option: String, _ why: String, _ strategy: String) -> KeepAliveError {
            KeepAliveError(
                .usage, "\(option): \(why)",
                remedy: "Leave it out, or add a strategy such as \(strategy) ('keepalive-run list strategies')")
        }
        if !used.contains(.audio) {
            let why = "nothing here plays"
            switch machine.sound {
            case .file: throw unused("--audio-file", why, "background-player")
            case .tone: throw unused("--audible", why, "silent-audio")
            case .silence: break
            }
            if machine.audioDevice != .automatic { throw unused("--audio-device", why, "silent-audio") }
        }
        if !used.contains(.location) {
            let why = "nothing here asks for the location"
            switch machine.location {
            case .server: throw unused("--gpsd", why, "location")
            case .replay: throw unused("--gps-replay", why, "location")
            case .auto: break
            }
        }
    }

    /// The conditions of the device: the scenario's, or those of a phone in daily use.
    var conditions: DeviceConditions {
        var conditions = scenario?.device.conditions ?? DeviceConditions()
        if let systemLife { conditions.systemLife = systemLife }
        if !supportsMultitasking { conditions.supportsMultitasking = false }
        return conditions
    }

    /// Returns the app's manifest: the scenario's, or that of the command line.
    ///
    /// - Throws: ``KeepAliveError`` with code `manifest`.
    func manifest() throws -> Manifest { try scenario?.app.manifest ?? app.manifest() }

    /// The least time of this machine that a watchdog leaves the app's code, however fast the policy's time goes.
    static let leastTimeForCode = Duration.seconds(1)

    /// Returns the policy of an app that has not been started.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` for a value that cannot be set.
    func policyMachine(of manifest: Manifest, conditions: DeviceConditions) throws -> PolicyMachine {
        // At most as many CPUs as an iPhone has. So an app that keeps more busy is caught as soon as on a phone, and
        // the many cores of a server do not make the runner look at an idle app all the time.
        PolicyMachine(
            profile: try policy.profileWithOverrides(of: scenario)
                .scaled(by: plan.timeScale, leastTimeForCode: Self.leastTimeForCode),
            manifest: manifest, conditions: conditions, monitorsUsage: true, cpuCount: min(Machine.cpuCount, 6))
    }
}
