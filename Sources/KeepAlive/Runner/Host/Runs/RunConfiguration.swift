import KeepAliveEngine
import KeepAliveLinux
import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveScenarios
import KeepAliveStrategies

/// The choice of the policy: iOS version, interpretation of contradictory sources, and overrides.
package struct PolicyChoice {
    /// The profile of the iOS version.
    package var profile = ProfileCatalogue.newest
    /// The interpretation that the rules follow where sources contradict each other; `nil` for the scenario's
    /// interpretation.
    package var reading: PolicyReading?
    /// Changes of constants and switches. They override the profile, the interpretation and the scenario.
    package var overrides: [ProfileOverride] = []

    /// Returns the profile of the run with all changes applied.
    ///
    /// - Parameter scenario: a scenario that may have changes of its own; changes of the command line take precedence.
    /// - Throws: ``KeepAliveError`` with code `usage` if a change is invalid.
    package func profileWithOverrides(of scenario: Scenario? = nil) throws -> PolicyProfile {
        if let scenario { return try scenario.profile(profile, reading: reading, overrides: overrides) }
        return try profile.reading(reading ?? .apple).applying(overrides)
    }
}

/// The choice of the parts of the machine that a run uses.
package struct MachineChoice {
    /// The freezer, which suspends the app.
    package var freezer = FreezerChoice.auto
    package var audioDevice = AudioDeviceChoice.automatic
    /// The sound that a strategy's player loops.
    package var sound = Sound.silence
    /// The source of location fixes.
    package var location = LocationChoice.auto
}

/// The outputs of a run. Paths may be `-` for standard error; `nil` means no output.
package struct RunOutputs {
    /// The path for the events of the timeline.
    package var events: String?
    /// The path for the summary as JSON.
    package var summary: String?
    /// The path for the HTML report.
    package var report: String?
    /// The path for the trace for ui.perfetto.dev.
    package var trace: String?
    /// The path of the metrics file, which is kept up to date during the run.
    package var metrics: String?
    /// The energy profile for an estimate; `nil` for no estimate.
    package var energy: EnergyProfile?
    /// True if the costs are printed at the end of the run.
    package var figures = false
    /// True if the timeline is not printed on standard error.
    package var quiet = false
    /// True if the printed timeline has colours.
    package var colours = false

    /// True if an output needs figures, so that the run counts everything.
    package var measures: Bool {
        summary != nil || trace != nil || report != nil || figures || metrics != nil
    }
}

/// The settings of a run, which the command line determines.
package struct RunConfiguration {
    package var app: AppSetup
    /// The name of the device; `nil` for the runner's pid.
    package var name: String?
    package var policy = PolicyChoice()
    /// The system life, which causes events on the device by itself; `nil` for the scenario's system life.
    package var systemLife: SystemLife?
    /// True if the device can run several apps (SD-05).
    package var supportsMultitasking = true
    /// True if the sockets of a frozen app are closed (LC-23).
    package var reclaimsSockets = false
    /// The place where the notifications of apps appear.
    package var notifications = NotificationPlace.timeline
    /// The push server that the device uses.
    package var pushServer = PushServerChoice.auto
    package var machine = MachineChoice()
    /// The times of the run, its time scale, and the user's answers.
    package var plan = RunPlan()
    /// The scenario to play; `nil` to follow the times of ``plan``.
    package var scenario: Scenario?
    /// The largest deviation that the machine's timing may add to an expectation of a scenario.
    package var tolerance = Duration.milliseconds(250)
    package var outputs = RunOutputs()

    package init(_ app: AppSetup = AppSetup()) {
        self.app = app
    }

    /// The background modes whose parts of the machine the run uses.
    var usedModes: Set<BackgroundMode> {
        scenario?.usedModes ?? Set(app.strategies.flatMap { $0.descriptor.requiredModes })
    }

    /// Throws an error if the command line chose a part of the machine that the run does not use.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` that names the option.
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

    /// The conditions of the device: the scenario's, or those of a phone in daily use, with the choices of the command
    /// line applied.
    var conditions: DeviceConditions {
        var conditions = scenario?.device.conditions ?? DeviceConditions()
        if let systemLife { conditions.systemLife = systemLife }
        if !supportsMultitasking { conditions.supportsMultitasking = false }
        return conditions
    }

    /// Returns the app's manifest: the scenario's, or the manifest of the command line.
    ///
    /// - Throws: ``KeepAliveError`` with code `manifest` if the Info.plist is invalid.
    func manifest() throws -> Manifest { try scenario?.app.manifest ?? app.manifest() }

    /// The shortest time limit of a watchdog for the app's code, in time of this machine. It applies even if the
    /// policy's time is scaled down.
    static let leastTimeForCode = Duration.seconds(1)

    /// Returns the policy machine for an app that has not been started.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` if a constant or switch has an invalid value.
    func policyMachine(of manifest: Manifest, conditions: DeviceConditions) throws -> PolicyMachine {
        // The number of CPUs is limited to that of an iPhone. Then an app that keeps more CPUs busy is detected as
        // early as on a phone, and the many cores of a server do not make the runner check an idle app all the time.
        PolicyMachine(
            profile: try policy.profileWithOverrides(of: scenario)
                .scaled(by: plan.timeScale, leastTimeForCode: Self.leastTimeForCode),
            manifest: manifest, conditions: conditions, monitorsUsage: true, cpuCount: min(Machine.cpuCount, 6))
    }
}
