/// System covers: permission prompts, the notification center and other system UI in front of an app that stays in the
/// foreground (LC-05).
extension PolicyMachine {
    /// Makes an active app inactive while `body` runs, because system UI is in front of the app, and then active again.
    /// If the app is not active, only `body` runs.
    mutating func resign(for reason: Reason, _ body: (inout Self) -> Void) {
        guard state == .foregroundActive, !process.isResigning, !process.isEnding else { return body(&self) }
        becomeInactive(reason)
        body(&self)
        becomeActiveAgain(reason)
    }

    mutating func processCovered(by cover: SystemCover) {
        guard state == .foregroundActive, !process.isResigning, !process.isEnding else { return }
        process.record.isCovered = true
        let reason = Reason("LC-05", "the \(cover.inWords) covers the app")
        becomeInactive(reason)
        if cover == .notificationCenter, profile.features.notificationCenterActivatesTwice {
            becomeActiveAgain(Reason("LC-05", "the notification center is open: the app is active behind it"))
        }
    }

    mutating func processUncovered() {
        guard process.record.isCovered else { return }
        process.record.isCovered = false
        guard isOnScreen, !process.isEnding, !process.isResigning, !process.isLaunching else { return }
        let reason = Reason("LC-05", "nothing covers the app any more")
        if state == .foregroundActive { becomeInactive(reason) }
        becomeActiveAgain(reason)
    }

    private mutating func becomeInactive(_ reason: Reason) {
        deliver(.willResignActive, reason)
        enter(.foregroundInactive, reason)
    }

    private mutating func becomeActiveAgain(_ reason: Reason) {
        enter(.foregroundActive, reason)
        deliver(.didBecomeActive, reason)
    }
}

extension SystemCover {
    fileprivate var inWords: String { rawValue.split(separator: "-").joined(separator: " ") }
}
