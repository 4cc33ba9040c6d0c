import KeepAliveModel
import SwiftSyntax

/// Checks of Core Location (CL rules).
extension ProjectChecks {
    mutating func checkLocation() {
        checkUsageStrings()
        let allows = (index.assignments["allowsBackgroundLocationUpdates"] ?? []).filter { !$0.value.isFalse }
        if let first = allows.first, project.manifest != nil, !modes.contains(.location) {
            report(
                "CL-01", .error, at: index.files[first.file].place(of: first.node),
                "NSInternalInconsistencyException: Invalid parameter not satisfying: !stayUp || CLClientIsBackgroundable(internal->fClient): UIBackgroundModes lacks 'location'",
                cure: "add 'location' to UIBackgroundModes")
        }
        if let start = index.calls("startUpdatingLocation").first, modes.contains(.location), allows.isEmpty,
            project.objectiveCPlace("allowsBackgroundLocationUpdates") == nil
        {
            report(
                "CL-07", .warning, at: index.place(of: start),
                "nothing sets allowsBackgroundLocationUpdates: the updates end when the app is suspended, in spite of the mode 'location'",
                cure: "set allowsBackgroundLocationUpdates to true before the updates start")
        }
        checkPauses(allows)
        checkPrecision(allows)
        for call in index.calls("requestLocation") where call.node.arguments.isEmpty {
            guard index.assignments["delegate"]?.isEmpty != false,
                project.objectiveCPlace("setDelegate") == nil
            else { continue }
            report(
                "CL-21", .error, at: index.place(of: call),
                "NSInternalInconsistencyException: requestLocation needs a delegate, and nothing sets one")
        }
    }

    private mutating func checkUsageStrings() {
        guard let manifest = project.manifest else { return }
        for (name, always) in [("requestWhenInUseAuthorization", false), ("requestAlwaysAuthorization", true)] {
            guard let call = index.calls(name).first, let key = manifest.missingUsageKey(always: always) else {
                continue
            }
            report(
                "CL-22", .error, at: index.place(of: call), "the user is not asked: the Info.plist lacks \(key)",
                cure: "add \(key) with the reason that the user reads")
        }
    }

    /// Checks CL-12: updates pause by default, and do not begin again by themselves.
    private mutating func checkPauses(_ allows: [CodeIndex.Assignment]) {
        guard let first = allows.first, modes.contains(.location), !index.calls("startUpdatingLocation").isEmpty,
            index.assignments["pausesLocationUpdatesAutomatically"] == nil,
            index.functions("locationManagerDidPauseLocationUpdates(_:)").isEmpty,
            project.objectiveCPlace("pausesLocationUpdatesAutomatically") == nil
        else { return }
        report(
            "CL-12", .warning, at: index.files[first.file].place(of: first.node),
            "nothing sets pausesLocationUpdatesAutomatically, which is true at first: updates pause when the device seems to rest, and do not begin again in the background",
            cure: "set it to false, or start again in locationManagerDidPauseLocationUpdates(_:)")
    }

    /// Checks CL-48: from iOS 16.4 on, coarse or filtered updates need the indicator.
    private mutating func checkPrecision(_ allows: [CodeIndex.Assignment]) {
        guard ios >= IOSVersion(16, 4), !allows.isEmpty,
            index.assignments["showsBackgroundLocationIndicator"]?.contains(where: { !$0.value.isFalse }) != true
        else { return }
        let coarse = (index.assignments["desiredAccuracy"] ?? []).first { assignment in
            ["kCLLocationAccuracyKilometer", "kCLLocationAccuracyThreeKilometers", "kCLLocationAccuracyReduced"]
                .contains(assignment.value.referenceName)
        }
        let filtered = (index.assignments["distanceFilter"] ?? []).first { assignment in
            assignment.value.referenceName != "kCLDistanceFilterNone"
        }
        guard let cause = coarse ?? filtered else { return }
        report(
            "CL-48", .warning, at: index.files[cause.file].place(of: cause.node),
            "from iOS 16.4 on updates with a distance filter, or coarser than 100 m, do not keep the app running without the indicator",
            cure: "set showsBackgroundLocationIndicator to true, or take \(cause.name) out")
    }
}

extension ExprSyntax {
    /// True for the literal `false`.
    var isFalse: Bool { self.as(BooleanLiteralExprSyntax.self)?.literal.text == "false" }
}
