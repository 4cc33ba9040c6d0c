/// The constants, switches and features of location.
extension PolicyProfile {
    static let locationTable: [Row] = [
        Row(
            "locationReleaseDelay", \.locationReleaseDelay, [4: .seconds(1)], ["CL-23"],
            [4: "seen on iOS 26; assumed for this version", 26: ""]),
        Row(
            "locationPauseDelay", \.locationPauseDelay, [4: .seconds(15 * 60)], ["CL-12", "CL-13"],
            "not published; the shorter end of the 15 to 20 min that developers tell"),
        Row(
            "locationPauseRadius", \.locationPauseRadiusMetres, [4: 50], unit: "m", ["CL-13"],
            "our choice: Apple says only 'unlikely to change'"),
        Row(
            "reducedAccuracyInterval", \.reducedAccuracyInterval, [4: .seconds(900)], ["CL-49"],
            "Apple says a few times an hour; four times is our choice"),
        Row(
            "reducedAccuracyRadius", \.reducedAccuracyMetres, [4: 5000], unit: "m", ["CL-49"],
            "some kilometres, by Apple's talk, and 5 km by several developers"),
        Row(
            "significantChangeDistance", \.significantChangeMetres, [4: 500], unit: "m", ["CL-16", "PC-27"]),
        Row("significantChangeInterval", \.significantChangeInterval, [4: .seconds(300)], ["CL-16", "PC-28"]),
        Row(
            "visitArrivalDelay", \.visitArrivalDelay, [4: .seconds(354)], ["CL-19"],
            "354 and 926 s in logs of iOS 17 and 18: the shorter one"),
        Row("visitDepartureDelay", \.visitDepartureDelay, [4: .seconds(74)], ["CL-19"], "74 s in a log of iOS 17"),
        Row(
            "locationDenialDelay", \.locationDenialDelay, [4: nil, 15: .seconds(15)], ["CL-07"],
            "within about 20 s, on iOS 15 to 26; the number is our choice"),
        Row("regionLimit", \.regionLimit, [4: 20], unit: "regions", ["CL-17", "PC-29"]),
        Row(
            "regionCrossingDistance", \.regionCrossingMetres, [4: 200], unit: "m", ["CL-17", "PC-30"], "about 200 m"),
        Row(
            "regionEntryDistance", \.regionEntryMetres, [4: 0], unit: "m", ["CL-17"],
            "entries were told almost on the boundary in the maps of two developers; Apple's guide says about 200 m of both"
        ),
        Row(
            "regionCrossingStay", \.regionCrossingStay, [4: .seconds(20)], ["CL-45"],
            "at least 20 s, says an old guide that nothing revokes"),
        Row(
            "missingLocationModeText", \.missingLocationModeText,
            [
                4: "Invalid parameter not satisfying: !stayUp || CLClientIsBackgroundable(internal->fClient)",
                12: "Invalid parameter not satisfying: !stayUp || CLClientIsBackgroundable(internal->fClient)"
                    + " || _CFMZEnabled()",
            ],
            [4: ["CL-02", "CL-04", "GAP-02", "SD-31"], 12: ["CL-03", "CL-04", "GAP-02", "SD-31"]],
            "the version that changed the text is not known; the later form was published for iOS 12 and 13 in 2019"),
        Row("locationSwitchSinceSDK", \.locationSwitchSinceSDK, [4: IOSVersion(9)], ["CL-05", "BM-04"]),

        // Switches: the sources say nothing about these behaviours, or contradict each other.
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

        // Features: only some versions of iOS have these.
        Row(
            "monitorTellsTwice", \.features.monitorTellsTwice, [4: false, 26: true], ["CL-17"],
            "two to three times on devices with iOS 26, in recorded drives"),
        Row(
            "regionsNeedAlways", \.features.regionsNeedAlways, [4: true, 13: false], ["CL-17"],
            "Apple's engineers: any authorization from iOS 13 on; a developer saw it on 11.4"),
        Row(
            "alwaysNeedsBothKeys", \.features.alwaysNeedsBothKeys, [4: false, 11: true], ["CL-22"],
            "the line stands in logs of iOS 11"),
        Row("locationPauses", \.features.locationPauses, [4: false, 6: true], ["CL-12"]),
        Row("locationIndicator", \.features.locationIndicator, [4: false, 11: true], ["CL-14"]),
        Row(
            "coarseUpdatesSuspend", \.features.coarseUpdatesSuspend, [4: false, 16.4: true], ["CL-48"],
            "an Apple engineer named the terms after iOS 16.4 had suspended trackers; before it none were seen"),
        Row("whenInUseIndicator", \.features.whenInUseIndicator, [4: false, 8: true], ["CL-09"]),
        Row("visits", \.features.visits, [4: false, 8: true], ["CL-19"]),
        Row("requestsLocation", \.features.requestsLocation, [4: false, 9: true], ["CL-21"]),
        Row(
            "deferredLocations", \.features.deferredLocations, [4: false, 6: true, 10: false], ["CL-20"],
            [
                4: "", 6: "",
                10: "Apple's header says until iOS 13; from 10 on a deferral was seen to end at once with an error",
            ]),
        Row(
            "temporaryLocationAnswers", \.features.temporaryLocationAnswers, [4: false, 13: true], ["CL-52", "CL-53"]),
        Row("reducedAccuracy", \.features.reducedAccuracy, [4: false, 14: true], ["CL-49"]),
        Row(
            "locationActivitySessions", \.features.locationActivitySessions, [4: false, 17: true], ["CL-09", "CL-46"]),
        Row("locationServiceSessions", \.features.locationServiceSessions, [4: false, 18: true], ["CL-11"]),
        Row(
            "refreshGatesLocation", \.features.refreshGatesLocation, [4: false, 7: true], ["CL-44"],
            "Background App Refresh came with iOS 7"),
    ]
}
