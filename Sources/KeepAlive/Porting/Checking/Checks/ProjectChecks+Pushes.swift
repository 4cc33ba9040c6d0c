import KeepAliveModel
import SwiftSyntax

/// Checks of pushes and of background fetch (WK rules).
extension ProjectChecks {
    mutating func checkPushes() {
        checkAnswer(
            to: "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)", in: .remoteNotification, "WK-04",
            "the app is ended after 30 s")
        checkAnswer(
            to: "application(_:performFetchWithCompletionHandler:)", in: .fetch, "WK-02",
            "the app is killed after 30 s, and fetched for less often")
        let fetch = index.functions("application(_:performFetchWithCompletionHandler:)", of: "UIApplicationDelegate")
            .first
        if let fetch, modes.contains(.fetch), !setsFetchInterval {
            report(
                "WK-01", .warning, at: index.place(of: fetch),
                "performFetch is never called: nothing calls setMinimumBackgroundFetchInterval(_:), and the interval is never at first",
                cure: "call it at launch, or use a BGAppRefreshTask")
        }
        let received = "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)"
        for function in index.functions(received) {
            checkCallReport(function)
            // From iOS 13 on, the report of a call answers the push. What a phone does without the completion is not known.
            if ios < IOSVersion(13) {
                checkAnswer(function, "WK-10", "the app keeps its time until the push is taken for unanswered")
            } else {
                checkAnswer(function, "WK-10", "Apple asks for it, and the report of the call counts", .note)
            }
        }
        for function in index.functions("pushRegistry(_:didReceiveIncomingPushWith:for:)") { checkCallReport(function) }
    }

    /// True if the project sets the interval of background fetch, which is never at first (WK-01).
    var setsFetchInterval: Bool {
        !index.calls("setMinimumBackgroundFetchInterval").isEmpty
            || project.objectiveCPlace("setMinimumBackgroundFetchInterval") != nil
    }

    private mutating func checkAnswer(
        to name: String, in mode: BackgroundMode, _ rule: RuleID, _ consequence: String
    ) {
        // Without the mode there is no wake, and no time that ends.
        guard project.manifest == nil || modes.contains(mode) else { return }
        for function in index.functions(name, of: "UIApplicationDelegate") { checkAnswer(function, rule, consequence) }
    }

    /// Checks that each path calls the completion handler, which is the last parameter.
    private mutating func checkAnswer(
        _ function: CodeIndex.Function, _ rule: RuleID, _ consequence: String, _ level: Finding.Level = .error
    ) {
        guard let handler = function.parameters.last, handler.type.contains("->") else { return }
        guard handler.name != "_" else {
            return report(
                rule, level, at: index.place(of: function),
                "the completion handler has no name, so that nothing calls it: \(consequence)")
        }
        report(
            leaks(of: function, .init(callee: nil, token: handler.name)), rule, level,
            without: "\(handler.name)", consequence)
    }

    /// Checks that each path reports a call to CallKit.
    private mutating func checkCallReport(_ function: CodeIndex.Function) {
        guard ios >= IOSVersion(13) else { return }
        let isReported = !index.calls("reportNewIncomingCall").isEmpty
        guard isReported else {
            report(
                "WK-08", project.hasForeignModules ? .note : .error, at: index.place(of: function),
                "nothing reports a call to CallKit: NSInternalInconsistencyException at the first VoIP push in the background",
                cure: "call reportNewIncomingCall(with:update:completion:) of the CXProvider before the method returns")
            return
        }
        guard let body = function.body, reaches("reportNewIncomingCall", from: body) else {
            report(
                "WK-08", .note, at: index.place(of: function),
                "whether a call is reported to CallKit before this returns cannot be told",
                cure: "call reportNewIncomingCall(with:update:completion:) here")
            return
        }
        let leaks = leaks(of: function, .init(callee: "reportNewIncomingCall", token: nil))
        report(
            leaks, "WK-08", .error, without: "reportNewIncomingCall(with:update:completion:)",
            "NSInternalInconsistencyException ends the app")
    }
}
