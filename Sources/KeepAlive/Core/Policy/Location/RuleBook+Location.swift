/// The rules of Core Location.
extension RuleBook {
    static let locationRules: [Rule] = locationManagerRules + locationErrorRules

    private static let locationManagerRules: [Rule] = [
        Rule(
            "CL-01", .log, "9+",
            "setting allowsBackgroundLocationUpdates without the location mode raises an exception",
            from: .backgroundUpdates, .logs),
        Rule(
            "CL-02", .log, "9+", "the text of that exception at first, seen until 2017, without _CFMZEnabled()",
            from: .logs,
            "https://github.com/mauron85/react-native-background-geolocation/issues/60", scope: .value),
        Rule("CL-03", .log, "", "the text of that exception, with _CFMZEnabled()", from: .logs, scope: .value),
        Rule("CL-04", .notFound, "", "the version that changed the text is not known", from: .notFound, scope: .value),
        Rule(
            "CL-05", .document, "9+",
            "allowsBackgroundLocationUpdates is false at first; apps linked before iOS 9 needed only the mode",
            from: .locationHeader, .backgroundUpdates),
        Rule(
            "CL-06", .engineer, "9+", "allowed, and started in the foreground: Core Location keeps the app running",
            from: .backgroundUpdates),
        Rule(
            "CL-07", .reports, "9+",
            "not allowed: updates only while the app runs for other reasons, and from 15 on in-use ones fail with code 1 soon",
            from: .locationHeader, .backgroundUpdates),
        Rule(
            "CL-08", .document, "all", "a suspended app gets its locations when it runs again",
            from: .handlingLocation),
        Rule(
            "CL-09", .document, "8+",
            "when-in-use authorization holds in the background if updates started while in use", from: .handlingLocation
        ),
        Rule(
            "CL-10", .log, "9+",
            "with always authorization, updates started in the background keep the app running as those begun in front do",
            from: "https://github.com/transistorsoft/react-native-background-geolocation/issues/1895",
            "https://github.com/e-mission/e-mission-server/issues/378", .backgroundUpdates),
        Rule(
            "CL-11", .document, "18+",
            "a CLServiceSession is made in the foreground; an app relaunched in the background makes it again first",
            from: .handlingLocation),
        Rule(
            "CL-12", .reports, "6+", "updates pause automatically by default, and the app must restart them",
            from: .locationPauses),
        Rule(
            "CL-13", .reports, "", "when they pause: when the location is unlikely to change; no number",
            from: .locationPauses),
        Rule(
            "CL-14", .belief, "11+",
            "showsBackgroundLocationIndicator is false at first; it matters with always authorization",
            from: .generalKnowledge),
        Rule(
            "CL-15", .document, "all", "defaults: no distance filter, best accuracy; significant changes use neither",
            from: .significantChange, .generalKnowledge),
        Rule(
            "CL-16", .log, "4+",
            "significant change: after 500 m and 5 min at the earliest; relaunches the app, which must start it again",
            from: .significantChange),
        Rule(
            "CL-17", .measured, "4+",
            "20 regions per app, one more fails with code 5; an exit 200 m beyond the boundary, or an entry at it, relaunches the app",
            from: .regionMonitoring, .locationHeader),
        Rule(
            "CL-45", .document, "4+",
            "a crossing is told when the device has stayed beyond that distance for at least 20 s",
            from: .regionMonitoring),
        Rule(
            "CL-46", .engineer, "17+",
            "an app that crashed or was ended with a CLBackgroundActivitySession is launched again, and takes it up at once",
            from: .liveUpdatesTalk, .activitySessionThread),
        Rule(
            "CL-47", .document, "15+", "a push of type location wakes the app's location push extension, not the app",
            from: .locationPush,
            scope: .notApplicable(reason: "the extension is a program of its own, and the app is not woken")),
        Rule(
            "CL-18", .reports, "",
            "a region wake lasts about 10 s, up to 30 s as an engineer says, and ends in suspension: there is no handler",
            from: .oneProject, .wakeTimeThread),
        Rule(
            "CL-19", .log, "8+",
            "visits relaunch the app as significant changes do, minutes after an arrival and a minute after a departure",
            from: .generalKnowledge),
        Rule(
            "CL-20", .document, "6-12",
            "deferred updates are held together in the background only; their errors are 11 to 15",
            from: .locationHeader),
        Rule(
            "CL-21", .log, "9+", "requestLocation without a delegate raises NSInternalInconsistencyException",
            from: .simulatorLogs),
        Rule(
            "CL-22", .log, "26",
            "asking without a usage string does nothing but write a log line",
            from: .simulatorLogs),
        Rule("CL-23", .log, "26", "about 1 s after updates stop, their protection ends", from: .simulatorLogs),
        Rule(
            "CL-48", .engineer, "16.4+",
            "without the indicator, updates with a distance filter, or coarser than 100 m, do not keep the app running",
            from: "Apple, developer forums, thread 726945",
            "https://github.com/transistorsoft/react-native-background-geolocation/issues/2494",
            "https://github.com/mauron85/cordova-plugin-background-geolocation/issues/1396",
            "https://github.com/aaronpk/Overland-iOS/issues/122"),
    ]

