import KeepAlivePolicy

/// Drives a policy machine with a workload, event by event, and counts the effects.
public struct PolicyDrive {
    private let workload: PolicyWorkload
    private var machine: PolicyMachine
    private var now = MonotonicInstant.zero
    private var buffer: [Effect] = []
    /// The number of events of the workload that the machine was told.
    public private(set) var events = 0
    /// The number of effects that they have caused.
    public private(set) var effects = 0

    /// Brings a machine of the newest profile to the start of the workload.
    public init(_ workload: PolicyWorkload) {
        self.workload = workload
        var manifest = Manifest.withUsageStrings
        manifest.declare([.audio, .location, .remoteNotification, .fetch])
        manifest.adoptsScenes = true
        machine = PolicyMachine(
            profile: ProfileCatalogue.newest, manifest: manifest, monitorsUsage: workload == .deadline)
        for event in workload.preparation { tell(event) }
        now.nanoseconds += 1_000_000_000
        if machine.nextDeadline.map({ $0 <= now }) ?? false { tell(.deadlineReached) }
        events = 0
        effects = 0
    }

    /// Tells the machine the next events.
    public mutating func run(events count: Int) {
        for number in events..<events + count {
            let (wait, event) = workload.event(number)
            now.nanoseconds += wait
            tell(event)
        }
    }

    private mutating func tell(_ event: PolicyEvent) {
        machine.handle(event, at: now, into: &buffer)
        events += 1
        effects += buffer.count
    }
}

extension PolicyWorkload {
    /// The events before the first event of the workload.
    fileprivate var preparation: [PolicyEvent] {
        let launch: [PolicyEvent] = [.launched, .callbackReturned(.didFinishLaunching)]
        let home: [PolicyEvent] = [.left(by: .home), .callbackReturned(.didEnterBackground)]
        let playback = AudioSessionConfiguration(category: .playback, mixWithOthers: true)
        return switch self {
        case .nothingDue, .taskBeginEnd, .homeAndReturn: launch
        case .audioAdvanced:
            launch + [.audioSessionActivated(playback), .audioPlaybackRequested()]
                + [.audioAdvanced(frames: 1, sampleRate: 48000)] + home
        case .fixArrived:
            launch + [
                .locationAuthorizationChanged(.authorizedAlways), .allowsBackgroundLocationUpdatesSet(true),
                .locationUpdatesStarted(pausesAutomatically: false), .locationSessionOpened(source: "gpsd"),
            ] + home
        case .pushWake: launch + home
        case .deadline:
            launch + [.audioSessionActivated(playback), .audioPlaybackRequested()]
                + [.audioAdvanced(frames: 1, sampleRate: 48000)] + home
                + [.usageSampled(cpu: .zero, wakeups: 0)]
        case .mix: launch + [.audioSessionActivated(playback)]
        }
    }
}
