/// Decisions about calls of CallKit (WK-17, WK-18, MD-28).
extension PolicyMachine {
    mutating func processCall(_ event: CallEvent) {
        switch event {
        case .reported(let call): reportIncoming(call)
        case .transactionRequested(let action, let call): requestTransaction(action, call)
        case .userRequested(let action, let call):
            perform(action, call, Reason("WK-17", "the user: \(action.rawValue)"))
        case .fulfilled(let action, let call): fulfilled(action, call)
        case .failed(let action, let call): failed(action, call)
        case .ended(let call): end(call, Reason("WK-17", "the app reports its end"))
        case .groupsLimited(let count): callKit.groupsMax = max(0, count)
        case .providerInvalidated:
            for call in callKit.calls.keys.sorted() { end(call, Reason("WK-17", "the provider was invalidated")) }
        }
    }

    /// Returns true if the app may use CallKit; otherwise logs a line or refuses the app's request. Newer versions of
    /// iOS refuse if `UIBackgroundModes` lacks `voip` (BM-17).
    private mutating func mayUseCallKit() -> Bool {
        guard profile.features.callKit else {
            log("CallKit came with iOS 10", Reason("WK-17", "iOS \(profile.version)"))
            return false
        }
        guard manifest.backgroundModes.contains(.voip) || !profile.features.callKitNeedsMode else {
            emit(.refuse(.missingVoIPBackgroundMode), Reason("BM-17", "CallKit needs 'voip' in UIBackgroundModes"))
            return false
        }
        return true
    }

    private mutating func reportIncoming(_ call: String) {
        guard mayUseCallKit() else { return }
        // A VoIP push obliges the app to report a call (WK-08, WK-10). The report counts even if the call is known
        // already.
        callWasReported()
        if !profile.features.voipPushKeepsAwake { completeWake(.voipPush, identifier: nil) }
        guard callKit.calls[call] == nil else {
            return emit(.refuse(.callExists), Reason("WK-17", "there is a call \(call) already"))
        }
        guard callKit.calls.count < Self.callsMax else {
            return emit(.refuse(.tooManyCalls), Reason("WK-17", "\(Self.callsMax) calls are there already"))
        }
        callsChange { $0[call] = .ringing }
        if let limit = profile.callRingLimit {
            callKit.ringsUntil[call] = now + limit
            watchRings()
        }
        log("the device rings: call \(call)", Reason("WK-17", "an incoming call"))
    }

    /// Handles an action that the app requests: the system passes the action on to the app's provider.
    private mutating func requestTransaction(_ action: CallAction, _ call: String) {
        guard mayUseCallKit() else { return }
        if action == .start {
            guard callKit.calls[call] == nil else {
                return emit(.refuse(.callActionExists), Reason("WK-17", "there is a call \(call) already"))
            }
            // Each call is a call group of its own, so the limit on groups limits the number of calls.
            guard callKit.calls.count < callKit.groupsMax else {
                return emit(
                    .refuse(.tooManyCalls),
                    Reason("WK-17", "maximumCallGroups is \(callKit.groupsMax), and there are as many calls"))
            }
            callsChange { $0[call] = .dialling }
        }
        guard let state = callKit.calls[call] else {
            return emit(.refuse(.unknownCall), Reason("WK-17", "there is no call \(call)"))
        }
        guard Self.suits(action, state) else {
            return emit(
                .refuse(.invalidCallAction), Reason("WK-17", "call \(call) is \(state.rawValue): no \(action.rawValue)")
            )
        }
        perform(action, call, Reason("WK-17", "the app's transaction: \(action.rawValue)"))
    }

    private mutating func perform(_ action: CallAction, _ call: String, _ reason: Reason) {
        guard process.alive, state.isRunning, let current = callKit.calls[call], Self.suits(action, current)
        else { return log("no call \(call) to \(action.rawValue)", Reason("WK-17", "nothing rings, or nobody talks")) }
        if action == .answer || action == .end {
            callKit.ringsUntil[call] = nil
            watchRings()
        }
        // The latest of several equal actions replaces the earlier ones.
        callKit.openActions.removeAll { $0.action == action && $0.call == call }
        callKit.openActions.append(
            CallKitState.OpenAction(action: action, call: call, until: now + profile.callActionTimeout))
        watchCallActions()
        deliver(.performCallAction(action, call: call), reason)
    }

    /// WK-17: stops waiting for the app's answers. A call that was to be started or answered is ended.
    mutating func timeOutCallActions() {
        for open in callKit.openActions.filter({ $0.until <= now }) {
            guard answered(open.action, open.call) else { continue }
            let reason = Reason(
                "WK-17",
                "the app has neither fulfilled it nor let it fail in \(profile.inWords(profile.callActionTimeout))")
            deliver(.callActionTimedOut(open.action, call: open.call), reason)
            switch open.action {
            case .start, .answer: perform(.end, open.call, reason)
            case .end: end(open.call, reason)
            case .hold, .resume, .mute, .unmute: break
            }
        }
    }

