import KeepAlivePolicy

/// An endless stream of events of one kind, or of the mix: the same events at the same times in every run.
///
/// Every event is computed from its number alone. Nothing is allocated to make it, so the counts are the policy's.
public enum PolicyWorkload: String, CaseIterable, Sendable {
    /// A timer that comes too early: nothing is due. This is the cost of `handle` when there is nothing to decide.
    case nothingDue = "nothing-due"
    /// The device's pointer advances, ten times a second, under an app that plays in the background.
    case audioAdvanced = "audio-advanced"
    /// A fix a second for an app that streams location in the background, at the pace of a walk.
    case fixArrived = "fix-arrived"
    /// A background task begins, and ends a second later, in the foreground.
    case taskBeginEnd = "task-begin-end"
    /// Home is pressed, the callback returns, the app is suspended, the user returns, that callback returns.
    case homeAndReturn = "home-and-return"
    /// A silent push resumes the suspended app, its callback returns, the app is suspended again.
    case pushWake = "push-wake"
    /// A deadline comes, the counters of the app are read, the next deadline is armed.
    case deadline
    /// The events of an app's day: see ``mixed(_:)``.
    case mix

    /// The number of events in one cycle, after which the machine is in its earlier state.
    public var cycleLength: Int {
        switch self {
        case .nothingDue, .audioAdvanced, .fixArrived: 1
        case .taskBeginEnd, .deadline: 2
        case .pushWake: 3
        case .homeAndReturn: 5
        case .mix: 47
        }
    }

    /// Returns the event of a number, and the time since the one before it, in nanoseconds.
    @inline(__always)
    func event(_ number: Int) -> (wait: Int64, event: PolicyEvent) {
        switch self {
        case .nothingDue: (second, .deadlineReached)
        case .audioAdvanced: (second / 10, .audioAdvanced(frames: Int64(number + 1) * 4800, sampleRate: 48000))
        case .fixArrived: (second, .locationFixArrived(Self.fix(number)))
        case .taskBeginEnd: (second, number & 1 == 0 ? Self.taskBegan(number / 2) : Self.taskEnded(number / 2))
        case .homeAndReturn: Self.homeAndReturn(number % 5)
        case .pushWake: Self.pushWake(number % 3)
        case .deadline:
            // 60 s is the window of the wakeup limit. Each reading arms the next.
            number & 1 == 0 ? (60 * second, .deadlineReached) : (second / 1000, Self.usage(number / 2))
        case .mix: Self.mixed(number)
        }
    }

    /// Returns an event of four rounds of 1367 s.
    ///
    /// A round: home, a task of 5 s, the suspension, a push, the suspension, the return. In the first round the app
    /// also plays for a second in front.
    ///
    /// The rounds have 47 events: 4 times home and return, 4 tasks begun and ended, 4 pushes with their completion,
    /// 4 returns of `didEnterBackground`, 4 of `willEnterForeground`, 8 deadlines, 7 of audio.
    private static func mixed(_ number: Int) -> (wait: Int64, event: PolicyEvent) {
        let (cycle, place) = number.quotientAndRemainder(dividingBy: 47)
        // The first round has 17 events, the others have 10.
        let (round, step) = place < 17 ? (0, place) : ((place - 7) / 10, (place - 7) % 10)
        let task = cycle * 4 + round
        return switch step {
        case 0: (300 * second, .left(by: .home))
        case 1: (0, taskBegan(task))
        case 2: (0, .callbackReturned(.didEnterBackground))
        case 3: (5 * second, taskEnded(task))
        case 4: (second / 5, .deadlineReached)
        case 5: (60 * second, .push(.silent()))
        case 6: (2 * second, .push(.completed(.newData)))
        case 7: (second / 5, .deadlineReached)
        case 8: (1000 * second, .returnedToForeground)
        case 9: (0, .callbackReturned(.willEnterForeground))
        case 10: (0, .audioPlaybackRequested())
        case 11...15:
            (second / 5, .audioAdvanced(frames: Int64(step - 10) * 9600, sampleRate: 48000))
        default: (0, .audioPlaybackStopped)
        }
    }

    private static func homeAndReturn(_ step: Int) -> (wait: Int64, event: PolicyEvent) {
        switch step {
        case 0: (60 * second, .left(by: .home))
        case 1: (0, .callbackReturned(.didEnterBackground))
        case 2: (second / 5, .deadlineReached)
        case 3: (60 * second, .returnedToForeground)
        default: (0, .callbackReturned(.willEnterForeground))
        }
    }

    /// Returns a push every half an hour: no more than three an hour are delivered (WK-06).
    private static func pushWake(_ step: Int) -> (wait: Int64, event: PolicyEvent) {
        switch step {
        case 0: (1800 * second, .push(.silent()))
        case 1: (2 * second, .push(.completed(.newData)))
        default: (second / 5, .deadlineReached)
        }
    }

    private static func taskBegan(_ number: Int) -> PolicyEvent {
        .backgroundTaskBegan(BackgroundTaskIdentifier(rawValue: number + 1), name: "sync")
    }

    private static func taskEnded(_ number: Int) -> PolicyEvent {
        .backgroundTaskEnded(BackgroundTaskIdentifier(rawValue: number + 1))
    }

    /// Returns a fix 1.4 m further north every second, for a kilometre, and then again from the start.
    private static func fix(_ number: Int) -> LocationFix {
        LocationFix(
            latitude: 52 + Double(number % 714) * 1.26e-5, longitude: 13, horizontalAccuracy: 5, speed: 1.4, course: 0,
            timestamp: 1_700_000_000 + Double(number))
    }

    /// Returns a use of a hundredth of a CPU, and a wakeup a second: far below the limits.
    private static func usage(_ number: Int) -> PolicyEvent {
        .usageSampled(cpu: .milliseconds(600 * (number + 1)), wakeups: Int64(60 * (number + 1)))
    }
}

private let second: Int64 = 1_000_000_000
