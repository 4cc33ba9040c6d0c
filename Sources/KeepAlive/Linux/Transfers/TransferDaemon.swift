import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// Transfers over HTTP for one app, while it runs, is frozen or is not there, as iOS's `nsurlsessiond` does (UR-01).
///
/// With a container, tasks and bodies lie in it, and the next run goes on where this one was ended or killed. Without
/// one, they lie in a directory of the run's own, and end with it.
package final class TransferDaemon: TransferAgent, TransferProcess.Client {
    package var onReport: ((TransferKey, TransferReport) -> Void)?
    package var onNote: ((String) -> Void)?
    private let loop: EventLoop
    private let container: String?
    private let process: TransferProcess
    private var directory: TransferDirectory?
    /// The path of the directory that was transferred into, also after the end.
    private var usedDirectory: String?
    private var temporary: String?
    private var records: [TransferKey: TransferRecord] = [:]
    /// Those of which the file does not have the latest: it is written when it is worth a file.
    private var unwritten: Set<TransferKey> = []
    /// The attempts that run, by task and by number.
    private var attempts: [TransferKey: Int] = [:]
    private var running: [Int: (key: TransferKey, request: TransferRequest)] = [:]
    /// Finished downloads of which the app is told: they go when its call has returned.
    private var told: [TransferKey: TransferRecord] = [:]
    /// Other tasks that have ended, of which the app is being told.
    private var gone: [TransferKey: TransferRecord] = [:]
    private var sweep: ScheduledAction?

    /// Creates the part; no process is started.
    ///
    /// - Parameters:
    ///   - container: the app's container, or `nil` for a directory of the run's own.
    ///   - process: the process that does the work, for other apps as well.
    package init(container: String?, process: TransferProcess, loop: EventLoop) {
        self.container = container
        self.process = process
        self.loop = loop
    }

    /// The CPU time and voluntary switches of the processes that transfer; `nil` when there was none, or when they worked for
    /// other apps, too.
    package var usage: Usage? { usedDirectory.flatMap { process.usage(in: $0) } }

    /// Opens the directory when it is first needed.
    private func open() -> TransferDirectory? {
        if let directory { return directory }
        if let container {
            do {
                directory = try TransferDirectory(TransferDirectory.path(in: container))
                return directory
            } catch {
                onNote?("\(error): the transfers of this run are not kept")
            }
        }
        guard let path = process.makeScratchDirectory() else { return nil }
        temporary = path
        directory = try? TransferDirectory(path)
        return directory
    }

    package var keepsIn: String? { temporary == nil ? directory?.path : nil }

    package func restored() -> [RestoredSession] {
        guard let container, access(TransferDirectory.path(in: container), F_OK) == 0, let directory = open(),
            temporary == nil
        else { return [] }
        let (kept, complaints) = directory.read()
        for complaint in complaints { onNote?(complaint) }
        for var record in kept {
            if record.result.location != nil {
                // The container may have another path now.
                let path = directory.path(of: record.file)
                guard access(path, F_OK) == 0 else {
                    // The app has moved the body, and the runner was killed before it could forget the task.
                    directory.remove(record.file)
                    continue
                }
                record.result.location = path
            }
            records[record.key] = record
        }
        return Dictionary(grouping: records.values, by: \.session).sorted { $0.key < $1.key }.map { session, records in
            RestoredSession(
                identifier: session, sendsLaunchEvents: records[0].sendsLaunchEvents,
                discretionary: records[0].discretionary,
                tasks: records.map(\.restored).sorted { $0.number < $1.number })
        }
    }

    package func keep(_ key: TransferKey, _ kept: RestoredSession?) {
        guard let kept, let task = kept.tasks.first else { return forget(key) }
        guard let directory = open() else { return }
        var back = told.removeValue(forKey: key)
        if let location = back?.result.location, access(location, F_OK) != 0 {
            back?.result.location = nil
            later(key, .fileTaken)
        }
        let old = records[key] ?? back
        var record = old ?? TransferRecord(kept, task, file: directory.freshName())
        if old == nil, let resumption = task.request.resumption {
            if directory.takeUp(resumption.file, as: record.file) {
                record.validator = resumption.validator
            } else {
                onNote?("\(key.session) \(key.task): what its resume data names is gone: the download begins anew")
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
            directory?.removeRecord(record.file)
            gone[key] = record
            // The calls about it are made before anything else happens, and what has come may be asked for until then.
            sweep =
                sweep
                ?? loop.schedule(at: loop.now) { [unowned self] in
                    for record in gone.values { directory?.remove(record.file) }
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
        if let complaint = directory?.write(record) { onNote?("a transfer cannot be kept: \(complaint)") }
    }

    // MARK: The process

    func note(_ text: String) { onNote?(text) }

    func lost() {
        let broken = running.values.map(\.key)
        running.removeAll()
        attempts.removeAll()
        if !broken.isEmpty { onNote?("the process that transfers has ended; another one takes its place") }
        for key in broken { onReport?(key, .brokeOff(code: URLErrorCode.networkConnectionLost)) }
    }

    package func begin(_ key: TransferKey, _ request: TransferRequest) {
        guard let directory, let record = records[key] else {
            // Its directory could not be made; the note has said why.
            return later(key, .completed(code: URLErrorCode.cannotCreateFile))
        }
        // The file is made here, and only opened by the process: what is cancelled now, and opened there later, stays removed.
        guard Self.makeFile(directory.path(of: record.file)) else {
            return later(key, .completed(code: URLErrorCode.cannotCreateFile))
        }
        do {
            usedDirectory = directory.path
            var sent = request
            sent.description = nil
            let attempt = try process.begin(
                sent, in: directory.path, path: directory.path(of: record.file), validator: record.validator, for: self)
            attempts[key] = attempt
            running[attempt] = (key, request)
        } catch {
            onNote?("the process that transfers cannot be started: \(error)")
            later(key, .brokeOff(code: URLErrorCode.networkConnectionLost))
        }
    }

    /// Makes a file unless it is there; returns whether it can be written.
    private static func makeFile(_ path: String) -> Bool {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return false }
        Glibc.close(descriptor)
        return true
    }

    /// Reports after the order that the report follows from.
    private func later(_ key: TransferKey, _ report: TransferReport) {
        _ = loop.schedule(at: loop.now) { [weak self] in self?.onReport?(key, report) }
    }

    func take(_ news: TransferNews) {
        switch news {
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
            onReport?(
                key, request.direction == .upload ? .sent(bytes: bytes, of: total) : .received(bytes: bytes, of: total))
        case .resumed(let attempt, let offset):
            if let (key, _) = running[attempt] { onReport?(key, .resumed(at: offset)) }
        case .ended(let attempt, let ending):
            guard let (key, request) = running.removeValue(forKey: attempt) else { return }
            attempts[key] = nil
            ended(key, ending, request)
        case .note(let text): onNote?(text)
        }
    }

    private func ended(_ key: TransferKey, _ ending: TransferEnding, _ request: TransferRequest) {
        guard var record = records[key], let directory else { return }
        switch ending {
        case .complete(let url):
            let path = directory.path(of: record.file)
            record.result.url = url
            if request.direction == .upload {
                record.result.data = InputFile.beginning(of: path, bytes: Self.dataMax)
                record.result.bytes = Self.size(of: request.file ?? "")
                unlink(path)
            } else {
                _ = Self.makeFile(path)
                record.result.location = path
                record.result.bytes = Self.size(of: path)
            }
            // If the app runs it is told now, and no file is needed: after a kill the server says that nothing is missing.
            records[key] = record
            unwritten.insert(key)
            onReport?(key, .completed(code: nil))
        case .stale:
            record.validator = nil
            write(record)
            unlink(directory.path(of: record.file))
            begin(key, request)
        case .brokeOff(let code): onReport?(key, .brokeOff(code: code))
        case .challenged(let challenge): onReport?(key, .challenged(challenge))
        case .failed(let code):
            unlink(directory.path(of: record.file))
            onReport?(key, .completed(code: code))
        }
    }

    /// The most bytes of an answer to an upload that the app is given.
    private static let dataMax = 16 * 1024

    private static func size(of path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    package func pause(_ key: TransferKey) {
        guard let attempt = attempts.removeValue(forKey: key) else { return }
        running[attempt] = nil
        process.stop(attempt)
    }

    package func cancel(_ key: TransferKey) {
        pause(key)
        if let record = records[key] ?? gone[key] { unlink(directory?.path(of: record.file) ?? "") }
    }

    package func yield(_ key: TransferKey) {
        pause(key)
        guard var record = records[key] ?? gone[key], let directory, let validator = record.validator,
            let kept = directory.setAside(record.file)
        else { return cancel(key) }
        record.result.resumption = TransferResumption(file: kept.name, bytes: kept.bytes, validator: validator)
        if records[key] == nil { gone[key] = record } else { write(record) }
    }

    package func discard(_ key: TransferKey) {
        if let record = told.removeValue(forKey: key) { directory?.remove(record.file) }
    }

    package func result(of key: TransferKey) -> TransferResult? { (records[key] ?? told[key] ?? gone[key])?.result }

    /// Ends all connections. What is in a container stays for the next run.
    package func close() {
        for attempt in running.keys { process.stop(attempt) }
        running.removeAll()
        attempts.removeAll()
        if let directory { process.close(directory.path) }
        if let temporary {
            OwnDirectory.removeTree(temporary)
        }
        directory?.close()
        directory = nil
    }
}
