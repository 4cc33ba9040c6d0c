import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts

/// The figures of a run, as `--summary` writes them: seconds, counts, names spelled out.
package struct RunSummary: Sendable, Codable {
    /// The version of this layout; a field that is added does not change it, one that changes its meaning does.
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
    /// How the run ended.
    package var exit: Exit
    /// Seconds per state, and what was used in it.
    package var states: [String: StateLedger.Account]
    /// Seconds held per grant, and what was used meanwhile.
    package var grants: [String: StateLedger.Holding]
    /// What proved the grants.
    package var evidence: EvidenceCounts
    /// What stands in for the energy that the run cost, by who caused it.
    package var proxies: [RunPart: ProxyValues]
    /// What that comes to on a device, by the energy model; `nil` where no profile was chosen.
    package var energy: EnergyEstimate?
    /// What is worth a look in how the app behaved; `nil` where nobody looked.
    package var findings: [BehaviourLint.Finding]?
    /// Freezes and thaws that the kernel confirmed.
    package var freezer: FreezerFigures
    /// What the machine gave.
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

    /// How a run ended.
    package struct Exit: Sendable, Codable {
        /// The exit status of the runner.
        package var status: Int32
        /// In words: `exit 0`, `signal 9`, `ended as planned`.
        package var how: String
        /// The last decision of the policy about the app's state.
        package var rule: RuleID?
        /// That decision in words.
        package var reason: String?
        /// Seconds from the last background entry to the freeze, the end or the return; `null` if it never came to it.
        package var aliveInBackgroundSeconds: Double?
        /// How the system ended the app, if it did.
        package var termination: Termination?
        /// The exceptions that were raised.
        package var exceptions: [AppleException]
        /// The state at the end.
        package var lastState: ApplicationState

        package init(
            status: Int32, how: String, rule: RuleID? = nil, reason: String? = nil,
            aliveInBackgroundSeconds: Double? = nil, termination: Termination? = nil, exceptions: [AppleException],
            lastState: ApplicationState
        ) {
            self.status = status
            self.how = how
            self.rule = rule
            self.reason = reason
            self.aliveInBackgroundSeconds = aliveInBackgroundSeconds
            self.termination = termination
            self.exceptions = exceptions
            self.lastState = lastState
        }
    }

    /// What proved the grants.
    package struct EvidenceCounts: Sendable, Codable {
        /// Frames that the audio device has played.
        package var framesPlayed: Int64 = 0

        package init() {}
        /// For how long they have played, in seconds.
        package var audioSeconds = 0.0
        /// Fixes that have arrived.
        package var fixes = 0
        /// Reports without a usable fix.
        package var reportsWithoutFix = 0
    }

    /// Freezes and thaws that the kernel confirmed.
    package struct FreezerFigures: Sendable, Codable {
        /// How often the tree was frozen.
        package var freezes = 0
        /// How often it was thawed.
        package var thaws = 0
        /// How long it was frozen in all, in seconds.
        package var frozenSeconds = 0.0
        /// The longest time from a freeze request to its confirmation, in seconds.
        package var freezeLatencyMaxSeconds: Double?
        /// The longest time from a thaw request to its confirmation, in seconds.
        package var thawLatencyMaxSeconds: Double?

        package init() {}
    }

    /// What the machine gave.
    package struct Environment: Sendable, Codable {
        /// `uname -r`.
        package var kernel: String
        /// The freezer, and why this one.
        package var freezer: FreezerDescription
        /// The audio device, if one was used.
        package var audio: AudioOutputDescription?
        /// The receiver, if one was used.
        package var gpsd: LocationSourceDescription?
        /// What the machine is; where figures were asked for.
        package var machine: MachineDescription?
        /// What else the machine did meanwhile; where figures were asked for.
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