    private static let locationErrorRules: [Rule] = [
        Rule("CL-24", .document, "", "kCLErrorDomain 0: locationUnknown", from: .locationErrors, scope: .value),
        Rule("CL-25", .document, "", "kCLErrorDomain 1: denied", from: .locationErrors, scope: .value),
        Rule("CL-26", .document, "", "kCLErrorDomain 2: network", from: .locationErrors, scope: .value),
        Rule("CL-27", .document, "", "kCLErrorDomain 3: headingFailure", from: .locationErrors, scope: .value),
        Rule(
            "CL-28", .document, "", "kCLErrorDomain 4: regionMonitoringDenied", from: .locationErrors, scope: .value),
        Rule(
            "CL-29", .log, "", "kCLErrorDomain 5: regionMonitoringFailure", from: .locationErrors, scope: .value),
        Rule(
            "CL-30", .document, "", "kCLErrorDomain 6: regionMonitoringSetupDelayed", from: .locationErrors,
            scope: .value),
        Rule(
            "CL-31", .document, "", "kCLErrorDomain 7: regionMonitoringResponseDelayed", from: .locationErrors,
            scope: .value),
        Rule("CL-32", .document, "", "kCLErrorDomain 8: geocodeFoundNoResult", from: .locationErrors, scope: .value),
        Rule(
            "CL-33", .document, "", "kCLErrorDomain 9: geocodeFoundPartialResult", from: .locationErrors,
            scope: .value),
        Rule("CL-34", .document, "", "kCLErrorDomain 10: geocodeCanceled", from: .locationErrors, scope: .value),
        Rule("CL-35", .reports, "", "kCLErrorDomain 11: deferredFailed", from: .locationErrors, scope: .value),
        Rule(
            "CL-36", .document, "", "kCLErrorDomain 12: deferredNotUpdatingLocation", from: .locationErrors,
            scope: .value),
        Rule(
            "CL-37", .document, "", "kCLErrorDomain 13: deferredAccuracyTooLow", from: .locationErrors, scope: .value),
        Rule(
            "CL-38", .document, "", "kCLErrorDomain 14: deferredDistanceFiltered", from: .locationErrors,
            scope: .value),
        Rule("CL-39", .document, "", "kCLErrorDomain 15: deferredCanceled", from: .locationErrors, scope: .value),
        Rule("CL-40", .reports, "", "kCLErrorDomain 16: rangingUnavailable", from: .bindings, scope: .value),
        Rule("CL-41", .reports, "", "kCLErrorDomain 17: rangingFailure", from: .bindings, scope: .value),
        Rule("CL-42", .reports, "14+", "kCLErrorDomain 18: promptDeclined", from: .bindings, scope: .value),
        Rule("CL-43", .reports, "", "kCLErrorDomain 19: historicalLocationError", from: .bindings, scope: .value),
        Rule(
            "CL-44", .report, "7+",
            "without Background App Refresh no place wakes an app, and monitoring a region fails with code 4; updates begun in front go on",
            from: .oneProject),
        Rule(
            "CL-49", .document, "14+",
            "with Precise Location off an app gets positions some kilometres wide, a few times an hour",
            from: .accuracyAuthorization, "https://github.com/owntracks/ios/issues/638"),
        Rule(
            "CL-50", .reports, "14+", "with Precise Location off no crossing of a region or of beacons is told",
            from: "https://github.com/klaviyo/klaviyo-swift-sdk/pull/477",
            "https://github.com/transistorsoft/react-native-background-geolocation/issues/1116", .accuracyAuthorization),
        Rule(
            "CL-51", .document, "14+",
            "exact positions for one use: a purpose of the Info.plist, in front, with the user's consent; else kCLErrorDomain 18",
            from: .temporaryAccuracy),
        Rule(
            "CL-52", .reports, "13+",
            "Allow Once is when in use until the app's process has ended; then the user is asked again",
            from: "https://github.com/expo/expo/issues/35453",
            "https://github.com/zoontek/react-native-permissions/issues/375"),
        Rule(
            "CL-53", .engineer, "13+",
            "always, answered with While Using: the app is told always, and what needs it waits for the user's second answer",
            from: "https://developer.apple.com/videos/play/wwdc2019/705/"),
    ]
}
