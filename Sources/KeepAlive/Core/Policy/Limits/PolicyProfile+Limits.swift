/// The constants, switches and features of resource limits, kills and their reports.
extension PolicyProfile {
    static let limitsTable: [Row] = [
        Row(
            "lockNamespace", \.lockNamespace, [4: "SPRINGBOARD", 13: "RUNNINGBOARD"], ["RB-15", "RB-21"],
            [4: "seen on iOS 10 to 12; assumed for this version", 10: "seen on iOS 10 to 12", 13: ""]),
        Row(
            "cpuLimit", \.cpuLimit, [4: nil, 11: .seconds(48)], ["RB-10", "PC-24"],
            "80 % of the window; seen from iOS 11 on"),
        Row("cpuLimitWindow", \.cpuLimitWindow, [4: .seconds(60)], ["RB-10", "PC-24"]),
        Row(
            "callCPULimit", \.callCPULimit, [4: nil, 14.5: .seconds(9)], ["RB-37"],
            "60 % of the window; seen in reports of apps with calls, from 14.5.1 on"),
        Row("callCPULimitWindow", \.callCPULimitWindow, [4: .seconds(15)], ["RB-37"]),
        Row(
            "wakeupLimit", \.wakeupLimitPerSecond, [4: nil, 8: 150], unit: "per second", ["RB-14", "PC-26"],
            "averaged over the window"),
        Row("wakeupLimitWindow", \.wakeupLimitWindow, [4: .seconds(300)], ["RB-14", "PC-26"]),
        Row("wakeupTelemetry", \.wakeupTelemetryPercent, [4: 70], unit: "%", ["RB-14", "PC-26"]),
        Row(
            "backgroundMemoryGoal", \.backgroundMemoryGoalMegabytes, [4: 50], unit: "MB", ["RB-09"],
            "said of iOS 14; taken for all"),
        Row(
            "jetsamBandFactor", \.jetsamBandFactor, [4: 1, 16: 10], ["RB-06"],
            "the bands of the kernel were multiplied by ten in a source that is taken for iOS 16's"),

        // Switches: the sources say nothing about these behaviours, or contradict each other.
        Row.choice(
            "cpuLimitDuringAudio", \.switches.cpuLimitDuringAudio, [4: false, 13: true], ["RB-13", "CF-13"],
            [
                4: "off: the kernel's public default exempts audio, and no kill was reported",
                13: """
                on: reports and a device's log of iOS 13 to 26 have such kills, after 48 s of CPU time; off, as the kernel's \
                public default exempts audio
                """,
            ]),
        Row.choice(
            "callCPULimitForAll", \.switches.callCPULimitForAll, [4: false], ["RB-37"],
            "off: all reports are of apps with calls, and none says what switches the limit on"),
        Row.choice(
            "cpuLimitOnExternalPower", \.switches.cpuLimitOnExternalPower, [4: true], ["RB-12"],
            "on: one report says that the limit is lifted on external power"),
        Row.choice(
            "wakeupLimitKills", \.switches.wakeupLimitKills, [4: false], ["RB-14"],
            "off: the reports say 'Action taken: none'"),

        // Features: only some versions of iOS have these.
        Row(
            "lockText", \.lockText,
            [4: "was task-suspended with locked system files", 13: "was suspended with locked system files"], ["RB-15"],
            "as reports of iOS 12 and 13 say it"),
        Row(
            "openGLKills", \.features.openGLKills, [4: true, 13: false], ["LC-25"],
            [
                4: "",
                13: "from iOS 13 on a device's log has a refusal, with Metal's error; on older GPUs it still kills",
            ]),
        Row(
            "fileLocksKill", \.features.fileLocksKill, [4: false, 8: true], ["RB-15", "MD-11"],
            "a report of iOS 8.1 has it"),
        Row(
            "watchdogNamespace", \.watchdogNamespace, [4: "SPRINGBOARD", 15: "FRONTBOARD"], ["LC-16"],
            "seen to change between 14.4 and 16.1"),
    ]
}
