import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts

/// The figures of a run, as `--summary` writes them: seconds, counts and full names.
package struct RunSummary: Sendable, Codable {
    /// The version of this layout. It changes when the meaning of a field changes, not when a field is added.
    package var version = 2
    /// The bundle identifier.
    package var app: String
    /// The iOS version whose rules applied.
    package var ios: String
    /// The factor on every duration of the policy.
    package var timeScale: Double
    /// The strategies.
    package var strategies: [String]
    /// The background modes that the manifest declares, in alphabetical order.
    package var declaredModes: [String]
    /// The end of the run.
    package var exit: Exit
    /// The seconds in each state, and the usage in that time.
    package var states: [String: StateLedger.Account]
    /// The seconds for which each grant was held, and the usage in that time.
    package var grants: [String: StateLedger.Holding]
    /// The counts that prove the grants.
    package var evidence: EvidenceCounts
    /// The proxies for the energy of the run, by the part that caused it.
    package var proxies: [RunPart: ProxyValues]
    /// The energy on a device, by the energy model; `nil` if no profile was chosen.
    package var energy: EnergyEstimate?
    /// Remarks on the app's behaviour; `nil` if the run was not checked.
    package var findings: [BehaviourLint.Finding]?
    /// Freezes and thaws that the kernel confirmed.
    package var freezer: FreezerFigures
    /// The machine, and the resources that it gave the run.
    package var environment: Environment

    package init(
        app: String, ios: String, timeScale: Double, strategies: [String], declaredModes: [String], exit: Exit,
        states: [String: StateLedger.Account], grants: [String: StateLedger.Holding], evidence: EvidenceCounts,
        proxies: [RunPart: ProxyValues], energy: EnergyEstimate? = nil, findings: [BehaviourLint.Finding]? = nil,
        freezer: FreezerFigures, environment: Environment
    ) {
        self.app = app
        self.ios = ios
        self.timeScale = timeScale
        self.strategies = strategies
        self.declaredModes = declaredModes
        self.exit = exit
        self.states = states
        self.grants = grants
        self.evidence = evidence
        self.proxies = proxies
        self.energy = energy
        self.findings = findings
        self.freezer = freezer
        self.environment = environment
    }

    /// The kinds of the end of a run.
    package enum Ending: String, Sendable, Codable {
        /// The process ended by itself, or by somebody's signal.
        case processEnded
        /// The policy ended the app.
        case killed
        /// The time of `--for` was over.
        case asPlanned
        /// The run has not ended.
        case stillRunning
    }

    /// The end of a run.
    package struct Exit: Sendable, Codable {
        /// The exit status of the runner.
        package var status: Int32
        /// The kind of the end.
        package var ending: Ending
        /// The end in words: `exit 0`, `signal 9`, `ended as planned`.
        package var how: String
        /// The last decision of the policy about the app's state.
        package var rule: RuleID?
        /// That decision in words.
        package var reason: String?
        /// Seconds from the last background entry to the freeze, the end or the return; `null` if none of these came.
        package var aliveInBackgroundSeconds: Double?
        /// The termination by the system, if there was one.
        package var termination: Termination?
        /// The exceptions that were raised.
        package var exceptions: [AppleException]
        /// The state at the end.
        package var lastState: ApplicationState

        package init(
            status: Int32, ending: Ending, how: String, rule: RuleID? = nil, reason: String? = nil,
            aliveInBackgroundSeconds: Double? = nil, termination: Termination? = nil, exceptions: [AppleException],
            lastState: ApplicationState
        ) {
            self.status = status
            self.ending = ending
            self.how = how
            self.rule = rule
            self.reason = reason
            self.aliveInBackgroundSeconds = aliveInBackgroundSeconds
            self.termination = termination
            self.exceptions = exceptions
            self.lastState = lastState
        }
    }

    /// The counts that prove the grants.
    package struct EvidenceCounts: Sendable, Codable {
        /// Frames that the audio device has played.
        package var framesPlayed: Int64 = 0

        package init() {}
        /// The duration of these frames, in seconds.
        package var audioSeconds = 0.0
        /// Fixes that have arrived.
        package var fixes = 0
        /// Reports without a usable fix.
        package var reportsWithoutFix = 0
    }

    /// Freezes and thaws that the kernel confirmed.
    package struct FreezerFigures: Sendable, Codable {
        /// The number of times that the tree was frozen.
        package var freezes = 0
        /// The number of times that it was thawed.
        package var thaws = 0
        /// The total time for which it was frozen, in seconds.
        package var frozenSeconds = 0.0
        /// The longest time from a freeze request to its confirmation, in seconds.
        package var freezeLatencyMaxSeconds: Double?
        /// The longest time from a thaw request to its confirmation, in seconds.
        package var thawLatencyMaxSeconds: Double?

        package init() {}
    }

    /// The machine, and the resources that it gave the run.
    package struct Environment: Sendable, Codable {
        /// `uname -r`.
        package var kernel: String
        /// The freezer, and why it was chosen.
        package var freezer: FreezerDescription
        /// The audio device, if one was used.
        package var audio: AudioOutputDescription?
        /// The receiver, if one was used.
        package var gpsd: LocationSourceDescription?
        /// A description of the machine, if figures were asked for.
        package var machine: MachineDescription?
        /// The other activity of the machine during the run, if figures were asked for.
        package var noise: MachineNoise?

        package init(
            kernel: String, freezer: FreezerDescription, audio: AudioOutputDescription? = nil,
            gpsd: LocationSourceDescription? = nil
        ) {
            self.kernel = kernel
            self.freezer = freezer
            self.audio = audio
            self.gpsd = gpsd
        }
    }
}
