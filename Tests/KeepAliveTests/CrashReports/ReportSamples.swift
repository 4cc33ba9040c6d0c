import KeepAliveCrashReports
import KeepAlivePolicy
import Testing

/// A report as a phone writes it, with the end that it tells of. Names and numbers are made up.
struct ReportSample: CustomTestStringConvertible, Sendable {
    var kill: Kill
    var form: CrashReport.Form
    var text: String
    var rule: RuleID?

    init(_ kill: Kill, _ form: CrashReport.Form, rule: RuleID? = nil, _ text: String) {
        self.kill = kill
        self.form = form
        self.text = text
        self.rule = rule
    }

    var testDescription: String { "\(kill.rawValue), \(form.rawValue)" }

    var reports: [CrashReport] { get throws { try ReportFile.reports(in: Array(text.utf8), file: "sample") } }

    /// A crash report as text.
    static func crash(_ version: String, _ reason: String, signal: String = "SIGKILL") -> String {
        """
        Incident Identifier: 00000000-0000-0000-0000-000000000001
        Hardware Model:      iPhone99,9
        Process:             Sample [42]
        Path:                /private/var/containers/Bundle/Application/SECRET/Sample.app/Sample
        Identifier:          org.example.secret
        Date/Time:           2024-01-01 10:00:20.500 +0100
        Launch Time:         2024-01-01 09:00:00.000 +0100
        OS Version:          iPhone OS \(version) (99A99)

        Exception Type:  EXC_CRASH (\(signal))
        \(reason)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib  0x1 0x0 + 1

        Binary Images:
        """
    }

    static func ips(_ version: String, termination: String, more: String = "") -> String {
        """
        {"app_name":"Sample","bug_type":"309","os_version":"iPhone OS \(version) (99A99)","name":"Sample"}
        {
          "procName" : "Sample",
          "procPath" : "\\/private\\/var\\/containers\\/SECRET\\/Sample",
          "procRole" : "Background",
          "osVersion" : {"train" : "iPhone OS \(version)", "build" : "99A99"},
          "exception" : {"codes" : "0x0000000000000000", "type" : "EXC_CRASH", "signal" : "SIGKILL"},
          "termination" : {\(termination)}\(more)
        }
        """
    }

    static func watchdog(_ event: String, _ seconds: String, _ visibility: String, kind: String = "real (wall clock)")
        -> String
    {
        """
        Termination Reason: Namespace SPRINGBOARD, Code 0x8badf00d
        Termination Description: SPRINGBOARD, \(event) watchdog transgression: application<org.example.secret>:42 \
        exhausted \(kind) time allowance of \(seconds) seconds | ProcessVisibility: \(visibility) | ProcessState: Running | \
        WatchdogEvent: \(event) | WatchdogCPUStatistics: ( | "Elapsed application CPU time (seconds): 0.250, 1% CPU" | )
        """
    }

