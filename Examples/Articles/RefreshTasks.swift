import Foundation
import KeepAlive

/// Tasks that the system launches: one that brings the app up to date, one that cleans (SD-45 to SD-48).
@MainActor
enum RefreshTasks {
    static let refresh = "org.example.articles.refresh"
    static let clean = "org.example.articles.clean"
    nonisolated static let finished = Notification.Name("org.example.articles.refreshed")
    private static let queue = OperationQueue()

    static func register() {
        for identifier in [refresh, clean] {
            let isKnown = BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: .main) { task in
                MainActor.assumeIsolated { handle(task) }
            }
            if !isKnown { say("\(identifier) is not permitted") }
        }
    }

    static func schedule() {
        let request = BGAppRefreshTaskRequest(identifier: refresh)
        request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
        do {
            try BGTaskScheduler.shared.submit(request)
            try BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: clean))
        } catch {
            say("not submitted: \(error)")
        }
    }

    private static func handle(_ task: BGTask) {
        schedule()
        let file = Samples.documents.appendingPathComponent("launches.txt")
        // The work runs on a queue, and posts its notification from there.
        let work = BlockOperation {
            note(task.identifier, in: file)
            NotificationCenter.default.post(name: finished, object: nil)
        }
        task.expirationHandler = { queue.cancelAllOperations() }
        work.completionBlock = { [weak work] in task.setTaskCompleted(success: work?.isCancelled == false) }
        queue.addOperation(work)
    }

    /// A line for each launch, in a file that the user can open in Files.
    private nonisolated static func note(_ identifier: String, in file: URL) {
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        try? (text + "\(identifier) at \(Date())\n").write(to: file, atomically: true, encoding: .utf8)
    }
}
