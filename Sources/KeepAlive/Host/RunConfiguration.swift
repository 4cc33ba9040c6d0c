import KeepAliveEngine
import KeepAliveLinux
import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveScenarios
import KeepAliveStrategies

/// Everything that a user chooses for a run.
package struct RunConfiguration {
    /// The command and its arguments; not empty.
    package var command: [RawText]
    /// What the device is called; the runner's pid where it is not said.
    package var name: String?
    /// What its environment is; the runner's where it is not said.
    package var environment: [RawText]?
    /// Where it is started; where the runner was, if it is not said.
    package var directory: String?
    /// The directory that is the app's container: its home, with `Documents` and `Library`; its user's where it is not said.
    package var container: String?
    /// Where its output goes; to where the runner's goes, with the terminal, if it is not said.
    package var streams: SupervisedProcess.Streams?
    /// Whether it speaks the protocol of `KEEPALIVE_SOCKET`, so that its launch ends when it says so; `nil` to find out.
    package var speaks: Bool?
    /// The path of the Info.plist, or `nil` for a manifest that declares nothing.
    package var infoPlist: String?
    /// Modes declared beside it.
    package var modes: [BackgroundMode] = []
    /// The strategies that act for the app.
    package var strategies: [StrategyFactory] = []
    /// What the user chooses for them.
    package var strategyOptions = StrategyOptions()
    /// The policy of the version.
    package var profile = ProfileCatalogue.newest
    /// Constants and switches that differ from the version's and the scenario's.
    package var overrides: [ProfileOverride] = []
    /// Times, time scale and answers of the user.
    package var plan = RunPlan()
    /// A scripted life instead of the plan's times.
    package var scenario: Scenario?
    /// By how much the machine's timing may miss what a scenario expects.
    package var tolerance = Duration.milliseconds(250)
    /// The shared container: a file in it that is locked at suspension ends the app (RB-15).
    package var appGroup: String?
    /// How to suspend.
    package var freezer = SupervisedProcess.FreezerChoice.auto
    /// Which device plays.
    package var audioDevice = AudioDeviceChoice.automatic
    /// What a strategy's player loops.
    package var sound = Sound.silence
    /// Where fixes come from.
    package var location = LocationChoice.auto
    /// Where the events go: a path, `-` for standard error, or `nil`.
    package var events: String?
    /// Where the summary goes: a path, `-` for standard error, or `nil`.
    package var summary: String?
    /// Where the page goes: a path, `-` for standard error, or `nil`.
    package var report: String?
    /// Where the trace goes: a path, `-` for standard error, or `nil`.
    package var trace: String?
    /// The file that holds the figures of now while the run goes on, or `nil`.
    package var metrics: String?
    /// The device whose energy is estimated, or `nil`.
    package var energy: EnergyProfile?
    /// Whether the figures are shown at the end.
    package var figures = false
    /// Whether the timeline stays off standard error.
    package var quiet = false
    /// Whether the timeline leaves out what freezes, and why; for runs that follow each other.
    package var hidesFreezer = false
    /// Whether the timeline has colours.
    package var colours = false

    package init(command: [RawText]) {
        self.command = command
    }

    /// Whether figures are asked for, so that everything is counted.
    package var measures: Bool {
        summary != nil || trace != nil || report != nil || figures || metrics != nil
    }

    /// New ones of the strategies that are no programs.
    var ownStrategies: [any KeepAliveStrategy] {
        strategies.filter { $0.program == nil }.map { $0.make(strategyOptions) }
    }

    /// The modes whose parts of the machine the run uses.
    var usedModes: Set<BackgroundMode> {
        guard let scenario else { return Set(strategies.flatMap { $0.descriptor.requiredModes }) }
        return scenario.usedModes
    }

    /// Whether the app speaks for itself, as is said or as its file shows.
    var mayUseAnything: Bool {
        speaks
            ?? AppMark.isIn(
                command: command[0], environment: environment ?? Machine.rawEnvironment, directory: directory)
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
            switch sound {
            case .file: throw unused("--audio-file", why, "background-player")
            case .tone: throw unused("--audible", why, "silent-audio")
            case .silence: break
            }
            if audioDevice != .automatic { throw unused("--audio-device", why, "silent-audio") }
        }
        if !used.contains(.location) {
            let why = "nothing here asks for the location"
            switch location {
            case .server: throw unused("--gpsd", why, "location")
            case .replay: throw unused("--gps-replay", why, "location")
            case .auto: break
            }
        }
    }

    /// The policy of the run.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage`.
    package func profileWithOverrides() throws -> PolicyProfile {
        try profile.applying((scenario?.overrides ?? []) + overrides)
    }

    /// The manifest of the run, with the modes of the command line.
    ///
    /// - Throws: ``KeepAliveError`` with code `manifest`.
    package func manifest() throws -> Manifest {
        if let scenario { return scenario.app.manifest }
        guard let infoPlist else {
            // Without a file there is nobody who could have forgotten the usage strings.
            var manifest = Manifest.withUsageStrings
            manifest.declare(modes)
            return manifest
        }
        var manifest = try ManifestFile.load(infoPlist)
        manifest.declare(modes)
        return manifest
    }
}
