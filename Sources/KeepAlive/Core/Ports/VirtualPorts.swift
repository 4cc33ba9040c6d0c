import KeepAliveModel

/// A process tree that exists only in memory. The tree freezes at once, and uses as much CPU time as
/// ``use(cpu:wakeups:)`` sets.
package final class VirtualWorkload: Workload {
    package var onEvent: ((WorkloadEvent) -> Void)?
    package let freezerDescription = FreezerDescription(kind: "virtual", reason: "no process: virtual time")
    package let isVirtual = true
    /// True if the tree is frozen.
    package private(set) var isFrozen = false
    /// True if the tree has ended or has not started.
    package private(set) var hasEnded = true

    private let scheduler: any Scheduler
    private var pid: Int32 = 0
    /// The CPU seconds that the tree uses per second while it runs.
    private var cpuPerSecond = 0.0
    private var wakeupsPerSecond = 0.0
    private var total = Usage(cpuSeconds: 0, voluntarySwitches: 0)
    private var countedTo = MonotonicInstant.zero

    package init(scheduler: any Scheduler) {
        self.scheduler = scheduler
    }

    package func launch(variables: [String]) throws {
        precondition(hasEnded, "launched while running")
        count()
        hasEnded = false
        isFrozen = false
        pid += 1
        onEvent?(.started(pid: pid))
    }

    package func suspend() {
        precondition(!isFrozen && !hasEnded, "suspended twice or after the end")
        count()
        isFrozen = true
        onEvent?(.frozen(latency: .zero))
    }

    package func resume() {
        precondition(isFrozen && !hasEnded, "resumed while running or after the end")
        count()
        isFrozen = false
        onEvent?(.thawed(latency: .zero))
    }

    package func signal(_ number: Int32) {}

    package func interrupt(signal: Int32, grace: Duration) { terminate(signal: signal, grace: grace) }

    package func terminate(signal: Int32, grace: Duration) {
        end(.signalled(signal))
    }

    /// Ends the process as if it had ended by itself.
    package func end(_ status: ProcessStatus) {
        guard !hasEnded else { return }
        count()
        hasEnded = true
        isFrozen = false
        // As with a real process, the event follows only after the current decision of the engine.
        _ = scheduler.schedule(at: scheduler.now) { [weak self] in self?.onEvent?(.exited(status)) }
    }

    /// Sets how much the running tree uses from now on; `nil` leaves a value unchanged.
    ///
    /// - Parameters:
    ///   - cpu: CPU seconds per second, at least 0.
    ///   - wakeups: wakeups per second, at least 0.
    package func use(cpu: Double? = nil, wakeups: Double? = nil) {
        count()
        cpuPerSecond = cpu ?? cpuPerSecond
        wakeupsPerSecond = wakeups ?? wakeupsPerSecond
    }

    package func sharedFileLocks() -> [String] { [] }
    package func reclaimSockets(except spared: Set<UInt64>) -> ReclaimedSockets { ReclaimedSockets() }

    package func usage() -> Usage {
        count()
        return total
    }

    private func count() {
        let seconds = (scheduler.now - countedTo).inSeconds
        countedTo = scheduler.now
        guard !hasEnded, !isFrozen else { return }
        total.cpuSeconds = (total.cpuSeconds ?? 0) + seconds * cpuPerSecond
        wakeups += seconds * wakeupsPerSecond
        total.voluntarySwitches = Int64(clamping: wakeups.rounded())
    }

    private var wakeups = 0.0
}

/// An audio output without a device, which plays without interruption on a scheduler's time.
package final class VirtualAudioOutput: AudioOutput {
    package var onEvent: ((AudioOutputEvent) -> Void)?
    package let description = AudioOutputDescription(device: "virtual", reason: "virtual time", sampleRate: 48_000)
    private let scheduler: any Scheduler
    private let lengthOf: (Sound) throws -> Double?
    private var startedAt: MonotonicInstant?
    private var proof: ScheduledAction?

    /// - Parameter lengthOf: returns the length of a sound in seconds; by default no sound has a length.
    package init(scheduler: any Scheduler, lengthOf: @escaping (Sound) throws -> Double? = { _ in nil }) {
        self.scheduler = scheduler
        self.lengthOf = lengthOf
    }

    package func prepare() throws {}

    /// The sound that the output would play; `nil` for its default sound.
    package private(set) var sound: Sound?

    package func load(_ sound: Sound?) { self.sound = sound }

    package func length(of sound: Sound, _ completion: @escaping (Result<Double?, any Error>) -> Void) {
        completion(Result { try lengthOf(sound) })
    }

    package func start() {
        startedAt = scheduler.now
        proof = scheduler.schedule(after: .milliseconds(50)) { [unowned self] in sample() }
    }

    package func stop() {
        startedAt = nil
        if let proof { scheduler.cancel(proof) }
    }

    package func sample() {
        guard let startedAt else { return }
        let frames = (scheduler.now - startedAt).inSeconds * 48_000
        onEvent?(.advanced(frames: Int64(clamping: frames), sampleRate: 48_000))
    }

    package func duckOthers(_ on: Bool) {}

    package func close() { stop() }
}

/// A location source without a receiver: it moves north and reports one fix per second, on a scheduler's time.
package final class VirtualLocationSource: LocationSource {
    package var onEvent: ((LocationSourceEvent) -> Void)?
    package let description = LocationSourceDescription(address: "virtual", reason: "virtual time")
    private let scheduler: any Scheduler
    private var next: ScheduledAction?
    private var epochs = 0
    private var lastTick: MonotonicInstant?
    /// The interval between fixes in nanoseconds.
    private static let epoch: Int64 = 1_000_000_000
    private let metresPerSecond: Double
    private let clock: (() -> Double)?
    private var place = (latitude: 48.0, longitude: 11.0)
    /// The closure that every tick schedules, created only once.
    private var ticks: () -> Void = {}

    /// Creates a source that starts at 48° N, 11° E.
    ///
    /// - Parameter clock: returns the time of a fix in seconds since 1970; if it is `nil`, the timestamps count the
    ///   fixes from 1.
    package init(scheduler: any Scheduler, metresPerSecond: Double = 1.4, clock: (() -> Double)? = nil) {
        self.scheduler = scheduler
        self.metresPerSecond = metresPerSecond
        self.clock = clock
        ticks = { [unowned self] in tick() }
    }

    /// Moves the source to a place, from which the source continues north.
    package func move(toLatitude latitude: Double, longitude: Double) {
        place = (latitude, longitude)
    }

    package func start() {
        next = scheduler.schedule(after: .milliseconds(1)) { [unowned self] in
            onEvent?(.opened(source: "virtual receiver"))
            // The source reports at most one fix per second, even if the source is stopped and started in between.
            guard let lastTick, scheduler.now < Self.epoch(after: lastTick) else { return tick() }
            next = scheduler.schedule(at: Self.epoch(after: lastTick), ticks)
        }
    }

    package func stop() {
        if let next { scheduler.cancel(next) }
    }

    private func tick() {
        epochs += 1
        let now = scheduler.now
        lastTick = now
        place.latitude += metresPerSecond / 111_195
        onEvent?(
            .fix(
                LocationFix(
                    latitude: place.latitude, longitude: place.longitude, horizontalAccuracy: 5,
                    speed: metresPerSecond,
                    course: 0, timestamp: clock?() ?? Double(epochs))))
        next = scheduler.schedule(at: Self.epoch(after: now), ticks)
    }

    private static func epoch(after instant: MonotonicInstant) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: instant.nanoseconds + epoch)
    }
}
