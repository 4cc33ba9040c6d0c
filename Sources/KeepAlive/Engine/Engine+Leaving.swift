/// The way out of an app that is asked before it goes.
extension Engine {
    /// Whether the app is being told that it is about to be left.
    package var isLeaving: Bool { leaving != nil }

    /// Has the app told that it is about to be left, while what it does about it still counts as done in the foreground
    /// (LC-05).
    ///
    /// - Returns: whether the app is left when it has returned from that; `false` when it is not in use, and is left at
    ///   once.
    func beginLeaving() -> Bool {
        guard leaving == nil else { return true }
        guard machine.state == .foregroundActive else { return false }
        let limit = machine.profile.enterBackgroundAdvice
        leaving = scheduler.schedule(after: limit) { [weak self] in
            guard let self else { return }
            note("the app has not returned from willResignActive in \(limit.inWords): it is not waited for")
            leave()
        }
        callOut {
            _ = submit(.becameInactive)
            afterwards { [unowned self] in leaveIfResigned() }
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

    private func leave() {
        guard forgetLeaving(), !endingAsPlanned else { return }
        callOut {
            _ = submit(.homePressed)
            afterwards { [unowned self] in onLeft?() }
        }
    }

    /// The user has come back, or there is nothing to leave any more.
    func stopLeaving() {
        if forgetLeaving() { onLeft?() }
    }

    private func forgetLeaving() -> Bool {
        guard let action = leaving else { return false }
        leaving = nil
        scheduler.cancel(action)
        return true
    }
}
