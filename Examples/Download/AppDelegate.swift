import Foundation
import KeepAlive

/// Downloads films in a background session: they come while the app is frozen, killed, or launched again (SD-42 to SD-44).
@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    private lazy var downloads = Downloads()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        // A launch for the session is told what has come: only the user's use of the app begins anything. The state tells nothing
        // here, as an app with scenes is in the background during each launch.
        let downloads = downloads
        downloads.begin([])
        let urls = CommandLine.arguments.dropFirst().compactMap(URL.init(string:))
        _ = NotificationCenter.default.addObserver(
            forName: UIApplication.didBecomeActiveNotification, object: nil, queue: nil
        ) { _ in downloads.begin(urls) }
        return true
    }

    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping @Sendable () -> Void
    ) {
        print("events for \(identifier)")
        downloads.completionHandler = completionHandler
    }
}

/// The session, and what it is told. All of it runs on the main queue, so it is safe to send.
final class Downloads: NSObject, @unchecked Sendable {
    var completionHandler: (() -> Void)?
    private lazy var session: URLSession = {
        let configuration = URLSessionConfiguration.background(withIdentifier: "org.example.films")
        configuration.timeoutIntervalForResource = 24 * 60 * 60
        return URLSession(configuration: configuration, delegate: self, delegateQueue: .main)
    }()
    private let documents = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]

    /// Makes the session, and begins what is neither here nor on its way.
    func begin(_ urls: [URL]) {
        session.getAllTasks { tasks in
            let known = Set(tasks.compactMap(\.taskDescription))
            DispatchQueue.main.async {
                for url in urls where !known.contains(self.name(of: url)) { self.begin(url) }
            }
        }
    }

    private func name(of url: URL) -> String { url.lastPathComponent }

    private func begin(_ url: URL) {
        let name = name(of: url)
        guard !FileManager.default.fileExists(atPath: documents.appendingPathComponent(name).path) else { return }
        let task = session.downloadTask(with: url)
        // A later process knows the task by it.
        task.taskDescription = name
        task.resume()
        print("downloading \(name)")
    }
}

extension Downloads: URLSessionDownloadDelegate {
    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {
        print("resumed at \(fileOffset)")
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        let status = (downloadTask.response as? HTTPURLResponse)?.statusCode ?? 0
        let name = downloadTask.taskDescription ?? "film"
        guard (200..<300).contains(status) else { return print("\(name): the server says \(status)") }
        do {
            // The file is deleted when this method returns.
            try FileManager.default.moveItem(at: location, to: documents.appendingPathComponent(name))
            print("finished \(name) \(status)")
        } catch {
            print("\(name) cannot be moved: \(error)")
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        print("completed \(task.taskDescription ?? "film"): \(error.map { "\($0)" } ?? "no error")")
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
        print("no event is left of \(session.configuration.identifier ?? "-")")
        completionHandler?()
        completionHandler = nil
    }
}
