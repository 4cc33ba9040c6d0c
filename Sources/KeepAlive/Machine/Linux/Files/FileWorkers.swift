import FoundationEssentials
import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// The processes that touch files for a runner, so that its loop never waits for one: ``FileService``.
///
/// An order goes to a process that is idle, or to a new one, so that a file that does not answer holds up no other order. The
/// last idle one stays for a while.
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
    private var leave: ScheduledAction?
    private var busy: [Int: (worker: Worker, deadline: ScheduledAction)] = [:]
    private var waiting: [Order] = []
    /// The number of orders that keep something of an app's, and are not done.
    package private(set) var writeCount = 0
    private var last = 0

    /// The longest time of an order about files that are read, our choice.
    package static let limit = Duration.seconds(5)
    /// The longest time of a copy, our choice.
    package static let copyLimit = Duration.seconds(600)
    /// The most processes at a time; further orders wait.
    private static let most = 8
    /// The time that one stays without work.
    private static let stay = Duration.seconds(5)

    /// Creates the part; no process is started.
    ///
    /// - Parameter executable: the path of keepalive-run; `nil` for this program.
    package init(executable: String? = nil, loop: EventLoop) {
        self.loop = loop
        self.executable = executable
    }

    // MARK: Orders

    /// Looks at what an app is started from, and makes its container.
    ///
    /// - Parameter completion: called from the loop.
    package func prepare(_ files: AppFiles, _ completion: @escaping (Result<AppFiles.Ready, KeepAliveError>) -> Void) {
        let named = [files.command, files.infoPlist, files.container].compactMap { $0 }.joined(separator: ", ")
        send(.prepare(files), limit: Self.limit, what: named, completion)
    }

    /// Reads a regular file whole.
    package func read(
        _ path: String, limit: Int, _ completion: @escaping (Result<[UInt8], KeepAliveError>) -> Void
    ) {
        send(.read(path: path, limit: limit), limit: Self.limit, what: path) { (result: Result<Data, KeepAliveError>) in
            completion(result.map { Array($0) })
        }
    }

    /// Copies a file into the inbox of a container, under its own name or that with a number (LN-06).
    ///
    /// - Parameter completion: gets the path of the copy.
    package func copy(
        _ path: String, into container: String, inbox: String,
        _ completion: @escaping (Result<String, KeepAliveError>) -> Void
    ) {
        send(.copy(path: path, container: container, inbox: inbox), limit: Self.copyLimit, what: path, completion)
    }

    /// Deletes a copy that is not wanted any more.
    package func discard(copy name: String, in container: String, inbox: String) {
        send(.discard(name: name, container: container, inbox: inbox), limit: Self.limit, what: name) {
            (_: Result<Bool, KeepAliveError>) in
        }
    }

    /// Lists the files in the `Documents` of a container that others see.
    package func documents(of container: String, _ completion: @escaping (Result<[String], KeepAliveError>) -> Void) {
        send(.documents(container: container), limit: Self.limit, what: "\(container)/Documents", completion)
    }

    /// Writes an item of the keychain into a container.
    func keep(
        _ json: String, number: Int, in container: String,
        _ completion: @escaping (Result<Bool, KeepAliveError>) -> Void
    ) {
        write(.keepItem(container: container, number: number, json: json), in: container, completion)
    }

    /// Deletes an item of the keychain from a container.
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
            // The orders that follow from it count before this one is done.
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

    /// The most bytes of an answer: a log of a receiver as Base64.
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

    /// Gives up all orders; nothing is said of them.
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
