import AVFoundation
import Foundation
import UIKit

/// Records what iOS does to the app that it is in, as a line of JSON for each event. `keepalive-run compare` reads it.
///
/// Drop this one file into an app, call `Recorder.shared.start()` in `application(_:didFinishLaunchingWithOptions:)`, and
/// take `Documents/recording.ndjson` from the phone. The life cycle, interruptions, routes and the state of the device are
/// recorded by themselves. What the app does, and what its delegates are told, is recorded by a call beside it:
/// `did("start-location")`, `got("didUpdateLocations")`. Each line is on the disk before the call returns.
final class Recorder: @unchecked Sendable {
    static let shared = Recorder()

    private let lock = NSLock()
    private var file: FileHandle?
    private var beat: DispatchSourceTimer?
    private var beats = 0
    private var state = "notRunning"
    private var observers: [NSObjectProtocol] = []

    private init() {}

    /// Starts the recording of this process.
    ///
    /// - Parameters:
    ///   - interval: the seconds from one beat to the next. A gap between beats is a suspension.
    ///   - path: the file, which is appended to. By default `recording.ndjson` in the app's documents, or the file that
    ///     the environment names in RECORDER_FILE.
    @MainActor func start(every interval: TimeInterval = 0.5, path: String? = nil) {
        let documents = NSSearchPathForDirectoriesInDomains(.documentDirectory, .userDomainMask, true).first ?? "."
        let path =
            path ?? ProcessInfo.processInfo.environment["RECORDER_FILE"] ?? documents + "/recording.ndjson"
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(
                atPath: path, contents: nil,
                // The recording goes on while the device is locked.
                attributes: [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication])
        }
        guard file == nil, let file = FileHandle(forWritingAtPath: path) else { return }
        // A kill may have torn the last line of the process before.
        if file.seekToEndOfFile() > 0 { file.write(Data("\n".utf8)) }
        self.file = file
        state = Self.name(of: UIApplication.shared.applicationState)
        write("recording", about(interval))
        observe()
        startBeating(every: interval)
    }

    /// Records that the app did something, by the verbs of scenarios: `did("begin-task", "upload")`, `did("play")`.
    func did(_ verb: String, _ argument: Any? = nil) {
        write("did", argument.map { ["verb": verb, "argument": $0] } ?? ["verb": verb])
    }

    /// Records a callback by its name: `got("didReceiveRemoteNotification")`, `got("launchHandler", ["id": task.identifier])`.
    func got(_ callback: String, _ fields: [String: Any] = [:]) {
        write("got", fields.merging(["callback": callback]) { $1 })
    }

    /// Begins a background task, and records its begin, its expiration and the time that was left.
    @MainActor func beginBackgroundTask(
        withName name: String = "task", expirationHandler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        let identifier = UIApplication.shared.beginBackgroundTask(withName: name) { [self] in
            MainActor.assumeIsolated {
                got("backgroundTaskExpired", ["name": name, "remaining": remaining])
                expirationHandler?()
            }
        }
        write("did", ["verb": "begin-task", "argument": name, "task": identifier.rawValue, "remaining": remaining])
        names[identifier.rawValue] = name
        return identifier
    }

    /// Ends a background task, and records it.
    @MainActor func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
        write(
            "did", ["verb": "end-task", "argument": names[identifier.rawValue] ?? "task", "task": identifier.rawValue])
        UIApplication.shared.endBackgroundTask(identifier)
    }

    @MainActor private var names: [Int: String] = [:]

    /// The seconds of background time that are left; a large number stands for no limit.
    @MainActor private var remaining: Double { min(UIApplication.shared.backgroundTimeRemaining, 1e9) }

    @MainActor private func about(_ interval: TimeInterval) -> [String: Any] {
        let info = Bundle.main.infoDictionary ?? [:]
        return [
            "version": 1, "interval": interval, "state": state,
            "system": UIDevice.current.systemName, "ios": UIDevice.current.systemVersion,
            "modes": info["UIBackgroundModes"] as? [String] ?? [],
            "tasks": info["BGTaskSchedulerPermittedIdentifiers"] as? [String] ?? [],
            "scenes": info["UIApplicationSceneManifest"] != nil,
            "protectedData": UIApplication.shared.isProtectedDataAvailable,
            "lowPower": ProcessInfo.processInfo.isLowPowerModeEnabled,
            "refresh": UIApplication.shared.backgroundRefreshStatus == .available,
        ]
    }

    private static func name(of state: UIApplication.State) -> String {
        switch state {
        case .active: "active"
        case .inactive: "inactive"
        case .background: "background"
        @unknown default: "unknown"
        }
    }

    /// The callbacks that the system also posts as notifications, with the state of the app that follows from each.
    private static let lifeCycle: [(Notification.Name, String, String?)] = [
        (UIApplication.didFinishLaunchingNotification, "didFinishLaunching", nil),
        (UIApplication.didBecomeActiveNotification, "didBecomeActive", "active"),
        (UIApplication.willResignActiveNotification, "willResignActive", "inactive"),
        (UIApplication.didEnterBackgroundNotification, "didEnterBackground", "background"),
        (UIApplication.willEnterForegroundNotification, "willEnterForeground", "inactive"),
        (UIApplication.willTerminateNotification, "willTerminate", nil),
        (UIApplication.didReceiveMemoryWarningNotification, "didReceiveMemoryWarning", nil),
        (UIApplication.protectedDataWillBecomeUnavailableNotification, "protectedDataWillBecomeUnavailable", nil),
        (UIApplication.protectedDataDidBecomeAvailableNotification, "protectedDataDidBecomeAvailable", nil),
        (AVAudioSession.mediaServicesWereLostNotification, "mediaServicesLost", nil),
        (AVAudioSession.mediaServicesWereResetNotification, "mediaServicesReset", nil),
    ]

    private func observe() {
        for (notification, callback, next) in Self.lifeCycle {
            on(notification) { recorder, _ in
                recorder.lock.withLock { if let next { recorder.state = next } }
                recorder.got(callback)
            }
        }
        on(AVAudioSession.interruptionNotification) { recorder, notification in
            let type = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt ?? 0
            let options = notification.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
            let begins = type == AVAudioSession.InterruptionType.began.rawValue
            recorder.got(
                begins ? "audioInterruptionBegan" : "audioInterruptionEnded",
                begins ? [:] : ["resume": options & 1 == 1])
        }
        on(AVAudioSession.routeChangeNotification) { recorder, notification in
            recorder.got(
                "audioRouteChanged",
                ["reason": notification.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt ?? 0])
        }
        on(Notification.Name.NSProcessInfoPowerStateDidChange) { recorder, _ in
            recorder.write("device", ["lowPower": ProcessInfo.processInfo.isLowPowerModeEnabled])
        }
        on(ProcessInfo.thermalStateDidChangeNotification) { recorder, _ in
            recorder.write("device", ["thermal": ProcessInfo.processInfo.thermalState.rawValue])
        }
    }

    private func on(_ name: Notification.Name, _ body: @escaping @Sendable (Recorder, Notification) -> Void) {
        observers.append(
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
                [unowned self] notification in
                body(self, notification)
            })
    }

    private func startBeating(every interval: TimeInterval) {
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "recorder"))
        timer.schedule(deadline: .now() + interval, repeating: interval)
        timer.setEventHandler { [unowned self] in
            beats += 1
            write("beat", ["number": beats, "state": lock.withLock { state }])
        }
        timer.resume()
        beat = timer
    }

    /// Writes a line, and waits until it is on the disk: a kill at the next instant loses nothing.
    private func write(_ event: String, _ fields: [String: Any]) {
        var clock = timespec()
        clock_gettime(CLOCK_MONOTONIC, &clock)
        var line = fields
        line["event"] = event
        line["t"] = Double(clock.tv_sec) + Double(clock.tv_nsec) / 1e9
        line["wall"] = Date().timeIntervalSince1970
        line["pid"] = Int(getpid())
        if !JSONSerialization.isValidJSONObject(line) {
            // A value that JSON does not have is recorded as text.
            line = line.mapValues { JSONSerialization.isValidJSONObject([$0]) ? $0 : "\($0)" }
        }
        guard var data = try? JSONSerialization.data(withJSONObject: line, options: [.sortedKeys]) else { return }
        data.append(UInt8(ascii: "\n"))
        lock.withLock {
            // On a full disk the recording has a gap, and the app goes on.
            try? file?.write(contentsOf: data)
            try? file?.synchronize()
        }
    }
}