    /// Marks an action as answered.
    ///
    /// - Returns: true if the action was open.
    private mutating func answered(_ action: CallAction, _ call: String) -> Bool {
        guard let index = callKit.openActions.firstIndex(where: { $0.action == action && $0.call == call })
        else { return false }
        callKit.openActions.remove(at: index)
        watchCallActions()
        return true
    }

    private mutating func watchCallActions() { deadlines[.callAction] = callKit.openActions.map(\.until).min() }

    /// The highest number of calls of an app; the limit is this project's choice. Only this limit applies to incoming
    /// calls: `maximumCallGroups` does not, because the user ends or holds another call for an incoming one.
    static let callsMax = 10

    /// Returns true if an action is possible with a call in a state.
    private static func suits(_ action: CallAction, _ state: CallState) -> Bool {
        switch action {
        case .start: state == .dialling
        case .answer: state == .ringing
        case .hold, .mute, .unmute: state == .active
        case .resume: state == .held
        case .end: true
        }
    }

    private mutating func fulfilled(_ action: CallAction, _ call: String) {
        guard answered(action, call), let state = callKit.calls[call], Self.suits(action, state) else { return }
        switch action {
        case .start, .answer, .resume:
            callsChange { $0[call] = .active }
            activateForCalls()
        case .hold:
            callsChange { $0[call] = .held }
            deactivateAfterCalls()
        case .end: end(call, Reason("WK-17", "the app has ended it"))
        case .mute, .unmute: break
        }
    }

    /// WK-17: ends incoming calls that nobody has answered in time.
    mutating func endUnansweredCalls() {
        for (call, end) in callKit.ringsUntil.sorted(by: { $0.key < $1.key }) where end <= now {
            callKit.ringsUntil[call] = nil
            guard callKit.calls[call] == .ringing else { continue }
            perform(.end, call, Reason("WK-17", "nobody has answered the call"))
        }
        watchRings()
    }

    private mutating func watchRings() { deadlines[.callRing] = callKit.ringsUntil.values.min() }

    /// AS-46: puts the app's active calls on hold, because the user accepts a phone call.
    ///
    /// - Returns: true if a call of the app was active.
    mutating func holdCalls() -> Bool {
        let active = callKit.calls.filter { $0.value == .active }.keys.sorted()
        for call in active { perform(.hold, call, Reason("AS-46", "the user has accepted a call of the phone")) }
        callKit.heldForPhone = active
        return !active.isEmpty
    }

    /// Resumes the calls that a phone call had put on hold, because the phone call is over.
    mutating func resumeHeldCalls() {
        let held = callKit.heldForPhone
        callKit.heldForPhone = []
        for call in held { perform(.resume, call, Reason("AS-46", "the call of the phone is over")) }
    }

    private mutating func failed(_ action: CallAction, _ call: String) {
        guard answered(action, call), callKit.calls[call] != nil else { return }
        log("call \(call): \(action.rawValue) failed", Reason("WK-17", "the app's provider said so"))
        // A start or an answer that fails ends the call (CXProvider).
        if action == .start || action == .answer { end(call, Reason("WK-17", "it failed")) }
    }

    private mutating func end(_ call: String, _ reason: Reason) {
        guard callKit.calls[call] != nil else { return }
        log("call \(call) is over", reason)
        callsChange { $0[call] = nil }
        callKit.openActions.removeAll { $0.call == call }
        callKit.ringsUntil[call] = nil
        watchCallActions()
        watchRings()
        deactivateAfterCalls()
    }

    /// Changes the set of calls. If the first call begins or the last call ends, the reason to run changes too (MD-28).
    private mutating func callsChange(_ body: (inout [String: CallState]) -> Void) {
        let before = callKit.calls.isEmpty
        body(&callKit.calls)
        guard before != callKit.calls.isEmpty else { return }
        wakes.reason = Reason("MD-28", callKit.calls.isEmpty ? "the call is over" : "a call goes on")
    }

    // MARK: The audio session (WK-18)

    /// Activates the audio session for an answered call, as the system does: the app then starts its sound.
    private mutating func activateForCalls() {
        guard !audio.heldByFramework else { return }
        if audio.configuration.category != .playAndRecord {
            audio.configuration = AudioSessionConfiguration(category: .playAndRecord)
        }
        audio.interruption = nil
        audio.active = true
        audio.heldByFramework = true
        interruptOthers()
        deliver(.callAudioSession(isActive: true), Reason("WK-18", "the system activates it for the call"))
    }

    private mutating func deactivateAfterCalls() {
        guard audio.heldByFramework, !callKit.calls.values.contains(.active) else { return }
        audio.heldByFramework = false
        // Sound that still flows has lost its session, so it is stopped.
        if audio.flow != .stopped { processPlaybackStopped() }
        endAudioSession(notifyingOthers: true)
        letOthersResume(true)
        guard process.alive, state.isRunning else { return }
        deliver(.callAudioSession(isActive: false), Reason("WK-18", "no call is active"))
    }

    // MARK: Queries

    /// The app's calls, by identifier.
    package var calls: [(call: String, state: CallState)] {
        callKit.calls.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
