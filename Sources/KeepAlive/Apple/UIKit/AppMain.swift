import KeepAlivePolicy
@preconcurrency import Foundation

/// The program's beginning: connects to the runner, and handles what the system says on the main thread.
@MainActor
enum AppMain {
    /// Runs the app until its process ends.
    static func run(_ makeDelegate: () -> any UIApplicationDelegate) -> Never {
        guard let path = ProcessInfo.processInfo.environment["KEEPALIVE_SOCKET"] else {
            AppProcess.fail(
                "this program is an app, and KEEPALIVE_SOCKET is not set: start it with keepalive-run -- "
                    + (CommandLine.arguments.first ?? "PROGRAM"))
        }
        // A log is read while the app runs.
        setvbuf(stdout, nil, _IOLBF, 0)
        // Kept in the file, where the runner finds it.
        _ = AppProcess.mark()
        let context = AppContext.ofProcess
        let application = UIApplication.shared
        do {
            let connection = try SocketConnection(path: path) { message in
                MainActor.assumeIsolated { application.lifeCycle.take(message, application) }
            }
            context.connect(connection)
        } catch {
            AppProcess.fail("\(error)")
        }
        let answer = context.send("hello", ["protocol": 1])
        MainBundle.adopt(
            infoPlist: ProcessInfo.processInfo.environment["KEEPALIVE_INFO_PLIST"], identifier: answer["app"]?.string)
        application.lifeCycle.begin(answer, context)
        // It may ask for something; what the system says waits until the run loop turns.
        application.delegate = makeDelegate()
        // A run loop without anything to wait for would end.
        let forever = Timer(timeInterval: 1e9, repeats: true) { _ in }
        RunLoop.main.add(forever, forMode: .default)
        while true { RunLoop.main.run() }
    }
}
