import FoundationEssentials
import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// The processes that open files for a runner (``FileService``), so that the runner's event loop never waits for a
/// file.
///
/// An order goes to an idle process, or to a new one, so that a file that does not respond blocks no other order. One
/// idle process is kept for 5 s.
package final class FileWorkers {
    private struct Worker {
        let service: ServiceProcess<FileDone, FileOrder>
        let answers: ScratchFile
    }

    private struct Order {
        let order: FileOrder
        let limit: Duration
        let what: String
        let take: (Result<[UInt8], KeepAliveError>) -> Void
    }

    private let loop: EventLoop
    private let executable: String?
    private var idle: Worker?
    /// The timer that ends the idle process.
    private var leave: ScheduledAction?
    private var busy: [Int: (worker: Worker, deadline: ScheduledAction)] = [:]
    /// The orders that wait until fewer than ``most`` processes are busy.
    private var waiting: [Order] = []
    /// The number of orders that write to or delete from the keychain and are not complete.
    package private(set) var writeCount = 0
    private var last = 0

    /// The time limit of every order except a copy; the limit is this project's choice.
    package static let limit = Duration.seconds(5)
    /// The time limit of a copy; the limit is this project's choice.
    package static let copyLimit = Duration.seconds(600)
    /// The largest number of processes at a time; further orders wait.
    private static let most = 8
    /// The time after which an idle process is ended.
    private static let stay = Duration.seconds(5)

    /// Creates the object without starting a process.
    ///
    /// - Parameter executable: the path of keepalive-run; `nil` for this program.
    package init(executable: String? = nil, loop: EventLoop) {
        self.loop = loop
        self.executable = executable
    }

    // MARK: Orders

    /// Examines the files from which an app is started, and makes its container.
    ///
    /// - Parameter completion: the callback, called from the loop.
    package func prepare(_ files: AppFiles, _ completion: @escaping (Result<AppFiles.Ready, KeepAliveError>) -> Void) {
        let named = [files.command, files.infoPlist, files.container].compactMap { $0 }.joined(separator: ", ")
        send(.prepare(files), limit: Self.limit, what: named, completion)
    }

    /// Reads a whole regular file.
    ///
    /// - Parameter limit: the largest size of the file in bytes.
    package func read(
        _ path: String, limit: Int, _ completion: @escaping (Result<[UInt8], KeepAliveError>) -> Void
    ) {
        send(.read(path: path, limit: limit), limit: Self.limit, what: path) { (result: Result<Data, KeepAliveError>) in
            completion(result.map { Array($0) })
        }
    }

    /// Copies a file into the inbox of a container. If the name is taken, the copy's name gets a number (LN-06).
    ///
    /// - Parameter completion: the callback; it gets the path of the copy.
    package func copy(
        _ path: String, into container: String, inbox: String,
        _ completion: @escaping (Result<String, KeepAliveError>) -> Void
    ) {
        send(.copy(path: path, container: container, inbox: inbox), limit: Self.copyLimit, what: path, completion)
    }

    /// Deletes a copy from the inbox of a container. Errors are ignored.
    package func discard(copy name: String, in container: String, inbox: String) {
        send(.discard(name: name, container: container, inbox: inbox), limit: Self.limit, what: name) {
            (_: Result<Bool, KeepAliveError>) in
        }
    }

    /// Lists the files in the `Documents` of a container, without hidden files and the inbox.
    package func documents(of container: String, _ completion: @escaping (Result<[String], KeepAliveError>) -> Void) {
        send(.documents(container: container), limit: Self.limit, what: "\(container)/Documents", completion)
    }

    /// Writes a keychain item into a container.
    func keep(
        _ json: String, number: Int, in container: String,
        _ completion: @escaping (Result<Bool, KeepAliveError>) -> Void
    ) {
        write(.keepItem(container: container, number: number, json: json), in: container, completion)
    }

    /// Deletes a keychain item from a container.
    func removeItem(
        number: Int, in container: String, _ completion: @escaping (Result<Bool, KeepAliveError>) -> Void
    ) {
        write(.removeItem(container: container, number: number), in: container, completion)
    }

    private func write(
        _ order: FileOrder, in container: String, _ completion: @escaping (Result<Bool, KeepAliveError>) -> Void
    ) {
        writeCount += 1
        send(order, limit: Self.limit, what: "\(container)/\(KeychainDirectory.path)") { [self] result in
            // The completion may send further orders. The completion is called before the count is lowered, so that the
            // count does not reach 0 in between.
            completion(result)
            writeCount -= 1
        }
    }

    private func send<Value: Codable>(
        _ order: FileOrder, limit: Duration, what: String,
        _ completion: @escaping (Result<Value, KeepAliveError>) -> Void
    ) {
        let order = Order(order: order, limit: limit, what: what) { result in
            completion(
                result.flatMap { bytes in
                    guard let answer = try? JSONDecoder().decode(FileAnswer<Value>.self, from: Data(bytes)) else {
                        return .failure(
                            KeepAliveError(.supervision, "\(what): the process that reads it gave no answer"))
                    }
                    if let value = answer.value { return .success(value) }
                    return .failure(answer.failure?.error ?? KeepAliveError(.output, "\(what): no answer"))
                })
        }
        if busy.count < Self.most { begin(order) } else { waiting.append(order) }
    }

    // MARK: Processes

    private func begin(_ order: Order) {
        let worker: Worker
        do {
            worker = try take()
        } catch {
            order.take(
                .failure(KeepAliveError(.supervision, "cannot start a process that reads files: \(error)")))
            return beginWaiting()
        }
        last += 1
        let number = last
        worker.service.socket.onMessage = { [unowned self] _ in ended(number, order, nil) }
        worker.service.socket.onEnd = { [unowned self] in
            ended(number, order, KeepAliveError(.supervision, "\(order.what): the process that reads it has ended"))
        }
        let deadline = loop.schedule(after: order.limit) { [unowned self] in
            ended(
                number, order,
                KeepAliveError(
                    .output, "\(order.what): no answer in \(order.limit.inWords)",
                    remedy: "A file system that does not answer, such as NFS or FUSE, holds up who reads from it"))
        }
        busy[number] = (worker, deadline)
        worker.service.socket.send(order.order)
    }

    private func beginWaiting() {
        if busy.count < Self.most, !waiting.isEmpty { begin(waiting.removeFirst()) }
    }

    private func take() throws -> Worker {
        if let leave { loop.cancel(leave) }
        leave = nil
        if let worker = idle {
            idle = nil
            return worker
        }
        let answers = try ScratchFile("keepalive-answers")
        let service = try ServiceProcess<FileDone, FileOrder>(
            FileService.subcommand, executable: executable, standardOutput: answers.descriptor, loop: loop)
        return Worker(service: service, answers: answers)
    }

    private func ended(_ number: Int, _ order: Order, _ failure: KeepAliveError?) {
        guard let (worker, deadline) = busy.removeValue(forKey: number) else { return }
        loop.cancel(deadline)
        worker.service.socket.onMessage = nil
        worker.service.socket.onEnd = nil
        let content = failure == nil ? worker.answers.content(limit: Self.answerMax) : nil
        if failure == nil, idle == nil { rest(worker) } else { worker.service.abandon() }
        beginWaiting()
        order.take(
            content.map { .success($0) }
                ?? .failure(failure ?? KeepAliveError(.output, "\(order.what): the answer is too large")))
    }

    /// The largest size of an answer in bytes. The largest answer is a receiver's log, as Base64.
    private static let answerMax = 128 << 20

    private func rest(_ worker: Worker) {
        idle = worker
        worker.service.socket.onEnd = { [unowned self] in dropIdle() }
        leave = loop.schedule(after: Self.stay) { [unowned self] in
            leave = nil
            dropIdle()
        }
    }

    private func dropIdle() {
        if let leave { loop.cancel(leave) }
        leave = nil
        idle?.service.abandon()
        idle = nil
    }

    /// Abandons all orders without calling their completions, and ends the processes.
    package func close() {
        for (worker, deadline) in busy.values {
            loop.cancel(deadline)
            worker.service.socket.onMessage = nil
            worker.service.socket.onEnd = nil
            worker.service.abandon()
        }
        busy.removeAll()
        waiting.removeAll()
        dropIdle()
    }
}
