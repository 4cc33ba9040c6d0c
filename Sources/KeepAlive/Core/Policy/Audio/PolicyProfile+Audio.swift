/// The constants, switches and features of audio.
extension PolicyProfile {
    static let audioTable: [Row] = [
        Row(
            "audioReleaseDelay", \.audioReleaseDelay, [4: .seconds(1)], ["AS-36", "MD-10", "GAP-01"],
            "not published; taken from location's"),
        Row(
            "audioEvidenceWindow", \.audioEvidenceWindow, [4: .seconds(1)], ["AS-34"],
            "this machine's, not iOS's; --time-scale does not change it", scales: false),

        // Switches: the sources say nothing about these behaviours, or contradict each other.
        Row.choice(
            "silenceCountsAsPlaying", \.switches.silenceCountsAsPlaying, [4: true], ["AS-37"],
            "on: many shipping apps live on it; one developer says that digital silence does not count on some builds"),
        Row.choice(
            "refusesAirPlayAsUnspecified", \.switches.refusesAirPlayAsUnspecified, [4: false], ["AS-17"],
            "off: seen once, on one device"),
        Row.choice(
            "routeLossPausesPlayers", \.switches.routeLossPausesPlayers, [4: true], ["AS-61"],
            """
            on: Apple says it of AVPlayer, on every version, and one developer saw it of AVAudioPlayer; off, for a player that \
            goes on over the speaker
            """),
        Row.choice(
            "interruptedAudioRuns", \.switches.interruptedAudioRuns, [4: true], ["AS-58"],
            "on, by Apple's guide of 2014; off, as one developer's app was suspended within seconds on iOS 26"),

        // Features: only some versions of iOS have these.
        Row(
            "sessionStaysActiveWhilePlaying", \.features.sessionStaysActiveWhilePlaying, [4: true, 8: false], ["AS-21"]),
        Row(
            "deactivationFailsWhilePlaying", \.features.deactivationFailsWhilePlaying, [4: true, 26: false],
            ["AS-43", "CF-08"]),
        Row("noAlertInterruptions", \.features.noAlertInterruptions, [4: false, 14.5: true], ["AS-51"]),
        Row("routeDisconnectInterrupts", \.features.routeDisconnectInterrupts, [4: false, 17: true], ["AS-52"]),
        Row("spokenAudio", \.features.spokenAudio, [4: false, 9: true], ["AS-10"]),
        Row("secondaryAudioHint", \.features.secondaryAudioHint, [4: false, 8: true], ["AS-53"]),
        Row("interruptionReasons", \.features.interruptionReasons, [4: false, 14.5: true], ["AS-48", "AS-49"]),
        Row("deactivatesOnSuspension", \.features.deactivatesOnSuspension, [4: false, 10: true], ["AS-49", "MD-12"]),
        Row("tellsOfDeactivation", \.features.tellsOfDeactivation, [4: true, 16: false], ["AS-50", "CF-06"]),
        Row("tellsWasSuspended", \.features.tellsWasSuspended, [4: false, 10.3: true], ["AS-49"]),
    ]
}
