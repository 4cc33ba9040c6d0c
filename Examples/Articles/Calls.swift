import Foundation
import KeepAlive

/// The connection of a VoIP app of old: the system watches it while the app is frozen (SD-50). Its streams call it on the main
/// queue.
final class Signalling: NSObject, StreamDelegate, @unchecked Sendable {
    private var input: InputStream?
    private var output: OutputStream?

    /// Connects, and tags the connection by the names of C.
    func connect(to host: String, port: Int) {
        var read: Unmanaged<CFReadStream>?
        var write: Unmanaged<CFWriteStream>?
        CFStreamCreatePairWithSocketToHost(kCFAllocatorDefault, host as CFString, UInt32(clamping: port), &read, &write)
        guard let readStream = read?.takeRetainedValue(), let writeStream = write?.takeRetainedValue() else { return }
        let key = CFStreamPropertyKey(rawValue: kCFStreamNetworkServiceType)
        let isTagged =
            CFReadStreamSetProperty(readStream, key, kCFStreamNetworkServiceTypeVoIP)
            && CFWriteStreamSetProperty(writeStream, key, kCFStreamNetworkServiceTypeVoIP)
        say("tagged: \(isTagged)")
        (input, output) = (readStream as InputStream, writeStream as OutputStream)
        for stream in [input, output] as [Stream?] {
            stream?.delegate = self
            stream?.schedule(in: .main, forMode: .default)
            stream?.open()
        }
    }

    /// Waits for a call by a request, which is tagged by its type.
    func wait(at url: URL) {
        let request = NSMutableURLRequest(url: url)
        request.networkServiceType = .voip
        URLSession.shared.dataTask(with: request as URLRequest) { data, _, error in
            say(error.map { "\($0)" } ?? "answered: \(String(decoding: data ?? Data(), as: UTF8.self))")
        }.resume()
    }

    func send(_ text: String) {
        let bytes = Array((text + "\n").utf8)
        _ = output?.write(bytes, maxLength: bytes.count)
    }

    func close() {
        input?.close()
        output?.close()
    }

    func stream(_ stream: Stream, handle event: Stream.Event) {
        switch event {
        case .openCompleted where stream === input: say("connected")
        case .hasBytesAvailable:
            var buffer = [UInt8](repeating: 0, count: 4096)
            guard let count = input?.read(&buffer, maxLength: buffer.count), count > 0 else { return }
            let text = String(decoding: buffer[..<count], as: UTF8.self).trimmingCharacters(in: .newlines)
            say("received \(text)")
            // The system starts an app that fails again (SD-52).
            if text == "fail" { exit(1) }
            MainActor.assumeIsolated { Reminders.call() }
        case .errorOccurred: say("the connection failed")
        default: break
        }
    }
}

/// Calls by PushKit (SD-54).
@MainActor
final class Calls: NSObject, PKPushRegistryDelegate {
    private var registry: PKPushRegistry?
    private var provider: CXProvider?

    func register() {
        registry = PKPushRegistry(queue: .main)
        registry?.delegate = self
        registry?.desiredPushTypes = [.voIP]
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType
    ) {
        let token = NSMutableString()
        for byte in pushCredentials.token { token.appendFormat("%02.2hhX", byte) }
        say("token \(token.lowercased)")
    }

    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) { say("no token") }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping @Sendable () -> Void
    ) {
        ring()
        completion()
    }

    private func ring() {
        say("a call")
        guard Samples.systemVersion >= 10 else { return Reminders.call() }
        let provider = self.provider ?? CXProvider(configuration: CXProviderConfiguration())
        self.provider = provider
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .generic, value: "somebody")
        provider.reportNewIncomingCall(with: UUID(), update: update) { error in
            if let error { say("not shown: \(error)") }
        }
    }
}

/// Notifications of the app itself (SD-53, SD-60).
@MainActor
enum Reminders {
    /// A call is shown at once.
    static func call() {
        let notification = UILocalNotification()
        notification.alertBody = "A call"
        notification.timeZone = .current
        notification.soundName = UILocalNotificationDefaultSoundName
        UIApplication.shared.presentLocalNotificationNow(notification)
    }

    /// Schedules reminders, an hour apart, in place of all others.
    static func schedule(_ count: Int) {
        UIApplication.shared.cancelAllLocalNotifications()
        for number in 1...count {
            let notification = UILocalNotification()
            notification.fireDate = Date(timeIntervalSinceNow: 3600 * Double(number))
            notification.repeatInterval = 0
            notification.alertBody = "reminder \(number)"
            notification.soundName = UILocalNotificationDefaultSoundName
            notification.applicationIconBadgeNumber = 1
            UIApplication.shared.scheduleLocalNotification(notification)
        }
        say("\(UIApplication.shared.scheduledLocalNotifications?.count ?? 0) of \(count) reminders are scheduled")
    }
}