    static let all: [ReportSample] = [
        ReportSample(
            .launchWatchdog, .crash, rule: "LC-14", crash("13.4.1", watchdog("scene-create", "19.62", "Foreground"))),
        ReportSample(
            .launchWatchdog, .crash, rule: "LC-14",
            crash(
                "6.1",
                """
                Exception Codes: 0x8badf00d
                Application Specific Information:
                org.example.secret failed to launch in time

                Elapsed total CPU time (seconds): 19.990 (user 19.990, system 0.000), 50% CPU
                Elapsed application CPU time (seconds): 1.230, 3% CPU
                """)),
        ReportSample(
            .launchWatchdog, .ips, rule: "LC-14",
            ips(
                "16.1",
                termination: """
                    "code" : 2343432205, "namespace" : "FRONTBOARD", "reasons" : ["process-launch watchdog transgression: \
                    app<org.example.secret> exhausted real (wall clock) time allowance of 20.00 seconds", \
                    "ProcessVisibility: Foreground"]
                    """)),
        ReportSample(
            .backgroundLaunchWatchdog, .crash, rule: "LC-33",
            crash("18.2", watchdog("scene-create", "29.91", "Background"))),
        ReportSample(
            .backgroundLaunchCPU, .crash, rule: "LC-15",
            crash("15.6", watchdog("scene-create", "3.37", "Background", kind: "CPU"))),
        ReportSample(
            .enterForegroundWatchdog, .crash, rule: "LC-32",
            crash("15.5", watchdog("scene-update", "10.00", "Foreground"))),
        ReportSample(
            .enterBackgroundWatchdog, .crash, rule: "LC-09",
            crash("14.4", watchdog("scene-update", "10.00", "Background"))),
        ReportSample(
            .terminationWatchdog, .console, rule: "LC-13",
            """
            runningboardd <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:[app<org.example.secret>:42] Failed to \
            terminate gracefully after 5.0s
            """),
        ReportSample(
            .otherWatchdog, .crash, rule: "RB-17",
            crash("12.1", "Termination Reason: Namespace SPRINGBOARD, Code 0x8badf00d")),
        ReportSample(
            .taskOverrun, .crash, rule: "BT-20",
            crash(
                "12.4",
                """
                Termination Reason: Namespace ASSERTIOND, Code 0x8badf00d
                Termination Description: ASSERTIOND, Sample:42 has active assertions beyond permitted time: | \
                <BKProcessAssertion: 0x1; "Called by Sample, from upload" (finishTask:180s); id:1> (owner: Sample:42)
                """)),
        ReportSample(
            .taskOverrun, .crash, rule: "BT-20", crash("11.1", "Termination Reason: Namespace <0xF>, Code 0x8badf00d")),
        ReportSample(
            .taskOverrun, .ips, rule: "BT-21",
            ips("17.0", termination: "\"code\" : 562215634, \"namespace\" : \"RUNNINGBOARD\", \"flags\" : 6")),
        ReportSample(
            .wakeOverrun, .console, rule: "RB-20",
            "runningboardd <RBSTerminateContext| domain:15 code:0x2182BAD4 explanation:fetch not completed>"),
        ReportSample(
            .sessionOverrun, .console, rule: "RB-19",
            "runningboardd <RBSTerminateContext| domain:15 code:0x2182BAD3 explanation:events not handled>"),
        ReportSample(
            .tooManyTasks, .crash, rule: "BT-29",
            crash("14.0", "Termination Reason: Namespace RUNNINGBOARD, Code 0xbada5e47")),
        ReportSample(
            .lockedFile, .crash, rule: "RB-15",
            crash(
                "13.3",
                """
                Termination Reason: RUNNINGBOARD 0xdead10cc
                Termination Description: RUNNINGBOARD, Process was suspended with locked system files: | \
                /private/var/mobile/Containers/Shared/AppGroup/SECRET/Data/store.sqlite
                """)),
        ReportSample(
            .unreportedCall, .crash, rule: "WK-10",
            crash("13.1", "Termination Reason: Namespace SPRINGBOARD, Code 0xbaadca11")),
        ReportSample(.voipResumes, .crash, rule: "WK-12", crash("12.0", "Exception Codes: 0xbad22222")),
        ReportSample(.thermal, .crash, rule: "RB-25", crash("13.0", "Exception Codes: 0xc00010ff")),
        ReportSample(.diskSpace, .crash, rule: "RB-24", crash("15.0", "Termination Reason: RUNNINGBOARD 3135099228")),
        ReportSample(
            .keyResources, .crash, rule: "RB-26", crash("17.4", "Termination Reason: RUNNINGBOARD 0xd00d2bad")),
        ReportSample(
            .cpuLimit, .resource, rule: "RB-10",
            """
            Date/Time:        2024-01-01 10:00:00.000 +0100
            OS Version:       iPhone OS 14.6 (Build 18F72)
            Command:          Sample
            Event:            cpu usage
            Action taken:     Process killed
            CPU:              48 seconds cpu time over 52 seconds (92% cpu average), exceeding limit of 80% cpu over 60 seconds
            """),
        ReportSample(
            .cpuLimit, .console, rule: "RB-37",
            "Received (FATAL) CPU usage trigger:\nSample[42] used 9.00s of CPU over 9.57 seconds (averaging 94%), violating a CPU usage limit of 9.00s over 15 seconds."
        ),
        ReportSample(
            .cpuReport, .resource, rule: "RB-10",
            """
            Event:            cpu usage
            Action taken:     none
            CPU:              90 seconds cpu time over 111 seconds (81% cpu average), exceeding limit of 50% cpu over 180 seconds
            """),
        ReportSample(
            .wakeupsReport, .resource, rule: "RB-14",
            """
            Event:            wakeups
            Action taken:     none
            Wakeups:          45001 wakeups over the last 128 seconds (351 wakeups per second average), exceeding limit of 150 wakeups per second over 300 seconds
            """),
        ReportSample(
            .wakeupsLimit, .resource, rule: "RB-14",
            """
            Event:            wakeups
            Action taken:     Process killed
            Wakeups:          45001 wakeups over the last 128 seconds (351 wakeups per second average), exceeding limit of 150 wakeups per second over 300 seconds
            """),
        ReportSample(
            .diskWritesReport, .resource,
            """
            Event:            disk writes
            Action taken:     none
            Writes:           1073.75 MB of file backed memory dirtied over 1802 seconds (595.71 KB per second average), exceeding limit of 12.43 KB per second over 86400 seconds
            """),
        ReportSample(
            .memoryLimit, .jetsam, rule: "RB-08",
            """
            {"bug_type":"298","os_version":"iPhone OS 14.2 (18B111)"}
            {"build":"iPhone OS 14.2 (18B111)","memoryStatus":{"pageSize":16384},"largestProcess":"Sample","processes":[
            {"name":"Other","rpages":10,"states":["idle"]},
            {"name":"Sample","rpages":92160,"states":["frontmost"],"reason":"per-process-limit"}]}
            """),
        ReportSample(
            .memoryPressure, .jetsam, rule: "LC-22",
            """
            {"build":"iPhone OS 13.3 (17C54)","largestProcess":"Other","processes":[
            {"name":"Sample","rpages":1000,"states":["suspended"],"reason":"vm-pageshortage"}]}
            """),
        ReportSample(.memoryLimit, .console, rule: "RB-08", "Message from debugger: Terminated due to memory issue"),
        ReportSample(
            .backgroundException, .console, rule: "CL-01",
            """
            *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Invalid parameter not \
            satisfying: !stayUp || CLClientIsBackgroundable(internal->fClient) || _CFMZEnabled()'
            """),
        ReportSample(
            .backgroundException, .crash, rule: "WK-08",
            crash(
                "14.0",
                """
                Application Specific Information:
                *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Killing app because \
                it never posted an incoming call to the system after receiving a PushKit VoIP push.'
                """, signal: "SIGABRT")),
        ReportSample(
            .otherException, .console,
            "*** Terminating app due to uncaught exception 'NSRangeException', reason: '*** -[__NSArray0 objectAtIndex:]: index 0 beyond bounds'"
        ),
        ReportSample(
            .crash, .crash, crash("17.1", "Exception Subtype: KERN_INVALID_ADDRESS at 0x0", signal: "SIGSEGV")),
        ReportSample(.unexplained, .crash, crash("17.1", "Exception Note: EXC_CORPSE_NOTIFY")),
        ReportSample(.forceQuit, .crash, rule: "RB-29", crash("9.1", "Exception Codes: 0xdeadfa11")),
        ReportSample(
            .privacyChange, .console, rule: "LC-36",
            "SpringBoard: Quitting application in response to privacy settings change"),
        ReportSample(
            .missingUsageText, .crash, crash("14.0", "Termination Reason: Namespace TCC, Code 0x0", signal: "SIGABRT")),
        ReportSample(.debuggerEnd, .console, "Message from debugger: Terminated due to signal 15"),
        ReportSample(.unexplained, .console, "Message from debugger: Terminated due to signal 9"),
        ReportSample(
            .taskOverrun, .console, rule: "BT-21",
            """
            [BackgroundTask] Background task still not ended after expiration handlers were called: <private>
            Message from debugger: Terminated due to signal 9
            """),
        ReportSample(
            .memoryReport, .jetsam,
            #"{"build":"iPhone OS 13.3 (17C54)","largestProcess":"Other","processes":[{"name":"Sample","rpages":1}]}"#),
        ReportSample(.systemEnd, .console, "memorystatus: Sample killed by jetsam reason 3"),
        ReportSample(.cpuLimit, .console, rule: "RB-10", "runningboardd: app 42 killed by jetsam reason 100"),
        ReportSample(
            .taskOverrun, .crash, rule: "BT-20",
            crash(
                "12.1",
                """
                Termination Reason: Namespace ASSERTIOND, Code 0x8badf00d
                Termination Description: ASSERTIOND, Sample:42 has active assertions beyond permitted time: | \
                <BKProcessAssertion: 0x1; "org.example.backgroundFetchSync" (finishTask:180s); id:1> (owner: Sample:42)
                """)),
        ReportSample(
            .taskWarning, .console, rule: "BT-23",
            "[BackgroundTask] Background Task 5 (\"Sample\"), was created over 30 seconds ago. In applications running in the background, this creates a risk of termination."
        ),
        ReportSample(.systemEnd, .console, "Received termination request from [osservice<org.example.daemon>:76]"),
        ReportSample(
            .otherPlatform, .crash,
            crash("99", "Termination Reason: CAROUSEL, Background App Refresh watchdog transgression")),
        ReportSample(
            .hang, .metricKit,
            #"{"hangDiagnostics":[{"diagnosticMetaData":{"osVersion":"iPhone OS 16.0 (20A1)","hangDuration":"20 sec"}}]}"#
        ),
        ReportSample(
            .normalExit, .metricKit,
            #"{"applicationExitMetrics":{"foregroundExitData":{"cumulativeNormalAppExitCount":3},"backgroundExitData":{}}}"#
        ),
    ]
}
