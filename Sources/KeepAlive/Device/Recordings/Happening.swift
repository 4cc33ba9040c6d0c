import KeepAlivePolicy
import KeepAliveReport

/// Something that can be seen of an app from within it: a callback, that it stops running, that it runs again.
package struct Happening: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case called(String)
        /// The app no longer runs: it is suspended or has ended, which it cannot tell apart.
        case stops
        case runsAgain
        /// The clock of the background tasks starts, with these seconds.
        case budget
    }

    package var kind: Kind
    /// The seconds since the beginning of the life.
    package var t: Double
    /// The seconds by which the true time may be later: the app noticed it at its next beat only.
    package var slack = 0.0
    /// The seconds that ``Kind/budget`` is about.
    package var amount: Double?
    /// True for the end of the recording, after which nothing is known.
    package var isEnd = false
    /// True if a recording shows it or not, by where in the pause its beats fall.
    package var isOptional = false
    /// True if the model's app ended, and was not suspended.
    package var isEnded = false
    /// The rule by which the model does this.
    package var rule: RuleID?
    package var detail: String?

    package init(_ kind: Kind, t: Double) {
        self.kind = kind
        self.t = t
    }

    /// The callback's name, or the kind in words.
    package var title: String {
        switch kind {
        case .called(let callback): callback
        case .stops: "stops running"
        case .runsAgain: "runs again"
        case .budget: "background time begins"
        }
    }
}

extension Happening {
    /// The seconds within which the system's question follows a request for a permission.
    static let promptDelay = 1.0
    /// The seconds by which a call may be recorded after what it brought about.
    static let requestSlack = 0.01

    /// Removes the callbacks that come with the system's questions. How long the user thinks about one is not recorded.
    static func withoutPrompts(_ happenings: [Happening], requests: [Double]) -> [Happening] {
        var result = happenings
        for request in requests {
            guard
                let resigns = result.firstIndex(where: {
                    $0.kind == .called("willResignActive") && $0.t >= request - requestSlack
                        && $0.t <= request + promptDelay
                }),
                let next = result[(resigns + 1)...].firstIndex(where: {
                    $0.kind == .called("didBecomeActive") || $0.kind == .called("didEnterBackground")
                }), result[next].kind == .called("didBecomeActive")
            else { continue }
            result.remove(at: next)
            result.remove(at: resigns)
        }
        return result
    }
}

extension Recording.Life {
    /// The times at which the app asked for a permission.
    var requests: [Double] {
        lines.compactMap { line in
            if case .did(let verb, _, _) = line.event, verb.hasPrefix("request-") { line.t } else { nil }
        }
    }

    /// The seconds without a line after which the app is taken not to have run.
    var gap: Double { max(2.5 * header.interval, header.interval + 0.5) }

    /// What the phone did, in the order of time.
    package var happenings: [Happening] {
        var found: [Happening] = []
        var last = 0.0
        var isInBackground = isLaunchedInBackground
        for line in lines {
            if line.t - last > gap {
                var stop = Happening(.stops, t: last)
                var again = Happening(.runsAgain, t: line.t)
                stop.slack = header.interval
                stop.isOptional = line.t - last <= gap + header.interval
                again.isOptional = stop.isOptional
                found += [stop, again]
            }
            last = line.t
            switch line.event {
            case .got(let callback, let fields):
                if callback == "didEnterBackground" { isInBackground = true }
                if callback == "willEnterForeground" { isInBackground = false }
                guard RecordedCallback.all[callback]?.isCompared ?? false else { continue }
                var happening = Happening(.called(callback), t: line.t)
                happening.detail = fields["id"]?.string ?? fields["name"]?.string
                found.append(happening)
            case .did("begin-task", _, let remaining?) where remaining < 1e6:
                var happening = Happening(.budget, t: line.t)
                happening.amount = remaining
                found.append(happening)
            default: break
            }
        }
        if hasSuccessor || isInBackground {
            var stop = Happening(.stops, t: last)
            stop.slack = header.interval
            stop.isEnd = !hasSuccessor
            stop.detail = hasSuccessor ? nil : "the recording ends here"
            found.append(stop)
        }
        return found
    }
}

extension Happening {
    /// Returns what the model did, in the order of time.
    ///
    /// - Parameters:
    ///   - lead: the seconds from the scenario's beginning to that of the life.
    ///   - gap: the shortest pause that a recording surely shows.
    ///   - interval: the seconds from one beat to the next.
    static func happenings(
        in timeline: [TimelineEvent], lead: Double, gap: Double, interval: Double
    ) -> [Happening] {
        var found: [Happening] = []
        var isRunning = true
        func add(_ kind: Kind, _ event: TimelineEvent, _ detail: String? = nil) {
            var happening = Happening(kind, t: event.t - lead)
            happening.rule = event.rule
            happening.detail = detail ?? event.reason
            happening.amount = event.remaining
            found.append(happening)
        }
        for event in timeline where event.t >= lead {
            switch event.event {
            case .called:
                if let callback = event.callback, RecordedCallback.all[callback]?.isCompared ?? false {
                    add(.called(callback), event)
                }
            case .taskClockStarted: add(.budget, event)
            case .taskExpired: add(.called("backgroundTaskExpired"), event)
            case .state where event.state == .suspended && isRunning:
                isRunning = false
                add(.stops, event, "suspended: \(event.reason ?? "")")
            case .state where event.from == .suspended && event.state?.isRunning == true:
                isRunning = true
                add(.runsAgain, event)
            case .terminated where isRunning:
                isRunning = false
                let words = [event.termination?.code, event.termination?.explanation].compactMap(\.self)
                add(.stops, event, "ended: \(words.joined(separator: ", "))")
                found[found.count - 1].isEnded = true
            default: break
            }
        }
        return withoutShortPauses(found, gap, interval: interval)
    }

    /// Removes the pauses that are too short for a recording to show, and marks those that it may show.
    private static func withoutShortPauses(
        _ happenings: [Happening], _ gap: Double, interval: Double
    ) -> [Happening] {
        var result: [Happening] = []
        for happening in happenings {
            if happening.kind == .runsAgain, let stop = result.lastIndex(where: { $0.kind == .stops }),
                happening.t - result[stop].t <= gap
            {
                if happening.t - result[stop].t <= gap - interval {
                    result.remove(at: stop)
                } else {
                    result[stop].isOptional = true
                    result.append(happening)
                    result[result.count - 1].isOptional = true
                }
            } else {
                result.append(happening)
            }
        }
        return result
    }
}
