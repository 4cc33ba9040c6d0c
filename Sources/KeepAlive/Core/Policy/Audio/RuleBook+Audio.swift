/// The rules of the audio session.
extension RuleBook {
    static let audioRules: [Rule] = audioCategoryRules + audioErrorRules + audioSessionRules

    private static let audioCategoryRules: [Rule] = [
        Rule(
            "AS-01", .document, "", "ambient mixes and does not play in the background", from: .audioSession,
            .audioHeader),
        Rule(
            "AS-02", .document, "", "soloAmbient, the default, does not play in the background", from: .audioSession,
            .audioHeader),
        Rule("AS-03", .document, "", "playback plays in the background with the audio mode", from: .audioSession),
        Rule("AS-04", .document, "", "record goes on in the background and does not play", from: .audioSession),
        Rule("AS-05", .measured, "", "playAndRecord plays and records in the background", from: .audioSession),
        Rule(
            "AS-06", .belief, "",
            "multiRoute plays and records, also in the background, where Apple is silent; mixes only when asked",
            from: .audioSession, .generalKnowledge),
        Rule(
            "AS-07", .document, "", "audioProcessing has neither input nor output; deprecated in iOS 10",
            from: .audioSession),
        Rule(
            "AS-08", .document, "", "mixWithOthers makes playback, playAndRecord and multiRoute mixable",
            from: .audioSession, .oldAudioHeader),
        Rule(
            "AS-09", .reports, "",
            "duckOthers (2): sets mixWithOthers, where that may stand; others are quiet while it is active; record takes it, without effect",
            from: .audioSession),
        Rule(
            "AS-10", .document, "9+",
            "interruptSpokenAudioAndMixWithOthers: as duckOthers, but interrupts sessions that speak",
            from: .audioSession),
        Rule(
            "AS-11", .log, "", "allowBluetooth (4): with record and playAndRecord; the modes for chats set it",
            from: .audioSession, .oldAudioHeader, "https://github.com/ryanheise/audio_session/issues/127"),
        Rule(
            "AS-12", .document, "",
            "allowBluetoothA2DP: set by hand with playAndRecord only, implied when only playing; HFP wins",
            from: .audioSession),
        Rule(
            "AS-13", .log, "",
            "allowAirPlay: set by hand with playAndRecord only; record and multiRoute clear it", from: .audioSession),
        Rule(
            "AS-14", .log, "", "defaultToSpeaker (8): playAndRecord only; stays until the category changes",
            from: .audioSession, .oldAudioHeader, "https://github.com/react-native-voice/voice/issues/440"),
        Rule(
            "AS-15", .document, "14.5+",
            "overrideMutedMicrophoneInterruption: needs a category with input, else an error", from: .audioSession),
        Rule(
            "AS-16", .log, "",
            "an option that does not suit the category: NSOSStatusErrorDomain -50, a log line, and nothing changes",
            from: .logs, "https://github.com/bluefireteam/audioplayers/issues/1194"),
        Rule(
            "AS-17", .log, "", "the exception seen: playback with allowAirPlay gave 'what' 2003329396 on a device",
            from: "https://github.com/advplyr/audiobookshelf-app/issues/334"),
        Rule(
            "AS-18", .document, "",
            "modes suit categories: voiceChat needs playAndRecord, videoChat that or record, moviePlayback playback; "
                + "elsewhere they behave as default",
            from: .sessionMode, .audioHeader27),
        Rule(
            "AS-19", .document, "11+",
            "route sharing: options need the default policy, long-form ones playback and a plain, movie or spoken mode",
            from: .audioSession),
    ]

    private static let audioErrorRules: [Rule] = [
        Rule(
            "AS-20", .document, "",
            "error codes are four characters each; 'msrv' 1836282486: the media services failed, wait for the reset",
            from: .audioHeader, scope: .value),
        Rule(
            "AS-21", .document, "4-18", "'!act' 560030580: deactivated while it still plays or records",
            from: .audioHeader, scope: .value),
        Rule(
            "AS-22", .document, "", "'!cat' 560161140: the category cannot do that", from: .audioHeader, scope: .value
        ),
        Rule(
            "AS-23", .log, "", "'!int': a session that does not mix cannot be activated in the background",
            from: .audioHeader),
        Rule(
            "AS-24", .document, "", "'ent?' 1701737535: an entitlement is missing", from: .audioHeader, scope: .value),
        Rule("AS-25", .document, "", "'siri' 1936290409: Siri is recording", from: .audioHeader, scope: .value),
        Rule(
            "AS-26", .log, "",
            "'!pla': no audio key in the Info.plist, or a category that cannot play in the background",
            from: .audioHeader),
        Rule("AS-27", .log, "", "'!rec': recording cannot be started from the background", from: .audioHeader),
        Rule("AS-28", .log, "", "-50: a value that is not legal", from: .audioHeader, scope: .value),
        Rule(
            "AS-29", .engineer, "", "'!pri' 561017449: something of higher priority, such as a call, has the session",
            from: .audioHeader, scope: .value),
        Rule("AS-30", .document, "", "'!res': the hardware is not available", from: .audioHeader),
        Rule("AS-31", .document, "", "'what' 2003329396: no more is said", from: .audioHeader, scope: .value),
        Rule(
            "AS-32", .document, "", "'!ses' 561210739: the session exists no more", from: .audioHeader, scope: .value),
        Rule("AS-33", .document, "", "'inac': the session is not active", from: .audioHeader),
    ]

