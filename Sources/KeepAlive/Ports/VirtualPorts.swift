/// A process tree that exists only in memory: it freezes at once and never ends by itself.
package final class VirtualWorkload: Workload {
    package var onEvent: ((WorkloadEvent) -> Void)?
    package let freezerDescription = FreezerDescription(kind: "virtual", reason: "no process: virtual time")
    /// Whether the tree is frozen.
    package private(set) var isFrozen = false
    /// Whether the tree has ended and has not been launched again.
    package private(set) var hasEnded = false

    package init() {}

    package func launch() throws {
        hasEnded = false
        onEvent?(.started(pid: 1))
    }

    package func suspend() {
        precondition(!isFrozen && !hasEnded, "suspended twice or after the end")
        isFrozen = true
        onEvent?(.frozen(latency: .zero))
    }

    package func resume() {
        precondition(isFrozen && !hasEnded, "resumed while running or after the end")
        isFrozen = false
        onEvent?(.thawed(latency: .zero))
    }

    package func signal(_ number: Int32) {}

    package func interrupt(signal: Int32, grace: Duration) { terminate(signal: signal, grace: grace) }

    package func terminate(signal: Int32, grace: Duration) {
        guard !hasEnded else { return }
        hasEnded = true
        isFrozen = false
        onEvent?(.exited(.signalled(signal)))
    }

    package func usage() -> Usage { Usage() }

    package func sharedFileLocks() -> [String] { [] }
}

/// An audio device that plays perfectly, on a scheduler's time.
package final class VirtualAudioOutput: AudioOutput {
    package var onEvent: ((AudioOutputEvent) -> Void)?
    package let description = AudioOutputDescription(device: "virtual", reason: "virtual time", sampleRate: 48_000)
    private let scheduler: any Scheduler
    private var startedAt: MonotonicInstant?
    private var proof: ScheduledAction?

    package init(scheduler: any Scheduler) {
        self.scheduler = scheduler
    }

    package func prepare() throws {}

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
        onEvent?(.advanced(frames: Int64(frames), sampleRate: 48_000))
    }

    package func close() { stop() }
}

/// A receiver that walks north at 1.4 m/s, a fix a second, on a scheduler's time.
package final class VirtualLocationSource: LocationSource {
    package var onEvent: ((LocationSourceEvent) -> Void)?
    package let description = LocationSourceDescription(address: "virtual", reason: "virtual time")
    private let scheduler: any Scheduler
    private var next: ScheduledAction?
    private var epochs = 0

    package init(scheduler: any Scheduler) {
        self.scheduler = scheduler
    }

    package func start() {
        next = scheduler.schedule(after: .milliseconds(1)) { [unowned self] in
            onEvent?(.opened(source: "virtual receiver"))
            tick()
        }
    }

    package func stop() {
        if let next { scheduler.cancel(next) }
    }

    private func tick() {
        epochs += 1
        onEvent?(
            .fix(
                LocationFix(
                    latitude: 48 + Double(epochs) * 1.4 / 111_195, longitude: 11, horizontalAccuracy: 5, speed: 1.4,
                    course: 0, timestamp: Double(epochs))))
        next = scheduler.schedule(after: .seconds(1)) { [unowned self] in tick() }
    }
}
