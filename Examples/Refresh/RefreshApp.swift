import Foundation
import KeepAlive

/// Brings itself up to date, and cleans up, when the system sees fit; a log file tells when (SD-45 to SD-48).
@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    private static let update = "org.example.refresh.update"
    private static let clean = "org.example.refresh.clean"

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let scheduler = BGTaskScheduler.shared
        let updates = scheduler.register(forTaskWithIdentifier: Self.update, using: .main) { task in
            MainActor.assumeIsolated { Self.handleUpdate(task) }
        }
        let cleans = scheduler.register(forTaskWithIdentifier: Self.clean, using: .main) { task in
            MainActor.assumeIsolated { Self.handleClean(task) }
        }
        let unknown = scheduler.register(forTaskWithIdentifier: "org.example.refresh.unknown", using: nil) { _ in }
        print("registered: update \(updates), clean \(cleans), unknown \(unknown)")
        return true
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        Self.scheduleUpdate()
        let request = BGProcessingTaskRequest(identifier: Self.clean)
        request.requiresExternalPower = true
        submit(request)
    }

    private static func scheduleUpdate() {
        let request = BGAppRefreshTaskRequest(identifier: update)
        request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
        submit(request)
    }

    private static func handleUpdate(_ task: BGTask) {
        // The next one is asked for first: this one is used up.
        scheduleUpdate()
        log("update")
        let work = Timer.scheduledTimer(withTimeInterval: 0.2, repeats: false) { _ in
            task.setTaskCompleted(success: true)
        }
        task.expirationHandler = {
            print("the time of the update is over")
            work.invalidate()
            task.setTaskCompleted(success: false)
        }
    }

    private static func handleClean(_ task: BGTask) {
        // Cleaning takes as long as it takes; the system says when it is enough.
        log("clean")
        task.expirationHandler = {
            print("the time of the cleaning is over")
            task.setTaskCompleted(success: false)
        }
    }

    /// A line for each launch, in a file that the user can open in Files.
    private static func log(_ what: String) {
        let documents = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
        let file = documents.appendingPathComponent("launches.txt")
        try? FileManager.default.createDirectory(at: documents, withIntermediateDirectories: true)
        var text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        text += "\(what) at \(Date())\n"
        try? text.write(to: file, atomically: true, encoding: .utf8)
        print("\(what): \(text.split(separator: "\n").count) launches in \(file.lastPathComponent)")
    }
}

@MainActor
private func submit(_ request: BGTaskRequest) {
    do {
        try BGTaskScheduler.shared.submit(request)
    } catch {
        print("not submitted: \(error)")
    }
}
