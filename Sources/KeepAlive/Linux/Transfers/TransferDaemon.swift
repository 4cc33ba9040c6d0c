import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// Transfers over HTTP for one app, while it runs, is frozen or is not there, as iOS's `nsurlsessiond` does (UR-01).
///
/// With a container, tasks and bodies lie in it, and the next run goes on where this one was ended or killed. Without
/// one, they lie in a directory of the run's own, and end with it.
package final class TransferDaemon: TransferAgent {
    package var onReport: ((TransferKey, TransferReport) -> Void)?
    package var onNote: ((String) -> Void)?
    private let loop: EventLoop
    private let container: String?
    private lazy var connections = HTTPConnections(loop: loop)
    private var directory: TransferDirectory?
    private var temporary: String?
    private var records: [TransferKey: TransferRecord] = [:]
    private var running: [TransferKey: HTTPTransfer] = [:]
    /// Finished downloads of which the app is told: they go when its call has returned.
    private var told: [TransferKey: TransferRecord] = [:]
    /// Other tasks that have ended: the app's calls about them are on their way. The latest are enough.
    private var gone: [TransferKey: TransferRecord] = [:]
    private static let goneMax = 1000

    /// - Parameter container: the app's container, or `nil` for a directory of the run's own.
    package init(container: String?, loop: EventLoop) {
        self.container = container
        self.loop = loop
    }

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
        var template = Array("/tmp/keepalive-transfers-\(getpid())-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
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
        for record in kept {
            // The app has moved the body, and the runner was killed before it could forget the task.
            if record.task.hasEnded, record.task.request.direction == .download, let location = record.result.location,
                access(location, F_OK) != 0
            {
                directory.remove(record.file)
            } else {
                records[record.key] = record
            }
        }
        return Dictionary(grouping: records.values, by: \.session).sorted { $0.key < $1.key }.map { session, records in
            RestoredSession(
                identifier: session, sendsLaunchEvents: records[0].sendsLaunchEvents,
                discretionary: records[0].discretionary,
                tasks: records.map(\.task).sorted { $0.number < $1.number })
        }
    }

    package func keep(_ key: TransferKey, _ kept: RestoredSession?) {
        guard let kept, let task = kept.tasks.first else { return forget(key) }
        guard let directory = open() else { return }
        let old = records[key]
        var record =
            old
            ?? TransferRecord(
                session: key.session, sendsLaunchEvents: kept.sendsLaunchEvents, discretionary: kept.discretionary,
                task: task, file: directory.freshName())
        record.sendsLaunchEvents = kept.sendsLaunchEvents
        record.discretionary = kept.discretionary
        record.task = task
        if record != old { write(record) }
    }

    /// The app is told of a task's end now.
    ///
    /// A download that is done stays until the app's call about it has returned: a runner that is killed before that
    /// tells of it once more.
    private func forget(_ key: TransferKey) {
        guard let record = records.removeValue(forKey: key) else { return }
        if record.result.location != nil, record.task.request.direction == .download {
            told[key] = record
        } else {
            directory?.remove(record.file)
            if gone.count == Self.goneMax { gone.removeAll() }
            gone[key] = record
        }
    }

    private func write(_ record: TransferRecord) {
        records[record.key] = record
        if let complaint = directory?.write(record) { onNote?("a transfer cannot be kept: \(complaint)") }
    }

    package func begin(_ key: TransferKey, _ request: TransferRequest) {
        guard let directory, let record = records[key] else {
            // Its directory could not be made; the note has said why.
            return later(key, .completed(code: URLErrorCode.cannotCreateFile))
        }
        let transfer = HTTPTransfer(
            request, path: directory.path(of: record.file), validator: record.validator, connections: connections,
            now: { [loop] in loop.now }
        ) { [weak self] in self?.take($0, about: key, request) }
        running[key] = transfer
        var ending: HTTPTransfer.Ending? = .failed(URLErrorCode.unknown)
        do { ending = try transfer.begin() } catch { onNote?("\(error)") }
        guard let ending else { return }
        running[key] = nil
        if case .failed(let code) = ending { later(key, .completed(code: code)) }
    }

    /// Reports after the order that the report follows from.
    private func later(_ key: TransferKey, _ report: TransferReport) {
        _ = loop.schedule(at: loop.now) { [weak self] in self?.onReport?(key, report) }
    }

    private func take(_ event: HTTPTransfer.Event, about key: TransferKey, _ request: TransferRequest) {
        switch event {
        case .answered(let status, let headers, let validator, let total):
            guard var record = records[key] else { return }
            record.result.status = status
            record.result.headers = headers
            record.validator = validator
            record.total = total
            write(record)
        case .report(let report): onReport?(key, report)
        case .ended(let ending):
            let bytes = running.removeValue(forKey: key)?.received ?? 0
            ended(key, ending, bytes: bytes, request)
        }
    }

    private func ended(_ key: TransferKey, _ ending: HTTPTransfer.Ending, bytes: Int64, _ request: TransferRequest) {
        guard var record = records[key], let directory else { return }
        switch ending {
        case .complete(_, let url):
            let path = directory.path(of: record.file)
            if access(path, F_OK) != 0 { Glibc.close(Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)) }
            record.result.location = path
            record.result.url = url
            record.result.bytes = Self.size(of: request.direction == .upload ? request.file ?? "" : path)
            write(record)
            onReport?(key, .completed(code: nil))
        case .stale:
            record.validator = nil
            write(record)
            unlink(directory.path(of: record.file))
            begin(key, request)
        case .brokeOff(let code): onReport?(key, .brokeOff(code: code))
        case .failed(let code):
            unlink(directory.path(of: record.file))
            onReport?(key, .completed(code: code))
        }
    }

    private static func size(of path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    package func pause(_ key: TransferKey) { running.removeValue(forKey: key)?.stop() }

    package func cancel(_ key: TransferKey) {
        pause(key)
        if let record = records[key] { unlink(directory?.path(of: record.file) ?? "") }
    }

    package func discard(_ key: TransferKey) {
        guard let record = told.removeValue(forKey: key) else { return }
        directory?.remove(record.file)
    }

    package func result(of key: TransferKey) -> TransferResult? { (records[key] ?? told[key] ?? gone[key])?.result }

    /// Ends all connections. What is in a container stays for the next run.
    package func close() {
        for transfer in running.values { transfer.stop() }
        running.removeAll()
        connections.close()
        if let temporary {
            for record in Array(records.values) + Array(told.values) { directory?.remove(record.file) }
            unlink(temporary + "/lock")
            rmdir(temporary)
        }
        directory?.close()
        directory = nil
    }
}
