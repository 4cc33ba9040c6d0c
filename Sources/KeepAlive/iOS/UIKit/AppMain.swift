import KeepAliveModel
import KeepAliveProtocol
@preconcurrency import Foundation

/// The program's entry point: connects to the runner, and handles the runner's messages on the main thread.
@MainActor
package enum AppMain {
    /// Runs the app until its process ends.
    package static func run(_ makeDelegate: () -> any UIApplicationDelegate) -> Never {
        guard let path = ProcessInfo.processInfo.environment["KEEPALIVE_SOCKET"] else {
            AppProcess.fail(
                "this program is an app, and KEEPALIVE_SOCKET is not set: start it with keepalive-run -- "
                    + (CommandLine.arguments.first ?? "PROGRAM"))
        }
        // Make standard output line-buffered, so that a log can be read while the app runs.
        setvbuf(stdout, nil, _IOLBF, 0)
        // Call `mark()`, so that the program file contains the text by which the runner recognizes an app.
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
            AppProcess.fail("the runner's greeting: \(error)")
        }
        MainBundle.adopt(
            infoPlist: ProcessInfo.processInfo.environment["KEEPALIVE_INFO_PLIST"], identifier: greeting.app)
        application.lifeCycle.begin(greeting, application)
        // The delegate's initializer may call the runner. Messages from the runner wait until the run loop runs.
        application.delegate = makeDelegate()
        // Without a timer the run loop would have nothing to wait for, and would end at once.
        let forever = Timer(timeInterval: 1e9, repeats: true) { _ in }
        RunLoop.main.add(forever, forMode: .default)
        while true { RunLoop.main.run() }
    }
}
