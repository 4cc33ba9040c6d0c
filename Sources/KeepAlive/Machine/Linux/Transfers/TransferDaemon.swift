import Glibc
import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts

/// Transfers over HTTP for one app, while it runs, is frozen or is not there, as iOS's `nsurlsessiond` does (UR-01).
///
/// With a container, tasks and bodies lie in it, and the next run goes on where this one was ended or killed. Without
/// one, they lie in a directory of the run's own, and end with it. This object knows what there is, and its process touches the
/// files: an app can put anything in their place.
package final class TransferDaemon: TransferAgent {
    package var onReport: ((TransferKey, TransferReport) -> Void)?
    package var onNote: ((String) -> Void)? {
        didSet {
            guard let onNote else { return }
            for note in earlierNotes { onNote(note) }
            earlierNotes = []
        }
    }
    /// The notes for the next observer.
    package var earlierNotes: [String] = []
    package var caller: Caller?
    private let loop: EventLoop
    private let container: String?
    private let process: TransferProcess
    /// The directory, when the process has opened it.
    private var directory: (path: String, isKept: Bool)?
    private var records: [TransferKey: TransferRecord] = [:]
    /// The users in whose name the tasks go on.
    private var owners: [TransferKey: FileOwner] = [:]
    /// Those of which the file does not have the latest: it is written when it is worth a file.
    private var unwritten: Set<TransferKey> = []
    /// The attempts that run, by task and by number.
    private var attempts: [TransferKey: Int] = [:]
    private var running: [Int: (key: TransferKey, request: TransferRequest)] = [:]
    private var lastAttempt = 0
    /// The bytes that have come of a task, as far as the process has told.
    private var received: [TransferKey: Int64] = [:]
    /// Finished downloads of which the app is told: they go when its call has returned.
    private var told: [TransferKey: TransferRecord] = [:]
    /// Other tasks that have ended, of which the app is being told.
    private var gone: [TransferKey: TransferRecord] = [:]
    private var sweep: ScheduledAction?
    /// The tasks of the last run that have been read so far, and what waits for all of them.
    private var kept: [TransferRecord] = []
    private var onRestored: (() -> Void)?

    /// Creates the part; no process is started.
    ///
    /// - Parameters:
    ///   - container: the app's container, or `nil` for a directory of the run's own.
    ///   - executable: the path of keepalive-run; `nil` for this program.
    package init(container: String?, executable: String? = nil, loop: EventLoop) {
        self.container = container
        self.loop = loop
        process = TransferProcess(executable: executable, loop: loop) {
            .open(container: container, temporary: $0)
        }
        process.onNews = { [unowned self] in take($0) }
        process.onLost = { [unowned self] in lost($0) }
    }

    /// The CPU time and voluntary switches of the processes that transfer; `nil` when there was none.
    package var usage: Usage? { process.usage }

    /// The pid of the process that transfers, while there is one.
    package var pid: Int32? { process.pid }

    package var keepsIn: String? {
        guard let container, directory?.isKept ?? true else { return nil }
        return directory?.path ?? TransferFiles.path(in: container)
    }

    // MARK: The last run's

    /// Reads what the last run has kept in the container; ``restored()`` returns it then.
    ///
    /// - Parameter completion: called when it has been read, or cannot be.
    package func restore(_ completion: @escaping () -> Void) {
        onRestored = completion
        process.isNeeded = true
        if !order(.restore) { restoredAll() }
    }

    private func restoredAll() {
        process.isNeeded = !kept.isEmpty
        onRestored?()
        onRestored = nil
    }

    package func restored() -> [RestoredSession] {
        for record in kept { records[record.key] = record }
        kept = []
        return Dictionary(grouping: records.values, by: \.session).sorted { $0.key < $1.key }.map { session, records in
            RestoredSession(
                identifier: session, sendsLaunchEvents: records[0].sendsLaunchEvents,
                discretionary: records[0].discretionary,
                tasks: records.map(\.restored).sorted { $0.number < $1.number })
        }
    }

    // MARK: What is kept

    /// Sends an order.
    ///
    /// - Returns: whether there is a process for it; a note says why not.
    @discardableResult
    private func order(_ command: TransferCommand) -> Bool {
        do {
            try process.send(command)
            return true
        } catch {
            onNote?("the process that transfers cannot be started: \(error)")
            return false
        }
    }

    /// The user in whose name a task goes on.
    private func owner(of key: TransferKey) -> FileOwner { owners[key] ?? .runner }

    package func keep(_ key: TransferKey, _ kept: RestoredSession?) {
        defer { process.isNeeded = !records.isEmpty || !told.isEmpty }
        guard let kept, let task = kept.tasks.first else { return forget(key) }
        let back = told.removeValue(forKey: key)
        // A process that was told of the finished download may have moved the file before it ended.
        if let back, back.result.location != nil { order(.look(file: back.file)) }
        let old = records[key] ?? back
        var record = old ?? TransferRecord(kept, task, file: TransferRecord.freshName())
        if old == nil {
            owners[key] = caller.map { FileOwner(process: $0.process, sender: ($0.user, $0.group)) } ?? .runner
            if let resumption = task.request.resumption {
                let name = "\(key.session) \(key.task)"
                order(.takeUp(name: resumption.file, file: record.file, owner(of: key), task: name))
                record.validator = resumption.validator
            }
        }
        record.take(kept, task)
        if record != old || unwritten.contains(key) { write(record) } else { records[key] = record }
    }

    /// The app is told of a task's end now.
    ///
    /// A download that is done stays until the app's call about it has returned: if its process or the runner ends
    /// before that, the next one tells of it once more.
    private func forget(_ key: TransferKey) {
        guard var record = records.removeValue(forKey: key) else { return }
        unwritten.remove(key)
        if record.result.location != nil {
            record.task.hasEnded = true
            save(record)
            told[key] = record
        } else {
            order(.forget(file: record.file, owner(of: key)))
            gone[key] = record
            // The calls about it are made before anything else happens, and what has come may be asked for until then.
            sweep =
                sweep
                ?? loop.schedule(at: loop.now) { [unowned self] in
                    for (key, record) in gone {
                        process.sendIfRunning(.remove(file: record.file, record: true, owner(of: key)))
                        if records[key] == nil, told[key] == nil { (owners[key], received[key]) = (nil, nil) }
                    }
                    gone.removeAll()
                    sweep = nil
                }
        }
    }

    private func write(_ record: TransferRecord) {
        records[record.key] = record
        unwritten.remove(record.key)
        save(record)
    }

    private func save(_ record: TransferRecord) {
        // A message that does not fit into a packet would hold up all that come after it.
        guard let size = try? JSONValue(encoding: record).text.utf8.count, size <= TransferRecord.bytesMax else {
            onNote?(
                "a transfer cannot be kept: \(record.session) \(record.task.number) has more than \(TransferRecord.bytesMax) bytes"
            )
            return
        }
        order(.keep(record, owner(of: record.key)))
    }

    // MARK: The process

    private func lost(_ why: String) {
        onRestored?()
        onRestored = nil
        let broken = running.values.map(\.key)
        running.removeAll()
        attempts.removeAll()
        directory = nil
        // Its last orders may not have been obeyed.
        unwritten.formUnion(records.keys)
        if !broken.isEmpty { onNote?("\(why); another one takes its place") }
        for key in broken { onReport?(key, .brokeOff(code: URLErrorCode.networkConnectionLost)) }
    }

    package func begin(_ key: TransferKey, _ request: TransferRequest) {
        guard let record = records[key] else {
            return later(key, .completed(code: URLErrorCode.cannotCreateFile))
        }
        var sent = request
        sent.description = nil
        guard let size = try? JSONValue(encoding: sent).text.utf8.count, size <= TransferRecord.bytesMax else {
            onNote?("\(key.session) \(key.task): a request of more than \(TransferRecord.bytesMax) bytes is not sent")
            return later(key, .completed(code: URLErrorCode.badURL))
        }
        lastAttempt += 1
        let command = TransferCommand.begin(
            attempt: lastAttempt, sent, file: record.file, validator: record.validator, owner(of: key))
        guard order(command) else { return later(key, .completed(code: URLErrorCode.cannotCreateFile)) }
        attempts[key] = lastAttempt
        running[lastAttempt] = (key, request)
    }

    /// Reports after the order that the report follows from.
    private func later(_ key: TransferKey, _ report: TransferReport) {
        _ = loop.schedule(at: loop.now) { [weak self] in self?.onReport?(key, report) }
    }

    private func take(_ news: TransferNews) {
        switch news {
        case .opened(let path, let isKept): directory = (path, isKept)
        case .restored(let record, let owner):
            kept.append(record)
            owners[record.key] = owner
        case .restoredAll: restoredAll()
        case .obeyed: break
        case .bodyIsGone(let file):
            guard let record = records.values.first(where: { $0.file == file }) else { return }
            records[record.key]?.result.location = nil
            onReport?(record.key, .fileTaken)
        case .answered(let attempt, let status, let headers, let validator):
            guard let (key, _) = running[attempt], var record = records[key] else { return }
            record.result.status = status
            record.result.headers = headers
            record.validator = validator
            records[key] = record
            unwritten.insert(key)
        case .progressed(let attempt, let bytes, let total):
            guard let (key, request) = running[attempt] else { return }
            // A task that ends before it tells of its progress begins anew after a kill: that costs less than a file.
            if let record = records[key], unwritten.contains(key) { write(record) }
            if request.direction == .download { received[key] = bytes }
            onReport?(
                key, request.direction == .upload ? .sent(bytes: bytes, of: total) : .received(bytes: bytes, of: total))
        case .resumed(let attempt, let offset):
            guard let (key, _) = running[attempt] else { return }
            received[key] = offset
            onReport?(key, .resumed(at: offset))
        case .ended(let attempt, let ending):
            guard let (key, request) = running.removeValue(forKey: attempt) else { return }
            attempts[key] = nil
            ended(key, ending, request)
        case .note(let text): onNote?(text)
        }
    }

    private func ended(_ key: TransferKey, _ ending: TransferEnding, _ request: TransferRequest) {
        guard var record = records[key] else { return }
        switch ending {
        case .complete(let answer):
            record.result.url = answer.url
            record.result.bytes = answer.bytes
            record.result.data = answer.data
            if request.direction == .download, let directory {
                record.result.location = "\(directory.path)/\(record.file)"
            }
            // If the app runs it is told now, and no file is needed: after a kill the server says that nothing is missing.
            records[key] = record
            unwritten.insert(key)
            onReport?(key, .completed(code: nil))
        case .stale:
            record.validator = nil
            received[key] = nil
            write(record)
            begin(key, request)
        case .brokeOff(let code): onReport?(key, .brokeOff(code: code))
        case .challenged(let challenge): onReport?(key, .challenged(challenge))
        case .failed(let code): onReport?(key, .completed(code: code))
        }
    }

    package func pause(_ key: TransferKey) {
        guard let attempt = attempts.removeValue(forKey: key) else { return }
        running[attempt] = nil
        process.sendIfRunning(.stop(attempt: attempt))
    }

    package func cancel(_ key: TransferKey) {
        pause(key)
        if let record = records[key] ?? gone[key] {
            process.sendIfRunning(.remove(file: record.file, record: false, owner(of: key)))
        }
    }

    package func yield(_ key: TransferKey) {
        pause(key)
        guard var record = records[key] ?? gone[key], let validator = record.validator, let bytes = received[key],
            bytes > 0
        else { return cancel(key) }
        let name = TransferRecord.freshName(TransferRecord.asideSuffix)
        order(.setAside(file: record.file, name: name, owner(of: key)))
        record.result.resumption = TransferResumption(file: name, bytes: bytes, validator: validator)
        if records[key] == nil { gone[key] = record } else { write(record) }
    }

    package func discard(_ key: TransferKey) {
        guard let record = told.removeValue(forKey: key) else { return }
        order(.remove(file: record.file, record: true, owner(of: key)))
        (owners[key], received[key]) = (nil, nil)
        process.isNeeded = !records.isEmpty || !told.isEmpty
    }

    package func result(of key: TransferKey) -> TransferResult? { (records[key] ?? told[key] ?? gone[key])?.result }

    /// Ends all connections. What is in a container stays for the next run.
    package func close() {
        running.removeAll()
        attempts.removeAll()
        if let sweep { loop.cancel(sweep) }
        sweep = nil
        for (key, record) in gone {
            process.sendIfRunning(.remove(file: record.file, record: true, owner(of: key)))
        }
        gone.removeAll()
        process.close()
    }
}
