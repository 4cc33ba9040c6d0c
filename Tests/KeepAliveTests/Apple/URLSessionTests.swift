import Foundation
import Glibc
import KeepAlive
import KeepAliveTesting
import Synchronization
import TestSupport
import Testing

/// Background sessions, by Apple's names, on a device whose servers exist in memory.
@MainActor
@Suite(.serialized, .onlyDevice) struct URLSessionTests {
    typealias App = TransferringApp

    @Test("SD-42, SD-43, SD-44: a download goes on in suspension; the app is woken, and told in Apple's order")
    func downloads() throws {
        let device = try App.device()
        device.serve(App.film, body: Data("a long film".utf8), headers: ["Content-Type": "video"], bytesPerSecond: 1)
        let app = device.launch { App() }
        var task: URLSessionDownloadTask?
        device.perform { task = app.download(App.film, "The Film") }
        #expect(task?.state == .running)
        device.advance(by: .seconds(2))
        device.pressHome()
        device.advance(by: .seconds(6))
        try device.expect(.suspended)
        device.advance(by: .seconds(3))
        // The app has its time for the end of the transfer.
        try device.expect(.background)
        device.advance(by: .seconds(6))
        #expect(
            App.log.calls.filter { !$0.hasPrefix("wrote") } == [
                "created 1 suspended", "finished 1 The Film 200", "completed 1 film 0", "no event is left of films",
            ])
        #expect(App.log.calls.contains("wrote 1, 2 of 11"))
        #expect(App.log.file(1) == Data("a long film".utf8))
        #expect(task?.state == .completed && task?.error == nil && task?.countOfBytesExpectedToReceive == 11)
        #expect((task?.response as? HTTPURLResponse)?.value(forHTTPHeaderField: "content-type") == "video")
        try device.expect(.suspended)
    }

    @Test("UR-01, UR-04: a process that ended is launched again, and its delegate knows the task by its description")
    func launchedAgain() throws {
        let device = try App.device()
        device.serve(App.film, bytes: 5_000_000)
        let app = device.launch { App() }
        device.perform { _ = app.download(App.film, "The Film") }
        device.pressHome()
        device.runShortOfMemory()
        try device.expect(.terminated)
        device.advance(by: .seconds(10))
        #expect(
            App.log.calls.filter { !$0.hasPrefix("wrote") } == [
                "created 1 suspended", "finished 1 The Film 200", "completed 1 film 0", "no event is left of films",
            ])
        #expect(App.log.file(1)?.count == 5_000_000)
    }

    @Test("UR-16, SD-43: a broken connection is told with the byte at which it goes on")
    func breaks() throws {
        let device = try App.device()
        device.serve(App.film, bytes: 4_000_000, breaksAt: [2_000_000])
        let app = device.launch { App() }
        device.perform { _ = app.download() }
        device.advance(by: .seconds(20))
        #expect(App.log.calls.contains("resumed at 2000000"))
        #expect(App.log.calls.contains("wrote 1000000, 3000000 of 4000000"))
        #expect(App.log.calls.last == "completed 1 film 0")
    }

    @Test("UR-20: what a cancelled download has received stays, and a task made from its resume data goes on")
    func resumeData() throws {
        let device = try App.device()
        device.serve(App.film, bytes: 4_000_000)
        let app = device.launch { App() }
        var task: URLSessionDownloadTask?
        device.perform { task = app.download() }
        device.advance(by: .milliseconds(1500))
        let data = Mutex<Data?>(nil)
        device.perform { task?.cancel { given in data.withLock { $0 = given } } }
        let given = try #require(data.withLock { $0 })
        #expect(App.log.calls.last == "completed 1 film -999")
        #expect(App.log.userInfo[NSURLSessionDownloadTaskResumeData] as? Data == given)
        #expect((App.log.error as? URLError)?.downloadTaskResumeData == given)
        device.perform {
            let next = app.session.downloadTask(withResumeData: given)
            #expect(next.originalRequest?.url?.absoluteString == App.film)
            next.resume()
        }
        device.advance(by: .milliseconds(2400))
        #expect(App.log.calls.contains("resumed at 1500000") && !App.log.calls.contains("completed 2 film 0"))
        device.advance(by: .milliseconds(200))
        #expect(App.log.calls.last == "completed 2 film 0")
        // It is taken up once: a second task begins anew.
        device.perform { app.session.downloadTask(withResumeData: given).resume() }
        device.advance(by: .milliseconds(3900))
        #expect(!App.log.calls.contains("completed 3 film 0"))
    }

    @Test("UR-07: after a force quit the next process is told the reason, with resume data")
    func forceQuit() throws {
        let device = try App.device()
        device.serve(App.film, bytes: 4_000_000)
        let app = device.launch { App() }
        device.perform { _ = app.download() }
        device.advance(by: .milliseconds(1500))
        device.pressHome()
        device.forceQuit()
        device.advance(by: .seconds(100))
        #expect(!App.log.calls.contains { $0.hasPrefix("completed") })
        device.returnToApp()
        #expect(App.log.calls.last == "completed 1 film -999")
        let info = App.log.userInfo
        #expect(
            info[NSURLErrorBackgroundTaskCancelledReasonKey] as? Int
                == NSURLErrorCancelledReasonUserForceQuitApplication)
        #expect(info[NSURLErrorFailingURLErrorKey] as? URL == URL(string: App.film))
        let data = try #require(info[NSURLSessionDownloadTaskResumeData] as? Data)
        device.perform { (device.delegate as? App)?.session.downloadTask(withResumeData: data).resume() }
        device.advance(by: .seconds(3))
        #expect(App.log.calls.contains("resumed at 1500000") && App.log.calls.last == "completed 2 film 0")
    }

    @Test("UR-17: a task waits for earliestBeginDate, which the app sets after it has made the task")
    func earliestBegin() throws {
        let device = try App.device()
        device.serve(App.film, bytes: 1000)
        let app = device.launch { App() }
        device.perform {
            let task = app.session.downloadTask(with: App.url())
            task.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
            task.resume()
        }
        device.advance(by: .seconds(3595))
        #expect(App.log.calls == ["created 1 suspended"])
        device.advance(by: .seconds(10))
        #expect(App.log.calls.last == "completed 1 film 0")
    }

    @Test("SD-43: an upload tells of its bytes, and of the server's answer")
    func uploads() throws {
        let device = try App.device()
        device.serve("https://example.org/in", body: Data("thanks".utf8), status: 201, bytesPerSecond: 3)
        let app = device.launch { App() }
        device.perform {
            var request = URLRequest(url: App.url("https://example.org/in"))
            request.httpMethod = "PUT"
            app.session.uploadTask(with: request, fromFile: URL(fileURLWithPath: "/etc/hostname")).resume()
        }
        device.advance(by: .seconds(3))
        #expect(
            App.log.calls == [
                "created 1 suspended", "sent 3, 3 of 6", "sent 3, 6 of 6", "answer thanks", "completed 1 in 0",
            ])
    }

    @Test("UR-18: what the configuration and the request forbid counts, and an error page is an answer")
    func networks() throws {
        let device = try App.device()
        device.serve(App.film, body: Data(), status: 404)
        let app = device.launch { App() }
        device.change(.network(.cellular))
        device.perform {
            var request = URLRequest(url: App.url())
            request.allowsCellularAccess = false
            app.session.downloadTask(with: request).resume()
        }
        device.advance(by: .seconds(60))
        #expect(App.log.calls.count == 1)
        device.change(.network(.wifi))
        device.advance(by: .seconds(1))
        #expect(App.log.calls.suffix(2) == ["finished 1 - 404", "completed 1 film 0"])
    }

    @Test("a file that the delegate does not move is deleted when it returns (SD-43)")
    func notMoved() throws {
        let device = try App.device(TransferLog(movesFiles: false))
        device.serve(App.film, bytes: 1000)
        let location = Mutex<URL?>(nil)
        final class Keeper: NSObject, URLSessionDownloadDelegate {
            let body: @Sendable (URL) -> Void
            init(_ body: @escaping @Sendable (URL) -> Void) { self.body = body }
            func urlSession(
                _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
            ) { body(location) }
        }
        device.launch { App() }
        device.perform {
            let keeper = Keeper { url in
                #expect(FileManager.default.fileExists(atPath: url.path))
                location.withLock { $0 = url }
            }
            URLSession(configuration: .background(withIdentifier: "other"), delegate: keeper, delegateQueue: .main)
                .downloadTask(with: App.url()).resume()
        }
        device.advance(by: .seconds(1))
        let path = try #require(location.withLock { $0 }?.path)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("UR-04: the tasks of a former process are listed, by kind and with their states")
    func listed() throws {
        let device = try App.device()
        device.serve(App.film, bytes: 100_000_000)
        let app = device.launch { App() }
        device.perform {
            app.download(App.film, "The Film")
            app.download().suspend()
            app.session.uploadTask(
                with: URLRequest(url: App.url()), fromFile: URL(fileURLWithPath: "/etc/hostname")
            ).resume()
        }
        device.pressHome()
        device.runShortOfMemory()
        let next = device.launch { App() }
        let found = Mutex<[String]>([])
        device.perform {
            next.session.getTasksWithCompletionHandler { data, uploads, downloads in
                let tasks = data.map { $0 as URLSessionTask } + uploads + downloads
                found.withLock {
                    $0 = tasks.map { "\($0.taskIdentifier) \($0.state) \($0.taskDescription ?? "-")" }
                }
            }
        }
        #expect(found.withLock { $0 } == ["3 running -", "1 running The Film", "2 suspended -"])
        let before = App.log.calls.count
        device.perform { next.session.invalidateAndCancel() }
        #expect(
            App.log.calls[before...] == [
                "completed 1 film -999", "completed 2 film -999", "completed 3 film -999", "invalid",
            ])
        #expect(next.session.delegate == nil)
        // The name is free again.
        device.perform {
            URLSession(configuration: .background(withIdentifier: "films"), delegate: App.log, delegateQueue: nil)
                .downloadTask(with: App.url()).resume()
        }
        device.advance(by: .seconds(101))
        #expect(App.log.calls.last == "completed 4 film 0")
    }

    @Test("a task that the system does not take ends when it is resumed, with an error; times without end are a year")
    func notTaken() throws {
        let device = try App.device()
        device.serve(App.film, bytes: 10)
        let app = device.launch { App() }
        device.perform {
            let session = app.session
            let tasks = [
                session.downloadTask(with: URL(fileURLWithPath: "/etc/hostname")),
                session.downloadTask(withResumeData: Data("x".utf8)),
                session.downloadTask(with: App.url("https://example.org/\(String(repeating: "x", count: 9000))")),
                session.downloadTask(with: App.url("ftp://example.org/cancelled")),
            ]
            #expect(Set(tasks.map(\.taskIdentifier)).count == 4)
            #expect(tasks.allSatisfy { $0.state == .suspended && $0.countOfBytesExpectedToReceive == -1 })
            #expect(App.log.calls.allSatisfy { $0.hasPrefix("created") })
            tasks[3].cancel()
            for task in tasks { task.resume() }
            #expect(tasks.allSatisfy { $0.state == .completed && $0.error != nil })
        }
        #expect(
            App.log.calls.dropFirst(4).map { $0.split(separator: " ").last } == ["-999", "-1002", "-3003", "-1000"])
        let before = App.log.calls.count
        device.perform {
            var request = URLRequest(url: App.url())
            request.timeoutInterval = 1e12
            let task = app.session.downloadTask(with: request)
            task.earliestBeginDate = .distantFuture
            task.resume()
            #expect(task.state == .running)
        }
        #expect(App.log.calls.count == before + 1)
        device.advance(by: .seconds(370 * 86_400))
        // It has 7 days, and does not begin before.
        #expect(App.log.calls.last == "completed 1 film -1001")
    }

    @Test("UR-02: a server that asks who the app is wakes it, and asks the next process if this one does not answer")
    func credentials() throws {
        let device = try App.device()
        device.serve(App.film, body: Data("a film".utf8), credential: ("me", "secret"), bytesPerSecond: 1)
        let app = device.launch { App() }
        func credential(_ password: String) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
            (.useCredential, URLCredential(user: "me", password: password, persistence: .forSession))
        }
        App.log.answers.withLock { $0 = [nil, credential("wrong"), credential("secret")] }
        device.change(.network(.none))
        device.perform { _ = app.download() }
        device.pressHome()
        device.advance(by: .seconds(10))
        try device.expect(.suspended)
        device.change(.network(.wifi))
        device.advance(by: .seconds(1))
        try device.expect(.background)
        let asked = "asked 1 example.org films NSURLAuthenticationMethodHTTPBasic"
        #expect(App.log.calls == ["created 1 suspended", "\(asked) 0"])
        // It is never answered: the time of the wake passes, and the process ends. The next one is asked.
        device.advance(by: .seconds(40))
        let end = "no event is left of films"
        #expect(
            App.log.calls.filter { !$0.hasPrefix("wrote") } == [
                "created 1 suspended", "\(asked) 0", "\(asked) 0", end, "\(asked) 1", end, "finished 1 - 200",
                "completed 1 film 0", end,
            ])
        #expect(device.timeline.count { $0.contains("0x2182bad3") } == 1)
        device.returnToApp()
        #expect(App.log.file(1) == Data("a film".utf8))
        // Without a credential the status is the answer; a task may be given up, too.
        let next = try #require(device.delegate as? App)
        device.perform { _ = next.download() }
        device.advance(by: .seconds(1))
        #expect(App.log.calls.suffix(2) == ["finished 2 - 401", "completed 2 film 0"])
        App.log.answers.withLock { $0 = [(.cancelAuthenticationChallenge, nil)] }
        device.perform { _ = next.download() }
        device.advance(by: .seconds(1))
        #expect(App.log.calls.last == "completed 3 film -999")
    }

    @Test("UR-22: an invalidated session makes no task, and waits for what a former process has begun")
    func invalidated() throws {
        let device = try App.device()
        device.serve(App.film, bytes: 5_000_000)
        let first = device.launch { InvalidatingApp() }
        device.perform { _ = first.app.download() }
        device.pressHome()
        device.runShortOfMemory()
        device.advance(by: .seconds(10))
        #expect(
            App.log.calls.filter { !$0.hasPrefix("wrote") } == [
                "created 1 suspended", "finished 1 - 200", "completed 1 film 0", "no event is left of films", "invalid",
            ])
        #expect(App.log.file(1)?.count == 5_000_000)
        let next = try #require(device.delegate as? InvalidatingApp).app
        let ordinary = URLSession(configuration: .ephemeral)
        device.perform {
            ordinary.invalidateAndCancel()
            for make in [{ next.session.downloadTask(with: App.url()) }, { ordinary.downloadTask(with: App.url()) }] {
                do {
                    try catchingNSException { make().resume() }
                    Issue.record("nothing is raised")
                } catch {
                    #expect(
                        "\(error)" == "NSGenericException: Task created in a session that has been invalidated")
                }
            }
            URLSession.shared.invalidateAndCancel()
            #expect(URLSession.shared.dataTask(with: App.url()).state == .suspended)
        }
        #expect(App.log.calls.last == "invalid")
    }

    @Test("the bytes are all counted at the end, and a process that has ended leaves nothing of its session")
    func counted() throws {
        let device = try App.device()
        device.serve(App.film, body: Data("a film".utf8), bytesPerSecond: 1e6)
        device.serve("https://example.org/in", body: Data("thanks".utf8))
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data("a body".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        weak var session: URLSession?
        device.launch { App() }
        try autoreleased {
            let app = try #require(device.delegate as? App)
            session = app.session
            var tasks: [URLSessionTask] = []
            device.perform {
                tasks.append(app.download())
                let request = URLRequest(url: App.url("https://example.org/in"))
                tasks.append(app.session.uploadTask(with: request, fromFile: file))
                tasks.last?.resume()
                #expect(tasks.last?.countOfBytesExpectedToSend == 6)
            }
            device.advance(by: .seconds(3))
            #expect(tasks.map(\.state) == [.completed, .completed])
            #expect(tasks.map(\.countOfBytesReceived) == [6, 0] && tasks[0].countOfBytesExpectedToReceive == 6)
            #expect(tasks[1].countOfBytesSent == 6)
        }
        #expect(session != nil)
        device.pressHome()
        device.advance(by: .seconds(10))
        device.runShortOfMemory()
        device.returnToApp()
        try device.expect(.foregroundActive)
        #expect(session == nil)
    }

    private func autoreleased(_ body: () throws -> Void) rethrows { try body() }

    @Test("UR-20: a task of the same number begins anew after two force quits")
    func numbersAnew() throws {
        let device = try App.device()
        device.serve(App.film, bytes: 4_000_000)
        let app = device.launch { App() }
        device.perform { _ = app.download() }
        device.advance(by: .milliseconds(1500))
        for _ in 1...2 {
            device.forceQuit()
            device.returnToApp()
        }
        let before = App.log.calls.count
        device.perform { _ = (device.delegate as? App)?.download() }
        device.advance(by: .milliseconds(3900))
        #expect(App.log.calls[before...].allSatisfy { !$0.hasPrefix("completed") && !$0.hasPrefix("resumed") })
        device.advance(by: .milliseconds(200))
        #expect(App.log.calls.last?.hasSuffix("film 0") == true)
    }

    @Test(
        "UR-21: what a background session cannot do raises an exception",
        arguments: [
            "Completion handler blocks are not supported in background sessions. Use a delegate instead.",
            "Upload tasks from NSData are not supported in background sessions.",
        ])
    func notInBackgroundSessions(reason: String) throws {
        let device = try App.device()
        let app = device.launch { App() }
        let url = App.url()
        device.perform {
            do {
                try catchingNSException {
                    switch reason.prefix(1) {
                    case "C": _ = app.session.downloadTask(with: url) { _, _, _ in }
                    default: _ = app.session.uploadTask(with: URLRequest(url: url), from: Data())
                    }
                }
                Issue.record("nothing is raised")
            } catch {
                #expect("\(error)" == "NSGenericException: \(reason)")
            }
        }
        try device.expect(.foregroundActive)
        device.perform { app.session.downloadTask(with: url) { _, _, _ in }.resume() }
        try device.expect(.terminated)
    }

    @Test(
        "UR-21: from iOS 8 on the app's process performs a data task of a background session as that of any other",
        arguments: [URLSessionConfiguration.default, .background(withIdentifier: "words")])
    func dataTasks(configuration: URLSessionConfiguration) async throws {
        let server = try Greeting()
        configuration.httpAdditionalHeaders = ["X-App": "films"]
        let log = TransferLog()
        let session = URLSession(configuration: configuration, delegate: log, delegateQueue: nil)
        session.dataTask(with: server.url).resume()
        await log.wait(for: "completed 1 film 0")
        #expect(log.calls.contains("answer films"))
        session.invalidateAndCancel()
    }

    @Test("UR-21: the end of the data tasks of a background session is not that of its downloads")
    func endOfDataTasks() async throws {
        let server = try Greeting()
        let log = TransferLog()
        let device = try App.device(log)
        device.serve(App.film, bytes: 10)
        let app = device.launch { App() }
        device.perform {
            app.session.downloadTask(with: App.url()).resume()
            app.session.dataTask(with: server.url).resume()
        }
        await log.wait(for: "completed 1 film 0")
        device.perform { app.session.finishTasksAndInvalidate() }
        // Awaits nothing but time: Foundation's session of the data tasks ends on a queue of its own, unseen.
        try await Task.sleep(for: .milliseconds(100))
        await device.runPendingTasks()
        #expect(!log.calls.contains("invalid"), "\(log.calls)")
        device.advance(by: .seconds(60))
        #expect(log.calls.contains { $0.hasPrefix("finished 1 ") }, "\(log.calls)")
        #expect(log.calls.count { $0 == "invalid" } == 1 && log.calls.last == "invalid", "\(log.calls)")
    }

    @Test("UR-21: on iOS 7 a data task of a background session raises an exception")
    func noDataTaskOnIOS7() throws {
        let device = try App.device(ios: "7.1")
        let app = device.launch { App() }
        device.perform {
            let raised = #expect(throws: (any Error).self) {
                try catchingNSException { _ = app.session.dataTask(with: App.url()) }
            }
            #expect(
                raised.map { "\($0)" }
                    == "NSGenericException: Data tasks are not supported in background sessions. Use a download or an upload task."
            )
        }
    }

    @Test("a second session of a name is told of, and hears nothing")
    func twice() throws {
        let device = try App.device()
        device.serve(App.film, bytes: 10)
        let app = device.launch { App() }
        let second = TransferLog()
        device.perform {
            let session = URLSession(
                configuration: .background(withIdentifier: "films"), delegate: second, delegateQueue: nil)
            #expect(session.configuration.identifier == "films")
            app.download()
        }
        device.advance(by: .seconds(1))
        #expect(second.calls.isEmpty && App.log.calls.last == "completed 1 film 0")
        #expect(
            device.timeline.contains { $0.contains("a background URLSession with identifier films already exists") })
    }

    @Test("a configuration is copied, and an ordinary session hands through to Foundation's")
    func foundation() async throws {
        let configuration = URLSessionConfiguration.default
        configuration.timeoutIntervalForRequest = 7
        configuration.isDiscretionary = true
        configuration.httpAdditionalHeaders = ["X-App": "films"]
        let log = TransferLog()
        let session = URLSession(configuration: configuration, delegate: log, delegateQueue: nil)
        configuration.timeoutIntervalForRequest = 8
        #expect(session.configuration.timeoutIntervalForRequest == 7 && session.configuration.isDiscretionary)
        #expect(session.configuration.identifier == nil)
        let server = try Greeting()
        let url = server.url
        let (data, _) = try await session.data(from: url)
        #expect(data == Data("films".utf8))
        let (file, _) = try await session.download(from: url)
        #expect(try Data(contentsOf: file) == Data("films".utf8))
        try FileManager.default.removeItem(at: file)
        await #expect(throws: URLError.self) {
            try await URLSession.shared.data(from: App.url("http://127.0.0.1:1/"))
        }
        // All tasks that have not ended are listed, also those that call back, and those of a session without a delegate.
        let listed = URLSession(configuration: .ephemeral)
        for session in [listed, session, .shared] {
            let tasks = [session.dataTask(with: url), session.downloadTask(with: url) { _, _, _ in }]
            let open = await session.allTasks
            #expect(open.contains(tasks[0]) && open.contains(tasks[1]))
            let ended = session.dataTask(with: url) { _, _, _ in }
            ended.cancel()
            while ended.state != .completed { await Task.yield() }
            #expect(await session.allTasks.contains(ended) == false)
            for task in tasks { task.cancel() }
        }
        let task = session.dataTask(with: url)
        task.taskDescription = "a file"
        #expect(task.state == .suspended && task.originalRequest?.url == url && task.taskDescription == "a file")
        task.resume()
        await log.wait(for: "completed \(task.taskIdentifier) film 0")
        #expect(log.calls.suffix(2) == ["answer films", "completed \(task.taskIdentifier) film 0"])
        session.invalidateAndCancel()
        await log.wait(for: "invalid")
        #expect(session.delegate == nil)
    }
}
