import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// The process that transfers for one app, as `nsurlsessiond` does for all apps on iOS. It touches the files and
/// connects to the servers, so that a slow disk, a library that blocks, or a special file delays only this process.
///
/// The process ends with the runner.
package final class TransferService {
    /// The subcommand of keepalive-run that runs this process.
    package static let subcommand = "transfer-service"

    private let loop: EventLoop
    private let socket: PacketSocket<TransferCommand, TransferNews>
    private let news: PacketQueue<TransferCommand, TransferNews>
    private let connections: HTTPConnections
    private var running: [Int: HTTPTransfer] = [:]
    private var files: TransferFiles?
    /// The orders that have arrived while the directory is being opened.
    private var waiting: [TransferCommand] = []
    private var isOpening = false
    private var obeyedCount = 0

    /// The longest time to wait for the directory, which the process of a killed runner may still use, and the pause
    /// between two attempts to lock it.
    private static let patience = Duration.seconds(2)
    private static let pause = Duration.milliseconds(50)
    /// The largest number of bytes of the answer to an upload that the app gets.
    private static let dataMax = 16 * 1024

    /// - Parameter descriptor: the connection with the runner, which this object takes over.
    /// - Throws: `Errno`.
    package init(descriptor: CInt) throws {
        loop = try EventLoop()
        socket = try PacketSocket(descriptor, loop: loop)
        news = PacketQueue(socket)
        connections = HTTPConnections(loop: loop)
    }

    /// Carries out orders until the runner closes the connection.
    package func run() {
        // With these signals ignored, a write beyond the limit on file sizes, or to a closed connection, fails with an
        // error and does not end the process.
        signal(SIGXFSZ, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        socket.onMessage = { [unowned self] in take($0) }
        socket.onEnd = { [loop] in loop.stop() }
        loop.run()
        for transfer in running.values { transfer.stop() }
        connections.close()
    }

    private func take(_ command: TransferCommand) {
        if isOpening { return waiting.append(command) }
        if case .open(let container, let temporary) = command {
            return open(container, temporary, since: loop.now)
        }
        obey(command)
        hasObeyed()
    }

    private func hasObeyed() {
        obeyedCount += 1
        news.send(.obeyed(obeyedCount))
    }

    // MARK: The directory

    private func open(_ container: String?, _ temporary: String, since: MonotonicInstant) {
        isOpening = true
        if let container {
            do {
                return opened(try TransferFiles(container: container))
            } catch is TransferFiles.Busy where loop.now - since < Self.patience {
                _ = loop.schedule(after: Self.pause) { [unowned self] in open(container, temporary, since: since) }
                return
            } catch is TransferFiles.Busy {
                news.send(
                    .note(
                        "another run transfers for the app's container: \(TransferFiles.path(in: container)) is locked: "
                            + "the transfers of this run are not kept"))
            } catch {
                news.send(
                    .note("\(TransferFiles.path(in: container)): \(error): the transfers of this run are not kept"))
            }
        }
        do {
            opened(try TransferFiles(temporary: temporary))
        } catch {
            news.send(.note("\(temporary): \(error): nothing can be transferred"))
            opened(nil)
        }
    }

    private func opened(_ files: TransferFiles?) {
        self.files = files
        isOpening = false
        if let files { news.send(.opened(path: files.directory.path, isKept: files.isKept)) }
        hasObeyed()
        let commands = waiting
        waiting = []
        for command in commands { take(command) }
    }

    private func restore() {
        guard let files, files.isKept else { return news.send(.restoredAll) }
        let (records, complaints) = files.read()
        for complaint in complaints { news.send(.note(complaint)) }
        for (record, owner) in records { news.send(.restored(record, owner)) }
        news.send(.restoredAll)
    }

    // MARK: Orders

    private func obey(_ command: TransferCommand) {
        switch command {
        case .open: break
        case .restore: restore()
        case .keep(let record, let owner):
            do {
                try files?.write(record, as: owner)
            } catch {
                news.send(.note("a transfer cannot be kept: \(record.file): \(error)"))
            }
        case .forget(let file, let owner): files?.removeRecord(of: file, as: owner)
        case .remove(let file, let record, let owner):
            if record { files?.removeRecord(of: file, as: owner) }
            files?.removeBody(file, as: owner)
        case .setAside(let file, let name, let owner):
            try? files?.directory.rename(file, to: name, as: owner)
        case .takeUp(let name, let file, let owner, let task):
            do {
                guard TransferRecord.isAside(name) else { throw Errno.invalidArgument }
                try files?.directory.rename(name, to: file, as: owner)
            } catch {
                news.send(.note("\(task): what its resume data names is gone: the download begins anew"))
            }
        case .look(let file): if files?.size(of: file) == nil { news.send(.bodyIsGone(file: file)) }
        case .begin(let attempt, let request, let file, let validator, let owner):
            begin(attempt, request, file, validator, owner)
        case .stop(let attempt): running.removeValue(forKey: attempt)?.stop()
        }
    }

    // MARK: Transfers

    private func begin(
        _ attempt: Int, _ request: TransferRequest, _ file: String, _ validator: String?, _ owner: FileOwner
    ) {
        guard let files, (try? files.makeBody(file, as: owner)) != nil else {
            return news.send(.ended(attempt: attempt, .failed(URLErrorCode.cannotCreateFile)))
        }
        let body = HTTPTransfer.Body(files: files, name: file, owner: owner)
        let transfer = HTTPTransfer(
            request, into: body, validator: validator, connections: connections, now: { [loop] in loop.now }
        ) { [unowned self] in tell($0, about: attempt, body) }
        running[attempt] = transfer
        // If libcurl is not installed, the task is tried again later, until libcurl is installed.
        var ending: HTTPTransfer.Ending? = .other(.brokeOff(URLErrorCode.unknown))
        do { ending = try transfer.begin() } catch { news.send(.note("\(error)")) }
        if let ending { tell(.ended(ending), about: attempt, body) }
    }

    private func tell(_ event: HTTPTransfer.Event, about attempt: Int, _ body: HTTPTransfer.Body) {
        switch event {
        case .answered(let status, let headers, let validator):
            news.send(.answered(attempt: attempt, status: status, headers: headers, validator: validator))
        case .progressed(let bytes, let total): news.send(.progressed(attempt: attempt, bytes: bytes, of: total))
        case .resumed(let offset): news.send(.resumed(attempt: attempt, offset: offset))
        case .ended(let ending):
            running[attempt] = nil
            news.send(.ended(attempt: attempt, settle(ending, body)))
        }
    }

    /// Deletes or keeps the body's file after an attempt, and returns the outcome for the runner.
    private func settle(_ ending: HTTPTransfer.Ending, _ body: HTTPTransfer.Body) -> TransferEnding {
        let (files, name, owner) = (body.files, body.name, body.owner)
        switch ending {
        case .complete(let url, let sent?):
            let data = files.beginning(of: name, bytes: Self.dataMax, as: owner)
            files.removeBody(name, as: owner)
            return .complete(CompletedTransfer(url: url, bytes: sent, data: data.map { TransferData($0) }))
        case .complete(let url, nil):
            // The app may have deleted the file meanwhile, so an empty file is created in this case.
            try? files.makeBody(name, as: owner)
            return .complete(CompletedTransfer(url: url, bytes: files.size(of: name) ?? 0))
        case .other(let ending):
            switch ending {
            case .stale, .failed: files.removeBody(name, as: owner)
            case .complete, .brokeOff, .challenged: break
            }
            return ending
        }
    }
}
