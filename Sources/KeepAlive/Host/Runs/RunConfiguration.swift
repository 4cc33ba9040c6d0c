import KeepAliveEngine
import KeepAliveLinux
import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveScenarios
import KeepAliveStrategies

/// Whose rules apply.
package struct PolicyChoice {
    /// The policy of the version.
    package var profile = ProfileCatalogue.newest
    /// Constants and switches that differ from the version's and the scenario's.
    package var overrides: [ProfileOverride] = []

    /// The policy of the run.
    ///
    /// - Parameter scenario: where other values may stand, which those of the user go before.
    /// - Throws: ``KeepAliveError`` with code `usage`.
    package func profileWithOverrides(of scenario: Scenario? = nil) throws -> PolicyProfile {
        try profile.applying((scenario?.overrides ?? []) + overrides)
    }
}

/// Which parts of the machine are used.
package struct MachineChoice {
    /// How to suspend.
    package var freezer = FreezerChoice.auto
    /// Which device plays.
    package var audioDevice = AudioDeviceChoice.automatic
    /// What a strategy's player loops.
    package var sound = Sound.silence
    /// Where fixes come from.
    package var location = LocationChoice.auto
}

/// What is written of a run: paths, or `-` for standard error; `nil` for nothing.
package struct RunOutputs {
    /// Where the events go.
    package var events: String?
    /// Where the summary goes.
    package var summary: String?
    /// Where the page goes.
    package var report: String?
    /// Where the trace goes.
    package var trace: String?
    /// The file that holds the figures of now while the run goes on.
    package var metrics: String?
    /// The device whose energy is estimated.
    package var energy: EnergyProfile?
    /// Whether the figures are shown at the end.
    package var figures = false
    /// Whether the timeline stays off standard error.
    package var quiet = false
    /// Whether the timeline has colours.
    package var colours = false

    /// Whether figures are asked for, so that everything is counted.
    package var measures: Bool {
        summary != nil || trace != nil || report != nil || figures || metrics != nil
    }
}

/// Everything that a user chooses for a run.
package struct RunConfiguration {
    /// The app.
    package var app: AppSetup
    /// What the device is called; the runner's pid where it is not said.
    package var name: String?
    /// Whose rules apply.
    package var policy = PolicyChoice()
    /// Which parts of the machine are used.
    package var machine = MachineChoice()
    /// Times, time scale and answers of the user.
    package var plan = RunPlan()
    /// A scripted life instead of the plan's times.
    package var scenario: Scenario?
    /// By how much the machine's timing may miss what a scenario expects.
    package var tolerance = Duration.milliseconds(250)
    /// What is written.
    package var outputs = RunOutputs()

    package init(_ app: AppSetup = AppSetup()) {
        self.app = app
    }

    /// The modes whose parts of the machine the run uses.
    var usedModes: Set<BackgroundMode> {
        scenario?.usedModes ?? Set(app.strategies.flatMap { $0.descriptor.requiredModes })
    }

    /// Refuses what the user chose for a part of the machine that the run does not use.
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

    /// What the app declares: the scenario's manifest, or that of the command line.
    ///
    /// - Throws: ``KeepAliveError`` with code `manifest`.
    func manifest() throws -> Manifest { try scenario?.app.manifest ?? app.manifest() }

    /// The policy of an app that has not been started.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` for a value that cannot be set.
    func policyMachine(of manifest: Manifest, conditions: DeviceConditions) throws -> PolicyMachine {
        // As many CPUs as an iPhone has: an app that keeps more busy is caught as soon as it would be there, and the many
        // cores of a server do not make the runner look at an idle app all the time.
        PolicyMachine(
            profile: try policy.profileWithOverrides(of: scenario).scaled(by: plan.timeScale), manifest: manifest,
            conditions: conditions, monitorsUsage: true, cpuCount: min(Machine.cpuCount, 6))
    }
}
