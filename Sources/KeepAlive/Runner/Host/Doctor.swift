import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport

/// The findings about this machine's abilities for a run, and ways to get the missing ones.
package struct Doctor: Sendable, Codable {
    /// The finding about one part of the machine.
    package struct Finding: Sendable, Codable, Equatable {
        /// The state of the part.
        package enum Status: String, Sendable, Codable {
            /// The part exists and works.
            case ok
            /// The part is missing, but a run uses another part instead.
            case fallback
            /// The part is missing, and some runs need it.
            case missing
        }

        /// The name of the part, such as `freezer`.
        package var subject: String
        package var status: Status
        /// A description of the part that was found, or of the reason why it is missing.
        package var found: String
        /// The way to get a missing part; `nil` if no way is known or needed.
        package var remedy: String?
    }

    /// All findings, in the order in which a run uses the parts.
    package var findings: [Finding]

    /// True if no finding is ``Finding/Status/missing``.
    package var isHealthy: Bool { findings.allSatisfy { $0.status != .missing } }

    /// Examines the machine. Everything that the examination creates is removed again.
    package init() {
        findings = [
            Finding(subject: "kernel", status: .ok, found: "Linux \(Machine.kernelRelease)", remedy: nil),
            Self.cgroupFreezer(), Self.spawning(), Self.counters(),
        ]
        findings += Self.sound()
        findings += Self.receivers()
        findings += [Self.trackConverter(), Self.pushServer(), Self.energyMeter()]
    }

    private static func cgroupFreezer() -> Finding {
        do {
            let directory = try CgroupDirectory.find()
            try directory.tryOut()
            return Finding(
                subject: "freezer", status: .ok, found: "cgroup v2 at \(directory.path); --freezer auto takes it",
                remedy: nil)
        } catch let error as KeepAliveError {
            return Finding(
                subject: "freezer", status: .fallback,
                found: "SIGSTOP over the process tree; --freezer auto takes it: \(error.message)", remedy: error.remedy)
        } catch {
            return Finding(subject: "freezer", status: .fallback, found: "SIGSTOP: \(error)", remedy: nil)
        }
    }

    private static func pushServer() -> Finding {
        let path = PushServerConnection.standardPath
        return PushServerConnection.isServed(path)
            ? Finding(
                subject: "push server", status: .ok, found: "keepalive-apns at \(path); --push-server auto takes it",
                remedy: nil)
            : Finding(
                subject: "push server", status: .fallback, found: "none at \(path): the tokens of apps lead nowhere",
                remedy: "To push with a provider's library: make install-apns, and keepalive-apns")
    }

    private static func spawning() -> Finding {
        Machine.hasClone3
            ? Finding(subject: "start", status: .ok, found: "clone3, with a pidfd", remedy: nil)
            : Finding(
                subject: "start", status: .fallback,
                found: "no clone3: a command is forked, and moves itself into its cgroup",
                remedy: "Linux 5.7 or later, not filtered by a container's seccomp profile")
    }

    /// Tests the kernel counters on every CPU, with the self-test that a run also performs.
    private static func counters() -> Finding {
        let problem: String?
        do {
            problem = try TreeProbes.tryOut()
        } catch {
            problem = "the app gets no cgroup v2 of its own"
        }
        return problem.map {
            Finding(
                subject: "counters", status: .fallback, found: "CPU time and waits; in the kernel: \($0)",
                remedy: "root, or CAP_BPF, CAP_PERFMON, CAP_SYS_ADMIN and CAP_NET_ADMIN")
        }
            ?? Finding(
                subject: "counters", status: .ok,
                found: "idle and timer wakeups, waits and packets in the kernel, self-tested on every CPU", remedy: nil)
    }

    private static func energyMeter() -> Finding {
        switch EnergyMeter.find() {
        case .success(let meter): Finding(subject: "energy meter", status: .ok, found: meter.description, remedy: nil)
        case .failure(let missing):
            Finding(
                subject: "energy meter", status: .fallback, found: "none: \(missing.reason)",
                remedy: missing.remedy ?? "not needed: proxies are counted; --energy estimates")
        }
    }

    private static func sound() -> [Finding] {
        do {
            let sound = try SoundProcess.look()
            return [audioDevice(sound), privateAudio(sound)]
        } catch {
            let message = (error as? KeepAliveError)?.message ?? "\(error)"
            return [Finding(subject: "audio device", status: .missing, found: message, remedy: nil)]
        }
    }

    private static func audioDevice(_ sound: SoundFindings) -> Finding {
        if let found = sound.device {
            Finding(subject: "audio device", status: .ok, found: found, remedy: nil)
        } else {
            Finding(
                subject: "audio device", status: .fallback, found: "none of its own: \(sound.reason)",
                remedy: sound.missingForPrivateServer.isEmpty
                    ? "not needed: --audio-device auto starts a private sound server with a null sink" : nil)
        }
    }

    private static func privateAudio(_ sound: SoundFindings) -> Finding {
        let missing = sound.missingForPrivateServer
        return missing.isEmpty
            ? Finding(
                subject: "private audio", status: .ok,
                found: "\(sound.privateServer ?? "?") and ALSA's pulse plug-in, \(AudioProbe.alsaVersion)", remedy: nil)
            : Finding(
                subject: "private audio", status: .missing, found: missing.joined(separator: "; "),
                remedy: sound.remedy)
    }

    private static func receivers() -> [Finding] {
        let own = LocationProbe.privateReceiver()
        let privateFinding =
            switch own {
            case .success(let found): Finding(subject: "private gpsd", status: .ok, found: found, remedy: nil)
            case .failure(let error):
                Finding(subject: "private gpsd", status: .missing, found: error.message, remedy: error.remedy)
            }
        let machine =
            switch LocationProbe.machineReceiver() {
            case .success(let found): Finding(subject: "gpsd", status: .ok, found: found, remedy: nil)
            case .failure(let error):
                Finding(
                    subject: "gpsd", status: .fallback, found: error.message,
                    remedy: (try? own.get()).map { _ in "not needed: a private gpsd plays a recorded walk" })
            }
        return [machine, privateFinding]
    }

    private static func trackConverter() -> Finding {
        LocationProbe.trackConverter().map {
            Finding(subject: "GPX replay", status: .ok, found: $0, remedy: nil)
        }
            ?? Finding(
                subject: "GPX replay", status: .fallback, found: "no gpsbabel: --gps-replay reads NMEA only",
                remedy: "apt-get install gpsbabel")
    }

    /// Returns the findings as a table, followed by the remedies.
    package func rendered() -> String {
        var table = TextTable(["part", "", "found"])
        for finding in findings { table.add([finding.subject, finding.status.rawValue, finding.found]) }
        let remedies = findings.compactMap { finding in finding.remedy.map { "\(finding.subject): \($0)" } }
        return table.rendered() + (remedies.isEmpty ? "" : "\n" + remedies.joined(separator: "\n") + "\n")
    }
}
