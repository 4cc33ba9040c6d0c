import KeepAliveModel

/// A resource, such as a file, on a server that exists only in memory.
package struct VirtualResource: Sendable, Hashable {
    /// The size of the body, or of an upload's data, in bytes.
    package var bytes: Int64
    /// The speed of the connection in bytes per second, greater than 0.
    package var bytesPerSecond: Double
    /// The status code of the response.
    package var status: Int
    /// The code of `NSURLErrorDomain` with which every connection fails; `nil` if connections succeed.
    package var failsWith: Int?
    /// The byte counts at which a connection breaks, in ascending order; each breaks one connection.
    package var breaksAt: [Int64]
    /// The credential that the server requires with status 401; `nil` if it requires none.
    package var wants: TransferCredential?
    /// The header fields of the response.
    package var headers: [String: String] = [:]
    /// The body; `nil` for ``bytes`` zeros.
    package var body: [UInt8]?

    package init(
        bytes: Int64, bytesPerSecond: Double = 1e6, status: Int = 200, failsWith: Int? = nil, breaksAt: [Int64] = []
    ) {
        self.bytes = bytes
        self.bytesPerSecond = bytesPerSecond
        self.status = status
        self.failsWith = failsWith
        self.breaksAt = breaksAt
    }
}

/// Creates the files of downloads from servers that exist only in memory.
package protocol VirtualBodies: AnyObject {
    /// Creates a file with a body, or with so many zeros if the body is `nil`.
    ///
    /// - Returns: the path of the file; `nil` if it cannot be created.
    func make(_ body: [UInt8]?, bytes: Int64) -> String?

    /// Deletes a file if it exists.
    func remove(_ path: String)
}

