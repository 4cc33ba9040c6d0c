import Foundation
import KeepAlive

/// Downloads that outlive suspension, kill and crash (SD-42 to SD-44). All of it runs on the main queue.
final class Transfers: NSObject, @unchecked Sendable {
    private static let identifier = "org.example.articles.films"
    private var session: URLSession?
    private var handlers: [String: () -> Void] = [:]

    func open() {
        let configuration = URLSessionConfiguration.background(withIdentifier: Self.identifier)
        configuration.sessionSendsLaunchEvents = true
        configuration.isDiscretionary = false
        session = URLSession(configuration: configuration, delegate: self, delegateQueue: .main)
    }

    func download(_ url: URL) {
        let task = session?.downloadTask(with: url)
        task?.taskDescription = url.lastPathComponent
        task?.resume()
        say("downloading \(url.lastPathComponent)")
    }

    /// Keeps what is to be called when all is told: one for each session.
    func keep(_ handler: @escaping () -> Void, for identifier: String) {
        if handlers[identifier] != nil { say("an error: two completion handlers for \(identifier)") }
        handlers[identifier] = handler
    }
}

extension Transfers: URLSessionDownloadDelegate {
    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        // The file is deleted when this method returns.
        let kept = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try? FileManager.default.moveItem(at: location, to: kept)
        let bytes = (try? Data(contentsOf: kept))?.count ?? 0
        try? FileManager.default.removeItem(at: kept)
        say("finished \(downloadTask.taskDescription ?? ""): \(bytes) bytes")
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) { say("resumed at \(fileOffset)") }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) { print("\(totalBytesWritten) of \(totalBytesExpectedToWrite) bytes") }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        say("completed: \(error.map { "\($0)" } ?? "no error")")
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
        let identifier = session.configuration.identifier ?? ""
        let handler = handlers.removeValue(forKey: identifier)
        say("no event is left\(handler == nil ? ", and no handler waits" : "")")
        handler?()
    }
}
