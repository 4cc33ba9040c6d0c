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
        // Standard output becomes line-buffered, so that the app's output can be read while the app runs.
        setvbuf(stdout, nil, _IOLBF, 0)
        // The call keeps the text of `mark()` in the program file, where the runner recognizes an app by it.
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
        // The delegate's initializer may call the runner. The runner's messages wait until the run loop runs.
        application.delegate = makeDelegate()
        // Without a timer, the run loop would have no source and would return at once.
        let forever = Timer(timeInterval: 1e9, repeats: true) { _ in }
        RunLoop.main.add(forever, forMode: .default)
        while true { RunLoop.main.run() }
    }
}
