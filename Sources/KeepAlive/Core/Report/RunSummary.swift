import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts

/// The figures of a run, in the form that the option `--summary` writes as JSON. Times are in seconds.
package struct RunSummary: Sendable, Codable {
    /// The version of the JSON layout. It increases when the meaning of a field changes, not when a field is added.
    package var version = 2
    /// The app's bundle identifier.
    package var app: String
    /// The iOS version whose rules applied.
    package var ios: String
    /// The time scale, by which every duration of the policy was multiplied.
    package var timeScale: Double
    /// The names of the strategies that acted for the app.
    package var strategies: [String]
    /// The background modes that the manifest declares, in alphabetical order.
    package var declaredModes: [String]
    /// The way in which the run ended, and why.
    package var exit: Exit
    /// The accounts of time and usage by application state.
    package var states: [String: StateLedger.Account]
    /// The accounts of time and usage by grant.
    package var grants: [String: StateLedger.Holding]
    /// The counts of audio frames and location fixes, which are the evidence for the grants `audio` and `location`.
    package var evidence: EvidenceCounts
    /// The power proxies by the part of the run that caused the costs.
    package var proxies: [RunPart: ProxyValues]
    /// The energy on a device, estimated by the energy model; `nil` if no profile was chosen.
    package var energy: EnergyEstimate?
    /// The findings about the app's behaviour; `nil` if the run was not checked.
    package var findings: [BehaviourLint.Finding]?
    /// The numbers and durations of the freezes and thaws that the kernel confirmed.
    package var freezer: FreezerFigures
    /// The machine on which the run took place, and the freezer, audio device and location receiver that the run used.
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

    /// The ways in which a run can end.
    package enum Ending: String, Sendable, Codable {
        /// The process ended by itself, or was ended by a signal from outside of the runner.
        case processEnded
        /// The policy ended the app.
        case killed
        /// The time given by `--for` was over.
        case asPlanned
        /// The run has not ended.
        case stillRunning
    }

    /// The way in which a run ended, and why.
    package struct Exit: Sendable, Codable {
        /// The exit status of the runner.
        package var status: Int32
        package var ending: Ending
        /// The end in words: `exit 0`, `signal 9`, `ended as planned`.
        package var how: String
        /// The rule of the policy's last decision about the app's state; `nil` if there was no decision.
        package var rule: RuleID?
        /// The reason for the policy's last decision about the app's state, in words; `nil` if there was no decision.
        package var reason: String?
        /// The time in seconds from the last move from foreground to background to the freeze, the end or the return to
        /// the foreground; `null` if none of these happened.
        package var aliveInBackgroundSeconds: Double?
        /// The termination by the system; `nil` if there was none.
        package var termination: Termination?
        /// The exceptions that were raised in the app.
        package var exceptions: [AppleException]
        /// The app's state at the end.
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

    /// The counts of audio frames and location fixes, which are the evidence for the grants `audio` and `location`.
    package struct EvidenceCounts: Sendable, Codable {
        /// The number of audio frames that the audio device has played.
        package var framesPlayed: Int64 = 0

        package init() {}
        /// The duration of the played audio frames in seconds.
        package var audioSeconds = 0.0
        /// The number of fixes that have arrived.
        package var fixes = 0
        /// The number of reports without a usable fix.
        package var reportsWithoutFix = 0
    }

    /// The numbers and durations of the freezes and thaws that the kernel confirmed.
    package struct FreezerFigures: Sendable, Codable {
        /// The number of freezes of the process tree.
        package var freezes = 0
        /// The number of thaws of the process tree.
        package var thaws = 0
        /// The total time in seconds for which the tree was frozen.
        package var frozenSeconds = 0.0
        /// The longest time in seconds from a freeze request to its confirmation; `nil` without a freeze.
        package var freezeLatencyMaxSeconds: Double?
        /// The longest time in seconds from a thaw request to its confirmation; `nil` without a thaw.
        package var thawLatencyMaxSeconds: Double?

        package init() {}
    }

    /// The machine on which the run took place, and the freezer, audio device and location receiver that the run used.
    package struct Environment: Sendable, Codable {
        /// The kernel's version, as `uname -r` prints it.
        package var kernel: String
        /// The freezer and the reason why it was chosen.
        package var freezer: FreezerDescription
        /// The audio device; `nil` if none was used.
        package var audio: AudioOutputDescription?
        /// The location receiver; `nil` if none was used.
        package var gpsd: LocationSourceDescription?
        /// A description of the machine; `nil` if no figures were requested.
        package var machine: MachineDescription?
        /// The other load on the machine during the run; `nil` if no figures were requested.
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
