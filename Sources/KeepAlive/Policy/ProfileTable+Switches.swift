extension PolicyProfile {
    /// The choices that the sources leave open or contradict.
    static let switchTable: [Row] = [
        Row.choice(
            "callsDidEnterBackgroundOnLaunch", \.switches.callsDidEnterBackgroundOnLaunch, [4: false],
            ["LC-06", "CF-05"],
            """
            off: logs of devices with iOS 7 and 10, and a bug report to Apple, have no such call; on, as Apple's page on the \
            background execution sequence has it
            """),
        Row.choice(
            "callsDidEnterBackgroundOnResume", \.switches.callsDidEnterBackgroundOnResume, [4: false],
            ["LC-07", "CF-05"],
            "off for the same reasons; on, as Apple's page has it"),
        Row.choice(
            "reclaimsSockets", \.switches.reclaimsSockets, [4: true], ["LC-23"],
            "on: Apple says may; a test should expect the worse"),
        Row.choice(
            "renewalGainsTime", \.switches.renewalGainsTime, [4: false], ["SD-14", "BT-12"],
            """
            off: today's sources say that nothing is gained; on, as an article has it, ending the last task and beginning \
            another one starts the clock anew, until the handlers have run
            """),
        Row.choice(
            "taskExtendsEnterBackground", \.switches.taskExtendsEnterBackground, [4: true], ["SD-04", "LC-09"],
            """
            on: an article's cure for slow work in didEnterBackground is to begin a task before it; off, the limit holds \
            whatever is held
            """),
        Row.choice(
            "keepAliveOverrunKills", \.switches.keepAliveOverrunKills, [4: false], ["SD-51", "CF-04"],
            """
            off: Apple says that the app is suspended; an article has a kill, after 30 s, for which voipKeepAliveBudget \
            is set, too
            """),
        Row.choice(
            "callsHandleEventsForSessions", \.switches.callsHandleEventsForSessions, [4: true], ["UR-04", "SD-42"],
            """
            on, as Apple documents it for every version; an article has the call on systems below 13 only, and later the \
            session's delegate called directly: off, the app that is woken has its time without a handler
            """),
        Row.choice(
            "oneKeySharesDocuments", \.switches.oneKeySharesDocuments, [4: false], ["LN-21", "SD-48"],
            """
            off: Apple says that it takes both keys; an article sets LSSupportsOpeningDocumentsInPlace alone, and finds \
            its Documents in Files
            """),
        Row.choice(
            "backgroundTransfersWaitForPower", \.switches.backgroundTransfersWaitForPower, [4: false],
            ["UR-03", "UR-19"],
            """
            off: a transfer that the background starts is discretionary, but is seen to run on battery; on, it waits \
            for power and Wi-Fi as one of a discretionary session does
            """),
        Row.choice(
            "locationRelaunchesForceQuit", \.switches.locationRelaunchesForceQuit, [4: false, 7.1: true],
            ["LC-20", "MD-15"],
            """
            on from iOS 7.1, as an Apple engineer says and logs of 26.2 show, for regions and significant \
            changes; visits were seen not to; one developer saw no relaunch any more on 26.4
            """),
        Row.choice(
            "healthDataReachesForceQuit", \.switches.healthDataReachesForceQuit, [4: true, 16: false],
            ["UR-14", "LC-19"],
            "tests on iOS 9 to 15 saw the launch; an engineer says of iOS 18 that there is none"),
        Row.choice(
            "warnsAboutMissingScenes", \.switches.warnsAboutMissingScenes, [4: false, 18.4: true], ["LC-04"],
            "on from iOS 18.4, the first version that it was seen on"),
        Row.choice(
            "requiresScenes", \.switches.requiresScenes, [4: false, 27: true], ["LC-29"],
            "on from iOS 27, for apps whose Info.plist names its SDK or a later one"),
        Row.choice(
            "logsEndOfInvalidTask", \.switches.logsEndOfInvalidTask, [4: true], ["BT-28", "GAP-07"],
            "on: not known, and a line does no harm"),
        Row.choice(
            "wakeRestartsTaskClock", \.switches.wakeRestartsTaskClock, [4: true], ["BT-07", "GAP-04"],
            "on: a budget of its own was seen for tasks begun after a fetch, and in suspension no assertion is left"),
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
            "backgroundStartKeepsRunning", \.switches.backgroundStartKeepsRunning,
            [4: true, 7: false, 8: true], ["CL-10"],
            [
                4: "on: seen on iOS 4 to 6", 7: "off: on iOS 7 several developers saw their time run out",
                8: """
                on, with always authorization: trackers that a significant change or a region has woken are seen to run on, \
                on 11 and 26; off, as Apple's page ties its promise to a start in the foreground
                """,
            ]),
        Row.choice(
            "deliversCachedSignificantChange", \.switches.deliversCachedSignificantChange, [4: true], ["CL-16"],
            "on: Apple says that the first event may be a cached one"),
        Row.choice(
            "checksDuplicateRegistrationFirst", \.switches.checksDuplicateRegistrationFirst, [4: false], ["BG-04"],
            "off: not found; either way the app ends"),
        Row.choice(
            "requestsSurviveReboot", \.switches.requestsSurviveReboot, [4: true], ["BG-11"],
            "on: one probe; the death of the app alone never loses them"),
        Row.choice(
            "permittedIdentifiersDisableFetch", \.switches.permittedIdentifiersDisableFetch, [4: false, 13: true],
            ["BG-26"],
            "on from iOS 13: believed to be documented"),
        Row.choice(
            "interruptedAudioRuns", \.switches.interruptedAudioRuns, [4: true], ["AS-58"],
            "on, by Apple's guide of 2014; off, as one developer's app was suspended within seconds on iOS 26"),
        Row.choice(
            "processingOnlyOnPower", \.switches.processingOnlyOnPower, [4: false], ["BG-15"],
            "off: Apple's engineers say that a request asks for power if it needs it; several developers saw none run without"
        ),
        Row.choice(
            "refreshNeedsNetwork", \.switches.refreshNeedsNetwork, [4: false], ["BG-14"],
            "off: Apple's pages have it for processing only; one developer's console named the missing network"),
        Row.choice(
            "bluetoothLaunchesBeforeUnlock", \.switches.bluetoothLaunchesBeforeUnlock, [4: false, 13: true], ["LC-21"],
            [
                4: "off, by Apple's TN3115",
                13: "on: several developers saw it on iOS 13 and 26, now and then; off, by Apple's TN3115",
            ]),
        Row.choice(
            "processingOnlyAtNight", \.switches.processingOnlyAtNight, [4: false], ["BG-15"],
            "off: Apple says typically overnight, not only"
        ),
        Row.choice(
            "useEndsProcessing", \.switches.useEndsProcessing, [4: true], ["BG-15"],
            "on: general knowledge, and a test should expect it"),
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
            "expirationAsMeasured", \.switches.expirationAsMeasured, [4: true], ["BT-06", "BT-14"],
            "on: 31 s was measured on 13.0; off, the handlers run 5 s before the end, as everywhere else"),
        Row.choice(
            "readsProtectedFilesWhileLocked", \.switches.readsProtectedFilesWhileLocked, [4: false], ["UR-13"],
            "off: the key is gone; on for an app whose files have another class"),
        Row.choice(
            "cpuLimitOnExternalPower", \.switches.cpuLimitOnExternalPower, [4: true], ["RB-12"],
            "on: one report says that the limit is lifted on external power"),
        Row.choice(
            "wakeupLimitKills", \.switches.wakeupLimitKills, [4: false], ["RB-14"],
            "off: the reports say 'Action taken: none'"),
        Row.choice(
            "lowPowerModeHoldsBackPushes", \.switches.lowPowerModeHoldsBackPushes, [4: false, 9: true], ["MD-17"],
            "on: four developers saw silent pushes wait, on iOS 10 to 14, until the mode was off or the app was opened"),
        Row.choice(
            "lowPowerModeHoldsBackFetch", \.switches.lowPowerModeHoldsBackFetch, [4: true], ["MD-17"],
            "on: a talk of Apple's engineers has it among the factors of refresh"),
        Row.choice(
            "lowPowerModeHoldsBackProcessing", \.switches.lowPowerModeHoldsBackProcessing, [4: false], ["MD-17"],
            "off: the same talk does not have it among the factors of processing"),
        Row.choice(
            "rebootLiftsForceQuit", \.switches.rebootLiftsForceQuit, [4: false], ["LC-19"],
            "off: an Apple engineer says that the mark outlives a restart; on, as the older guide has it"),
        Row.choice(
            "voipPushesBeforeUnlock", \.switches.voipPushesBeforeUnlock, [4: false], ["LC-21"],
            """
            off: an Apple engineer calls such launches old, undocumented and inconsistent; on, for an app that must be ready \
            for them
            """),
    ]
}

extension PolicyProfile.Row {
    fileprivate static func choice(
        _ name: String, _ path: WritableKeyPath<PolicyProfile, Bool> & Sendable, _ values: ByVersion<Bool>,
        _ rules: ByVersion<[RuleID]>, _ note: ByVersion<String>
    ) -> Self {
        Self(name, path, values, rules, note, isSwitch: true)
    }
}
