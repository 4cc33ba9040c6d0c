import Testing

@testable import KeepAlivePolicy

/// Numbers and names of Apple's, as its headers have them.
@Suite struct ErrorTableTests {
    static let audio: [(error: AudioSessionError, name: String, characters: String, code: Int32, rule: RuleID)] = [
        (.mediaServicesFailed, "mediaServicesFailed", "msrv", 1_836_282_486, "AS-20"),
        (.isBusy, "isBusy", "!act", 560_030_580, "AS-21"),
        (.incompatibleCategory, "incompatibleCategory", "!cat", 560_161_140, "AS-22"),
        (.cannotInterruptOthers, "cannotInterruptOthers", "!int", 560_557_684, "AS-23"),
        (.missingEntitlement, "missingEntitlement", "ent?", 1_701_737_535, "AS-24"),
        (.siriIsRecording, "siriIsRecording", "siri", 1_936_290_409, "AS-25"),
        (.cannotStartPlaying, "cannotStartPlaying", "!pla", 561_015_905, "AS-26"),
        (.cannotStartRecording, "cannotStartRecording", "!rec", 561_145_187, "AS-27"),
        (.badParam, "badParam", "", -50, "AS-28"),
        (.insufficientPriority, "insufficientPriority", "!pri", 561_017_449, "AS-29"),
        (.resourceNotAvailable, "resourceNotAvailable", "!res", 561_145_203, "AS-30"),
        (.unspecified, "unspecified", "what", 2_003_329_396, "AS-31"),
        (.expiredSession, "expiredSession", "!ses", 561_210_739, "AS-32"),
        (.sessionNotActive, "sessionNotActive", "inac", 1_768_841_571, "AS-33"),
    ]

    @Test(
        """
        AS-20, AS-21, AS-22, AS-23, AS-24, AS-25, AS-26, AS-27, AS-28, AS-29, AS-30, AS-31, AS-32, AS-33: names, \
        characters and numbers of the audio session's errors
        """)
    func audioSession() {
        #expect(AudioSessionError.all == Self.audio.map(\.error))
        for row in Self.audio {
            #expect(row.error.name == row.name)
            #expect(row.error.fourCharacterCode == row.characters)
            #expect(row.error.code == row.code)
            #expect(row.error.rule == row.rule)
        }
    }

    @Test(
        """
        CL-24, CL-25, CL-26, CL-27, CL-28, CL-29, CL-30, CL-31, CL-32, CL-33, CL-34, CL-35, CL-36, CL-37, CL-38, \
        CL-39, CL-40, CL-41, CL-42, CL-43: names and numbers of kCLErrorDomain
        """)
    func coreLocation() {
        let rows: [(code: Int, name: String, rule: RuleID)] = [
            (0, "locationUnknown", "CL-24"), (1, "denied", "CL-25"), (2, "network", "CL-26"),
            (3, "headingFailure", "CL-27"), (4, "regionMonitoringDenied", "CL-28"),
            (5, "regionMonitoringFailure", "CL-29"), (6, "regionMonitoringSetupDelayed", "CL-30"),
            (7, "regionMonitoringResponseDelayed", "CL-31"), (8, "geocodeFoundNoResult", "CL-32"),
            (9, "geocodeFoundPartialResult", "CL-33"), (10, "geocodeCanceled", "CL-34"),
            (11, "deferredFailed", "CL-35"),
            (12, "deferredNotUpdatingLocation", "CL-36"), (13, "deferredAccuracyTooLow", "CL-37"),
            (14, "deferredDistanceFiltered", "CL-38"), (15, "deferredCanceled", "CL-39"),
            (16, "rangingUnavailable", "CL-40"), (17, "rangingFailure", "CL-41"), (18, "promptDeclined", "CL-42"),
            (19, "historicalLocationError", "CL-43"),
        ]
        #expect(ServiceError.coreLocation.count == rows.count)
        for (error, row) in zip(ServiceError.coreLocation, rows) {
            #expect(error.domain == "kCLErrorDomain")
            #expect(error.code == row.code)
            #expect(error.name == row.name)
            #expect(error.rule == row.rule)
        }
    }

    @Test("BG-07: the errors of BGTaskSchedulerErrorDomain")
    func scheduler() {
        let rows: [(ServiceError, Int, String)] = [
            (.schedulerUnavailable, 1, "unavailable"),
            (.tooManyPendingTaskRequests, 2, "tooManyPendingTaskRequests"),
            (.notPermitted, 3, "notPermitted"),
            (.immediateRunIneligible, 4, "immediateRunIneligible"),
        ]
        for (error, code, name) in rows {
            #expect(error.domain == "BGTaskSchedulerErrorDomain")
            #expect(error.code == code)
            #expect(error.name == name)
        }
    }

    @Test("BM-01, BM-02: the values of UIBackgroundModes, and watchOS's one")
    func modes() {
        let values = [
            "audio", "bluetooth-central", "bluetooth-peripheral", "external-accessory", "fetch", "location",
            "nearby-interaction", "network-authentication", "newsstand-content", "processing", "push-to-talk",
            "remote-notification", "voip",
        ]
        #expect(Set(BackgroundMode.allCases.map(\.rawValue)) == Set(values + ["workout-processing"]))
    }
}
