/// The profiles that ship with KeepAlive.
public enum ProfileCatalogue {
    /// All profiles, oldest first.
    public static let all: [PolicyProfile] = [ios12, ios13, ios26]

    /// The profile used when none is asked for.
    public static let newest = ios26

    /// The profile of a version.
    ///
    /// - Parameter text: `12.4`, or a major version alone for the one profile of it: `12`, `26`.
    /// - Throws: ``KeepAliveError`` with code `usage` when there is none, naming those that there are.
    public static func profile(named text: String) throws -> PolicyProfile {
        let known = all.map(\.version.description).joined(separator: ", ")
        guard let version = IOSVersion(parsing: text) else {
            throw KeepAliveError(.usage, "'\(text)' is not an iOS version", remedy: "Profiles: \(known)")
        }
        let match =
            all.first { $0.version == version }
            ?? (text.contains(".") ? nil : all.first { $0.version.major == version.major })
        guard let match else {
            throw KeepAliveError(.usage, "there is no policy profile for iOS \(text)", remedy: "Profiles: \(known)")
        }
        return match
    }

    /// iOS 12.4: the app delegate's era, three minutes for a background task.
    static let ios12 = PolicyProfile(
        version: IOSVersion(12, 4),
        lifecycle: .applicationDelegate,
        suspensionDelay: .milliseconds(200),
        audioReleaseDelay: .seconds(1),
        locationReleaseDelay: .seconds(1),
        audioEvidenceWindow: .seconds(1),
        finishTaskBudget: .seconds(180),
        finishTaskExpiration: .seconds(175),
        finishTaskGrace: .seconds(5),
        stillHeldWarningDelay: nil,
        oldTaskWarningAge: nil,
        finishTaskOverrunCode: "0x8badf00d",
        finishTaskOverrunNamespace: "ASSERTIOND",
        finishTaskOverrunWritesReport: true,
        finishTaskLimit: 1000,
        locationPauseDelay: .seconds(15 * 60),
        locationPauseRadiusMetres: 50,
        missingLocationModeText:
            "Invalid parameter not satisfying: !stayUp || CLClientIsBackgroundable(internal->fClient) || _CFMZEnabled()",
        missingLocationModeRule: "CL-03"
    )

    /// iOS 13.0: scenes, RunningBoard, and the 31 s that were measured on it.
    static let ios13: PolicyProfile = {
        var profile = ios12
        profile.version = IOSVersion(13, 0)
        profile.lifecycle = .scene
        profile.finishTaskBudget = .seconds(30)
        profile.finishTaskExpiration = .seconds(31)
        profile.finishTaskOverrunCode = "0x2182BAD2"
        profile.finishTaskOverrunNamespace = "RUNNINGBOARD"
        profile.finishTaskOverrunWritesReport = false
        return profile
    }()

    /// iOS 26: the newest era.
    static let ios26: PolicyProfile = {
        var profile = ios13
        profile.version = IOSVersion(26, 0)
        profile.finishTaskExpiration = .seconds(25)
        profile.stillHeldWarningDelay = .seconds(1)
        profile.oldTaskWarningAge = .seconds(30)
        return profile
    }()
}

extension PolicyProfile {
    /// Every constant with its unit, its rows and, where the sources leave it open, why it has this value.
    public var constants: [ProfileConstant] {
        func seconds(_ duration: Duration) -> String {
            let value = duration.inSeconds
            return value == value.rounded() ? String(Int(value)) : String(value)
        }
        let measured = version == IOSVersion(13, 0)
        let older = version < IOSVersion(13)
        return [
            .init(
                name: "suspensionDelay", value: seconds(suspensionDelay), unit: "s", rules: ["LC-10", "LC-11"],
                note: "Apple publishes no number; output was seen to stop at once"),
            .init(
                name: "audioReleaseDelay", value: seconds(audioReleaseDelay), unit: "s", rules: ["AS-36", "MD-10"],
                note: "not published; taken from location's"),
            .init(
                name: "locationReleaseDelay", value: seconds(locationReleaseDelay), unit: "s", rules: ["CL-23"],
                note: older || measured ? "seen on iOS 26; assumed for this version" : ""),
            .init(
                name: "audioEvidenceWindow", value: seconds(audioEvidenceWindow), unit: "s", rules: ["AS-34"],
                note: "this machine's, not iOS's; --time-scale does not change it"),
            .init(
                name: "finishTaskBudget", value: seconds(finishTaskBudget), unit: "s",
                rules: older ? ["BT-03", "BT-08"] : ["BT-04", "BT-08"], note: "one per process, shared by all tasks"),
            .init(
                name: "finishTaskExpiration", value: seconds(finishTaskExpiration), unit: "s",
                rules: older ? ["BT-03", "BT-05", "BT-14"] : measured ? ["BT-06"] : ["BT-04", "BT-14"],
                note: measured
                    ? "BT-04 and BT-14 give 25; 31 was measured on this very version, and a measurement wins"
                    : ""),
            .init(
                name: "finishTaskGrace", value: seconds(finishTaskGrace), unit: "s", rules: ["BT-15", "MD-05"], note: ""
            ),
            .init(
                name: "stillHeldWarningDelay", value: stillHeldWarningDelay.map(seconds) ?? "none",
                unit: stillHeldWarningDelay == nil ? "" : "s", rules: ["BT-22"], note: "printed from iOS 13.4"),
            .init(
                name: "oldTaskWarningAge", value: oldTaskWarningAge.map(seconds) ?? "none",
                unit: oldTaskWarningAge == nil ? "" : "s", rules: ["BT-23"], note: "printed from iOS 13.4"),
            .init(
                name: "finishTaskOverrun", value: "\(finishTaskOverrunNamespace) \(finishTaskOverrunCode)", unit: "",
                rules: older ? ["BT-19", "BT-20"] : ["BT-19", "BT-21"],
                note: finishTaskOverrunWritesReport ? "with a crash report" : "without a crash report"),
            .init(
                name: "finishTaskLimit", value: String(finishTaskLimit), unit: "assertions", rules: ["BT-29"], note: ""),
            .init(
                name: "locationPauseDelay", value: seconds(locationPauseDelay), unit: "s", rules: ["CL-12", "CL-13"],
                note: "not published; the shorter end of the 15 to 20 min that developers tell"),
            .init(
                name: "locationPauseRadius", value: seconds(.seconds(Int(locationPauseRadiusMetres))), unit: "m",
                rules: ["CL-13"], note: "our choice: Apple says only 'unlikely to change'"),
            .init(
                name: "missingLocationModeText", value: missingLocationModeText, unit: "",
                rules: [missingLocationModeRule, "CL-04"],
                note:
                    "the version that changed the text is not known; this form was published for iOS 12 and 13 in 2019"
            ),
        ]
    }
}
