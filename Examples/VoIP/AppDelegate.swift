import Foundation
import KeepAlive

/// A VoIP app of the time before PushKit: the system watches its connection while it is frozen (SD-50 to SD-53).
///
/// Its arguments are the host and the port of the server. A line `fail` makes it exit with 1.
@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    private let signalling = Signalling()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        signalling.connect()
        return true
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        // A test does not wait for ten minutes.
        let timeout = ProcessInfo.processInfo.environment["TIMEOUT"].flatMap(TimeInterval.init)
        let isAccepted = application.setKeepAliveTimeout(timeout ?? UIApplication.minimumKeepAliveTimeout) {
            [signalling] in
            print("kept alive")
            signalling.send("alive")
        }
        print("keep-alive handler: \(isAccepted ? "accepted" : "refused")")
    }
}

/// The connection to the server. Its streams call it on the main queue.
final class Signalling: NSObject, StreamDelegate, @unchecked Sendable {
    private var input: InputStream?
    private var output: OutputStream?

    func connect() {
        let arguments = CommandLine.arguments
        guard arguments.count > 2, let port = Int(arguments[2]) else { return print("arguments: HOST PORT") }
        Stream.getStreamsToHost(withName: arguments[1], port: port, inputStream: &input, outputStream: &output)
        // Only this connection wakes the app; one for media would stand still.
        let isTagged = input?.setProperty(
            StreamNetworkServiceTypeValue.voIP as AnyObject, forKey: .networkServiceType)
        print("tagged: \(isTagged ?? false)")
        for stream in [input, output] as [Stream?] {
            stream?.delegate = self
            stream?.schedule(in: .main, forMode: .default)
            stream?.open()
        }
    }

    func send(_ text: String) {
        let bytes = Array((text + "\n").utf8)
        _ = output?.write(bytes, maxLength: bytes.count)
    }

    func stream(_ stream: Stream, handle event: Stream.Event) {
        switch event {
        case .openCompleted where stream === input: print("connected")
        case .hasBytesAvailable: read()
        case .endEncountered: print("the server has gone")
        case .errorOccurred: print("failed: \(stream.streamError.map { "\($0)" } ?? "")")
        default: break
        }
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        guard let count = input?.read(&buffer, maxLength: buffer.count), count > 0 else { return }
        let text = String(decoding: buffer[..<count], as: UTF8.self).trimmingCharacters(in: .newlines)
        print("received \(text)")
        if text == "fail" { exit(1) }
        send("ok")
    }
}
