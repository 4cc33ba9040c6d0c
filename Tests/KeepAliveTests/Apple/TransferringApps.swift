import Foundation
import Glibc
import KeepAlive
import KeepAliveTesting
import Synchronization
import TestSupport
import Testing

/// The delegate of a background session: it keeps what it is told, and moves files before it returns.
final class TransferLog: NSObject, URLSessionDownloadDelegate, URLSessionDataDelegate {
    private let lines = Mutex<[String]>([])
    private let failure = Mutex<(any Error)?>(nil)
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let movesFiles: Bool
    /// Called when no event of the session is left.
    let handler = Mutex<(@Sendable () -> Void)?>(nil)

    init(movesFiles: Bool = true) {
        self.movesFiles = movesFiles
        try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    var calls: [String] { lines.withLock { $0 } }
    var error: (any Error)? { failure.withLock { $0 } }
    var userInfo: [String: Any] { (error as NSError?)?.userInfo ?? [:] }
    private func say(_ line: String) {
        lines.withLock { $0.append(line) }
        stream.continuation.yield(line)
    }

    private let stream = AsyncStream.makeStream(of: String.self)

    /// Waits for a call.
    func wait(for call: String) async { for await line in stream.stream where line == call { return } }

    func file(_ number: Int) -> Data? { try? Data(contentsOf: directory.appendingPathComponent("\(number)")) }

    func urlSession(_ session: URLSession, didCreateTask task: URLSessionTask) {
        say("created \(task.taskIdentifier) \(task.state)")
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        say("wrote \(bytesWritten), \(totalBytesWritten) of \(totalBytesExpectedToWrite)")
        assert(downloadTask.countOfBytesReceived == totalBytesWritten)
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) { say("resumed at \(fileOffset)") }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        let status = (downloadTask.response as? HTTPURLResponse)?.statusCode ?? 0
        say("finished \(downloadTask.taskIdentifier) \(downloadTask.taskDescription ?? "-") \(status)")
        guard movesFiles else { return }
        try? FileManager.default.moveItem(
            at: location, to: directory.appendingPathComponent("\(downloadTask.taskIdentifier)"))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) { say("sent \(bytesSent), \(totalBytesSent) of \(totalBytesExpectedToSend)") }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        say("answer \(String(decoding: data, as: UTF8.self))")
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        failure.withLock { $0 = error }
        let name = task.originalRequest?.url?.lastPathComponent ?? "-"
        say("completed \(task.taskIdentifier) \(name) \((error as? URLError)?.code.rawValue ?? 0)")
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
        say("no event is left of \(session.configuration.identifier ?? "-")")
        handler.withLock {
            $0?()
            $0 = nil
        }
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) { say("invalid") }

    /// The answers to servers that ask, in order; with none left the system decides.
    let answers = Mutex<[(URLSession.AuthChallengeDisposition, URLCredential?)?]>([])

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let space = challenge.protectionSpace
        say(
            "asked \(task.taskIdentifier) \(space.host) \(space.realm ?? "-") \(space.authenticationMethod) "
                + "\(challenge.previousFailureCount)")
        let answer = answers.withLock { $0.isEmpty ? (.performDefaultHandling, nil) : $0.removeFirst() }
        // Without one it never answers.
        if let answer { completionHandler(answer.0, answer.1) }
    }
}

/// An app that transfers in a background session.
@MainActor
final class TransferringApp: UIResponder, UIApplicationDelegate {
    static var log = TransferLog()
    private(set) lazy var session = URLSession(
        configuration: .background(withIdentifier: "films"), delegate: Self.log, delegateQueue: nil)

    nonisolated static let film = "https://example.org/film"
    nonisolated static func url(_ text: String = film) -> URL {
        URL(string: text) ?? URL(fileURLWithPath: text)
    }

    static func device(_ log: TransferLog = TransferLog(), ios: String? = nil) throws -> VirtualDevice {
        self.log = log
        return try VirtualDevice(ios: ios)
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        _ = session
        return true
    }

    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping @Sendable () -> Void
    ) { Self.log.handler.withLock { $0 = completionHandler } }

    @discardableResult
    func download(_ url: String = film, _ description: String? = nil) -> URLSessionDownloadTask {
        let task = session.downloadTask(with: Self.url(url))
        task.taskDescription = description
        task.resume()
        return task
    }
}

/// An app that makes its session when it is called for the events, and wants no more of it.
@MainActor
final class InvalidatingApp: UIResponder, UIApplicationDelegate {
    let app = TransferringApp()

    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping @Sendable () -> Void
    ) {
        TransferringApp.log.handler.withLock { $0 = completionHandler }
        app.session.finishTasksAndInvalidate()
    }
}

/// A server that gives the same answer to each request, or what the request's header field X-App says.
final class Greeting: Sendable {
    private let listener = LocalListener()
    let url: URL

    /// - Parameter answer: makes the whole answer from the head of the request.
    init(_ answer: @escaping @Sendable (String) -> Data = Greeting.field) throws {
        url = try #require(URL(string: "http://127.0.0.1:\(listener.port)/film"))
        Thread.detachNewThread { [descriptor = listener.descriptor] in
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection != -1 else { return }
                Self.serve(connection, answer)
                close(connection)
            }
        }
    }

    private static func serve(_ connection: CInt, _ answer: (String) -> Data) {
        var head = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !head.contains("\r\n\r\n") {
            let count = read(connection, &buffer, buffer.count)
            guard count > 0 else { return }
            head += String(decoding: buffer[..<count], as: UTF8.self)
        }
        var rest = answer(head)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// The field `X-App` of the request, as the content.
    static let field: @Sendable (String) -> Data = { head in
        let field = head.split(separator: "\r\n").first { $0.hasPrefix("X-App: ") }?.dropFirst(7) ?? ""
        return Data("HTTP/1.1 200 OK\r\nContent-Length: \(field.utf8.count)\r\nConnection: close\r\n\r\n\(field)".utf8)
    }
}
