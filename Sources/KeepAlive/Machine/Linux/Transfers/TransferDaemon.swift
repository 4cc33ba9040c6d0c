import Glibc
import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts

/// Carries out transfers over HTTP for one app, even while the app is frozen or does not run, like `nsurlsessiond` on
/// iOS (UR-01).
///
/// If the app has a container, tasks and bodies are kept in the container, and the next run continues them after this
/// run has ended or was killed. Without a container, they are in a temporary directory of the run. This object has the
/// state of the tasks; only its child process touches the files, because the app can put anything in their place.
package final class TransferDaemon: TransferAgent {
    package var onReport: ((TransferKey, TransferReport) -> Void)?
    package var onNote: ((String) -> Void)? {
        didSet {
            guard let onNote else { return }
            for note in earlierNotes { onNote(note) }
            earlierNotes = []
        }
    }
    /// Earlier notes, which are passed to ``onNote`` when it is set.
    package var earlierNotes: [String] = []
    package var caller: Caller?
    private let loop: EventLoop
    private let container: String?
    private let process: TransferProcess
    /// The directory of the transfers; `nil` until the process has opened it.
    private var directory: (path: String, isKept: Bool)?
    private var records: [TransferKey: TransferRecord] = [:]
    /// The users with whose rights the tasks are carried out.
    private var owners: [TransferKey: FileOwner] = [:]
    /// The tasks whose records have changed since they were last written. Not every change is written at once, which
    /// saves file accesses.
    private var unwritten: Set<TransferKey> = []
    /// The running attempts: the numbers by task, and the tasks by number.
    private var attempts: [TransferKey: Int] = [:]
    private var running: [Int: (key: TransferKey, request: TransferRequest)] = [:]
    private var lastAttempt = 0
    /// The number of bytes received for each task, as last reported by the process.
    private var received: [TransferKey: Int64] = [:]
    /// Finished downloads whose end is being reported to the app. Their records are deleted when the app's callback has
    /// returned.
    private var told: [TransferKey: TransferRecord] = [:]
    /// Other ended tasks whose end is being reported to the app.
    private var gone: [TransferKey: TransferRecord] = [:]
    /// The scheduled call that deletes the files of the tasks in ``gone``.
    private var sweep: ScheduledAction?
    /// The tasks of the last run that have been read so far, and the callback for when all have been read.
    private var kept: [TransferRecord] = []
    private var onRestored: (() -> Void)?

    /// Creates the object without starting a process.
    ///
    /// - Parameters:
    ///   - container: the path of the app's container; `nil` for a temporary directory of the run.
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

    /// The CPU time and the voluntary context switches of all processes that have transferred; `nil` if there was none.
    package var usage: Usage? { process.usage }

    /// The pid of the process that transfers; `nil` while there is none.
    package var pid: Int32? { process.pid }

    package var keepsIn: String? {
        guard let container, directory?.isKept ?? true else { return nil }
        return directory?.path ?? TransferFiles.path(in: container)
    }

    // MARK: Tasks of the last run

    /// Reads the tasks that the last run has kept in the container. ``restored()`` returns them afterwards.
    ///
    /// - Parameter completion: called when the tasks have been read, or cannot be read.
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

    // MARK: Keeping tasks

    /// Sends an order to the process, which is started if necessary.
    ///
    /// - Returns: false if the process cannot be started; a note reports the reason.
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

    /// Returns the user with whose rights a task is carried out.
    private func owner(of key: TransferKey) -> FileOwner { owners[key] ?? .runner }

    package func keep(_ key: TransferKey, _ kept: RestoredSession?) {
        defer { process.isNeeded = !records.isEmpty || !told.isEmpty }
        guard let kept, let task = kept.tasks.first else { return forget(key) }
        let back = told.removeValue(forKey: key)
        // The app's process was told of the finished download, and may have moved the file before that process ended.
        // So the file is checked.
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

    /// Removes a task whose end is being reported to the app.
    ///
    /// A finished download is kept until the app's callback has returned. If the app's process or the runner ends
    /// before that, the download is reported again to the app's next process.
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
            // The app's callbacks for this task run before the loop's next event, and may still request the task's
            // bytes. So the files are deleted in the next event.
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
        // A record that does not fit into a packet is not sent, because it would block all later messages.
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
        // The process may not have carried out its last orders, so all records are written again.
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

    /// Reports an event in a later turn of the event loop, so that the call that causes the event returns first.
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
            // The record is written with the first report of progress. A task that ends earlier would be transferred
            // again after a kill, which costs less than writing a file.
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
            // The record is not written here: a running app is told at once, and after a kill the server answers that
            // no bytes are missing.
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

    /// Ends all connections. Files in a container stay for the next run.
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
