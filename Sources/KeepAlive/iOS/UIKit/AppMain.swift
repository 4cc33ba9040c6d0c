import KeepAliveModel
import KeepAliveProtocol
@preconcurrency import Foundation

/// The entry of the program: connects to the runner, and handles the system's messages on the main thread.
@MainActor
package enum AppMain {
    /// Runs the app until its process ends.
    package static func run(_ makeDelegate: () -> any UIApplicationDelegate) -> Never {
        guard let path = ProcessInfo.processInfo.environment["KEEPALIVE_SOCKET"] else {
            AppProcess.fail(
                "this program is an app, and KEEPALIVE_SOCKET is not set: start it with keepalive-run -- "
                    + (CommandLine.arguments.first ?? "PROGRAM"))
        }
        // Lines are written at once, so that a log can be read while the app runs.
        setvbuf(stdout, nil, _IOLBF, 0)
        // The call keeps the mark in the file, where the runner finds it.
        _ = AppProcess.mark()
        let context = AppContext.ofProcess
        let application = UIApplication.shared
        do {
            let connection = try SocketConnection(path: path) { message in
                context.take(message)
            }
            context.connect(connection)
        } catch {
            AppProcess.fail("\(error)")
        }
        let greeting: AppGreeting
        do {
            greeting = try AppGreeting(context.call(ApplicationMethods.hello, ProtocolVersion.current, true, nil))
        } catch {
            AppProcess.fail("\(error)")
        }
        MainBundle.adopt(
            infoPlist: ProcessInfo.processInfo.environment["KEEPALIVE_INFO_PLIST"], identifier: greeting.app)
        application.lifeCycle.begin(greeting, application)
        // The delegate may make calls. The system's messages wait until the run loop turns.
        application.delegate = makeDelegate()
        // A run loop without anything to wait for would end.
        let forever = Timer(timeInterval: 1e9, repeats: true) { _ in }
        RunLoop.main.add(forever, forMode: .default)
        while true { RunLoop.main.run() }
    }
}