    private static let audioSessionRules: [Rule] = [
        Rule(
            "AS-34", .document, "4+", "actual playback through an active session keeps the app running", from: .guide,
            .audioQuestion),
        Rule("AS-35", .measured, "all", "an active session alone does not", from: .developers),
        Rule(
            "AS-36", .document, "4+", "when playback stops, the app is suspended; the delay is not published",
            from: .guide),
        Rule(
            "AS-37", .measured, "", "silence that mixes keeps apps alive, though Apple's review wants audible content",
            from: .guide, .developers),
        Rule("AS-38", .log, "", "a session that mixes may be activated in the background", from: .developers),
        Rule(
            "AS-39", .log, "13-18",
            "starting to record in the background fails with '!rec', but for a mixing recorder that an interruption stopped",
            from: "developer forums https://developer.apple.com/forums/thread/771457"),
        Rule(
            "AS-40", .log, "",
            "audio that runs may go on into the background; stopped there, it restarts only if it mixes",
            from: .audioHeader, .developers),
        Rule(
            "AS-41", .engineer, "",
            "during a call playback may be activated; record and playAndRecord fail with '!pri'", from: .audioSession),
        Rule(
            "AS-42", .log, "",
            "a session cannot be activated against one of higher priority, unless one of them mixes; during an alarm, not in the background either",
            from: .audioSession),
        Rule(
            "AS-43", .document, "8+",
            "setActive(false) while playing stops the sound and deactivates, and up to iOS 18 returns '!act' all the same",
            from: .audioHeader27, .audioSession),
        Rule(
            "AS-44", .document, "6+",
            "notifyOthersOnDeactivation (1) tells interrupted sessions that they may resume", from: .audioSession),
        Rule(
            "AS-45", .document, "6+", "an interruption's beginning (1) arrives when the session is already inactive",
            from: .audioSession, .oldAudioHeader),
        Rule(
            "AS-46", .log, "6+",
            "an interruption's end (0) carries options; shouldResume is 1; a call of the phone holds a call of CallKit instead",
            from: .audioSession, .oldAudioHeader),
        Rule("AS-47", .engineer, "", "not every beginning of an interruption is followed by an end", from: .developers),
        Rule(
            "AS-48", .document, "14.5+",
            "reasons of an interruption: default 0, appWasSuspended 1, builtInMicMuted 2, routeDisconnected 4",
            from: .audioSession, .projects, scope: .value),
        Rule(
            "AS-49", .measured, "10-15",
            "suspension deactivates the session; the app gets a late beginning as it runs or plays again, and an end when the user opens it",
            from: .audioSession),
        Rule(
            "AS-50", .document, "16+", "from iOS 16 that late notification is not sent", from: .audioSession,
            .projects),
        Rule(
            "AS-51", .document, "14.5+",
            "setPrefersNoInterruptionsFromSystemAlerts: a call in a banner interrupts only when it is accepted",
            from: .audioSession),
        Rule(
            "AS-52", .reports, "17+", "losing the route interrupts the Now Playing app unless it opted out",
            from: .audioSession),
        Rule(
            "AS-53", .document, "8+",
            "the hint about others' audio needs the foreground and an active session", from: .audioSession),
        Rule(
            "AS-54", .engineer, "6+",
            "after a reset of the media services, sessions and players must be made anew; observers stay",
            from: .audioSession),
        Rule("AS-55", .document, "4+", "without the audio mode, sound stops at background entry", from: .guide),
        Rule(
            "AS-56", .document, "", "the C API of old used the same four characters with other meanings",
            from: .oldAudioHeader,
            scope: .notApplicable(reason: "about a C API that Apple removed; only AVAudioSession's codes are used here")
        ),
        Rule(
            "AS-57", .document, "2.2+", "prepareToPlay, which play calls if need be, activates the session",
            from: .preparing),
        Rule(
            "AS-58", .document, "4+",
            "a player runs on during an ignored ring or an alarm (and Siri, by our reading); an accepted call suspends it",
            from: .interruptionGuide),
        Rule(
            "AS-59", .document, "4+",
            "the end of a call reaches the suspended player; so does another app's that lets others resume, by our reading",
            from: .interruptionGuide),
        Rule(
            "AS-60", .log, "7.1+",
            "a remote command reaches the Now Playing app that handles it and does not mix; a suspended one is resumed to play on",
            from: .remoteCommands, "https://github.com/tanguyantoine/react-native-music-control/pull/225"),
        Rule(
            "AS-61", .document, "all",
            "a player pauses by itself, without an interruption, when the device that it plays on goes away",
            from: .routeChanges, "https://github.com/loopandlearn/LoopFollow/issues/745"),
        Rule(
            "AS-62", .reports, "8+",
            "an AVAudioEngine stops when the route changes, without an interruption; AVAudioEngineConfigurationChange says so",
            from: .engineConfigurationChange),
    ]
}
