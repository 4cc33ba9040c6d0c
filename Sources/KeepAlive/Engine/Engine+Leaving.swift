import KeepAlivePolicy

/// The way out of an app that is asked before it goes.
extension Engine {
    /// What was begun with an app and goes on by itself.
    package struct Transition: Equatable {
        fileprivate var isLaunching: Bool
        fileprivate var isLeaving: Bool
        fileprivate var ending: Reason?
        fileprivate var isKilled: Bool

        /// What it is, in words.
        package var words: String {
            if isKilled { return "has been killed, and its process is still there" }
            if let ending { return "is ending: \(ending.text) [\(ending.rule)]" }
            return isLeaving
                ? "is being left [LC-05]" : "is being launched: didFinishLaunching has not returned [LC-14]"
        }
    }

    /// It is being launched or left, it has been asked to end, or it has been killed and its process is still there; `nil`
    /// when none of that is so.
    package var transition: Transition? {
        let transition = Transition(
            isLaunching: machine.isLaunching, isLeaving: isLeaving, ending: machine.reasonOfEnding,
            isKilled: kill != nil)
        let isOne = transition.isLaunching || isLeaving || transition.ending != nil || transition.isKilled
        return isOne ? transition : nil
    }

    /// Has the app told that it is about to be left, while what it does about it still counts as done in the foreground
    /// (LC-05).
    ///
    /// - Returns: whether the app is left when it has returned from that; `false` when it is not in use, and is left at
    ///   once.
    func beginLeaving() -> Bool {
        guard !isLeaving else { return true }
        guard machine.state == .foregroundActive else { return false }
        isLeaving = true
        // A breakpoint takes the time that it takes (LC-17).
        if machine.isWatched {
            let limit = machine.profile.enterBackgroundAdvice
            leavingLimit = scheduler.schedule(after: limit) { [weak self] in
                guard let self else { return }
                note("the app has not returned from willResignActive in \(limit.inWords): it is not waited for")
                leave()
            }
        }
        callOut {
            _ = submit(.becameInactive)
            afterAll { [unowned self] in leaveIfResigned() }
        }
        return true
    }

    /// The app, or a program that acts for it, may have returned from `willResignActive`.
    func leaveIfResigned() {
        guard isLeaving, app?.isResigning != true, !companions.contains(where: { $0.service.isResigning }) else {
            return
        }
        leave()
    }

    /// The app is left, whether it has returned or not.
    func leave() {
        guard isLeaving else { return }
        callOut {
            let isOver = endingAsPlanned
            stopLeaving()
            if !isOver { _ = submit(.homePressed) }
        }
    }

    /// The app is left now, the user has come back, or there is nothing to leave any more; within ``callOut(_:)``.
    func stopLeaving() {
        guard isLeaving else { return }
        isLeaving = false
        if let leavingLimit { scheduler.cancel(leavingLimit) }
        leavingLimit = nil
        app?.forgetResigning()
        for companion in companions { companion.service.forgetResigning() }
        afterAll { [unowned self] in onTransitionEnd?() }
    }
}