/// A transfer agent on a scheduler's time, with servers that exist only in memory.
package final class VirtualTransfers: TransferAgent {
    private struct Job {
        var received: Int64 = 0
        /// The instant up to which `received` is counted; after this instant bytes flow at `bytesPerSecond`. `nil`
        /// while the task is paused.
        var since: MonotonicInstant?
        var bytesPerSecond = 0.0
        var limit: Int64 = 0
        var next: ScheduledAction?
        var result = TransferResult()
    }

    package var onReport: ((TransferKey, TransferReport) -> Void)?
    package var onNote: ((String) -> Void)?
    package var keepsIn: String? { nil }
    package var caller: Caller?
    private let scheduler: any Scheduler
    private let timeScale: Double
    private var resources: [String: VirtualResource] = [:]
    private var jobs: [TransferKey: Job] = [:]
    private let bodies: (any VirtualBodies)?
    /// The numbers of received bytes of cancelled downloads, by the file name in their resume data. Such a file is
    /// never created.
    private var aside: [String: Int64] = [:]
    private static let tick = Duration.seconds(1)

    /// - Parameters:
    ///   - timeScale: the run's time scale, by which every duration is multiplied.
    ///   - bodies: creates the files of downloads; `nil` if there is no process that could read them.
    package init(scheduler: any Scheduler, timeScale: Double = 1, bodies: (any VirtualBodies)? = nil) {
        self.scheduler = scheduler
        self.timeScale = timeScale
        self.bodies = bodies
    }

    /// Sets the resource at a URL, replacing an existing one.
    package func serve(_ resource: VirtualResource, at url: String) { resources[url] = resource }

    package func begin(_ key: TransferKey, _ request: TransferRequest) {
        let isFirst = jobs[key] == nil || jobs[key]?.result.resumption != nil
        var job = isFirst ? Job() : jobs[key] ?? Job()
        // Resume data can be used only once.
        if isFirst, let resumption = request.resumption {
            job.received = aside.removeValue(forKey: resumption.file) ?? 0
        }
        job.since = scheduler.now
        job.bytesPerSecond = 0
        let resource = resources[request.url]
        if request.direction == .download, job.received > 0, resource?.failsWith == nil, resource != nil {
            // The report is scheduled and not made at once, so that in the timeline the note about the report follows
            // the note that the task begins.
            let offset = job.received
            _ = scheduler.schedule(at: scheduler.now) { [weak self] in self?.onReport?(key, .resumed(at: offset)) }
        }
        if request.direction == .upload { job.received = 0 }
        jobs[key] = job
        goOn(key, request)
    }

    /// Schedules the next report of a task.
    private func goOn(_ key: TransferKey, _ request: TransferRequest) {
        guard let job = jobs[key] else { return }
        let resource = resources[request.url]
        let code = resource == nil ? URLErrorCode.cannotFindHost : resource?.failsWith
        guard let resource, code == nil else {
            return schedule(key, after: .milliseconds(10)) { [weak self] in
                self?.end(key, .brokeOff(code: code ?? URLErrorCode.unknown))
            }
        }
        if let wants = resource.wants,
            request.credential?.user != wants.user || request.credential?.password != wants.password
        {
            return schedule(key, after: .milliseconds(10)) { [weak self] in self?.refuse(key, request) }
        }
        jobs[key]?.bytesPerSecond = resource.bytesPerSecond
        jobs[key]?.limit = resource.bytes
        let left = Duration.seconds(1).scaled(by: Double(resource.bytes - job.received) / resource.bytesPerSecond)
        let toBreak = resource.breaksAt.first { $0 > job.received }.map {
            Duration.seconds(1).scaled(by: Double($0 - job.received) / resource.bytesPerSecond)
        }
        let step = min(left, toBreak ?? left, Self.tick)
        schedule(key, after: step) { [weak self] in
            guard let self, var resource = resources[request.url] else { return }
            count(key)
            guard let job = jobs[key] else { return }
            let (bytes, total) = (job.received, resource.bytes)
            onReport?(
                key, request.direction == .upload ? .sent(bytes: bytes, of: total) : .received(bytes: bytes, of: total))
            guard jobs[key]?.since != nil else { return }
            if let at = resource.breaksAt.first, at <= job.received {
                resource.breaksAt.removeFirst()
                resources[request.url] = resource
                return end(key, .brokeOff(code: URLErrorCode.networkConnectionLost))
            }
            guard job.received >= resource.bytes else { return goOn(key, request) }
            jobs[key]?.result.status = resource.status
            jobs[key]?.result.headers = resource.headers
            jobs[key]?.result.url = request.url
            var code: Int?
            if request.direction == .upload {
                jobs[key]?.result.data = resource.body.map { TransferData($0) }
            } else if let bodies {
                jobs[key]?.result.location = bodies.make(resource.body, bytes: resource.bytes)
                if jobs[key]?.result.location == nil { code = URLErrorCode.cannotCreateFile }
            }
            end(key, .completed(code: code))
        }
    }

    /// Handles the server's status 401: as a challenge, or as the response if the app has declined the challenge.
    private func refuse(_ key: TransferKey, _ request: TransferRequest) {
        guard request.takesChallengeAsAnswer == true else {
            return end(key, .challenged(TransferChallenge(.basic, realm: "films")))
        }
        jobs[key]?.result.status = 401
        jobs[key]?.result.url = request.url
        jobs[key]?.result.bytes = 0
        if request.direction == .download { jobs[key]?.result.location = bodies?.make([], bytes: 0) }
        end(key, .completed(code: nil))
    }

    /// Updates the number of received bytes to the present instant.
    private func count(_ key: TransferKey) {
        guard var job = jobs[key], let since = job.since else { return }
        let seconds = (scheduler.now - since).inSeconds / timeScale
        job.received = min(job.limit, job.received + Int64(clamping: (seconds * job.bytesPerSecond).rounded()))
        job.result.bytes = job.received
        job.since = scheduler.now
        jobs[key] = job
    }

    private func schedule(_ key: TransferKey, after delay: Duration, _ action: @escaping () -> Void) {
        jobs[key]?.next = scheduler.schedule(after: delay.scaled(by: timeScale), action)
    }

    private func end(_ key: TransferKey, _ report: TransferReport) {
        pause(key)
        onReport?(key, report)
    }

    package func pause(_ key: TransferKey) {
        count(key)
        if let next = jobs[key]?.next { scheduler.cancel(next) }
        jobs[key]?.next = nil
        jobs[key]?.since = nil
    }

    package func cancel(_ key: TransferKey) {
        pause(key)
        jobs[key] = nil
    }

    package func yield(_ key: TransferKey) {
        pause(key)
        guard let bytes = jobs[key]?.received, bytes > 0 else { return }
        let resumption = Self.resumption(of: key, bytes: bytes)
        aside[resumption.file] = bytes
        jobs[key]?.result.resumption = resumption
    }

    /// Returns the resumption that the resume data of a task describes, as `yield(_:)` creates it.
    package static func resumption(of key: TransferKey, bytes: Int64 = 0) -> TransferResumption {
        TransferResumption(file: "\(key.session)-\(key.task).resume", bytes: bytes, validator: "\"1\"")
    }

    package func discard(_ key: TransferKey) {
        if let location = jobs.removeValue(forKey: key)?.result.location { bodies?.remove(location) }
    }

    package func result(of key: TransferKey) -> TransferResult? { jobs[key]?.result }

    package func keep(_ key: TransferKey, _ kept: RestoredSession?) {}

    package func restored() -> [RestoredSession] { [] }
}
