import Foundation
import TestSupport
import Testing

@testable import KeepAlive
@testable import KeepAlivePolicy
@testable import KeepAliveTesting

/// What a device answers that has no microphone, no Bluetooth, no voice and no pictures; and what it answers by its conditions.
@MainActor
@Suite(.serialized, .onlyDevice) struct PlatformAnswerTests {
    private final class Delegate: UIResponder, UIApplicationDelegate {}

    private final class Journal: NSObject, CBCentralManagerDelegate, AVSpeechSynthesizerDelegate, @unchecked Sendable {
        private let lock = NSLock()
        private var kept: [String] = []
        var lines: [String] { lock.withLock { kept } }

        func append(_ line: String) { lock.withLock { kept.append(line) } }
        func centralManagerDidUpdateState(_ central: CBCentralManager) { append("state \(central.state)") }
        func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didCancel utterance: AVSpeechUtterance) {
            append("cancelled \(utterance.speechString)")
        }
    }

    private final class Ranger: NSObject, CLLocationManagerDelegate {
        var errors: [CLError.Code] = []

        func locationManager(
            _ manager: CLLocationManager, didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
            error: any Error
        ) { errors.append((error as? CLError)?.code ?? .locationUnknown) }
    }

    private let device: VirtualDevice
    private let journal = Journal()

    init() throws {
        device = try VirtualDevice()
        device.launch { Delegate() }
    }

    @Test("what needs a part that is missing says so, once in the timeline")
    func missingParts() async throws {
        let (talker, ranger, manager) = (AVSpeechSynthesizer(), Ranger(), CLLocationManager())
        var central: CBCentralManager?
        try device.perform {
            central = CBCentralManager(delegate: journal)
            talker.delegate = journal
            talker.speak(AVSpeechUtterance(string: "hello"))
            talker.speak(AVSpeechUtterance(string: "again"))
            let recorder = try AVAudioRecorder(
                url: URL(filePath: "/nowhere"), settings: [AVFormatIDKey: kAudioFormatOpus])
            #expect(!recorder.record() && !recorder.isRecording)
            manager.delegate = ranger
            manager.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: UUID()))
            AudioServicesPlaySystemSound(kSystemSoundID_Vibrate)
        }
        try await device.runPendingTasks { journal.lines.count == 3 && ranger.errors.count == 1 }
        #expect(Set(journal.lines) == ["state unsupported", "cancelled hello", "cancelled again"])
        #expect(ranger.errors == [.rangingUnavailable])
        #expect(central?.isScanning == false)
        for call in [SilentCall.bluetooth, .speaking, .recorder, .ranging, .systemSound] {
            #expect(device.timeline.count { $0.contains("\(call.rawValue) has no effect here") } == 1, "\(call)")
        }
    }

    @Test("permissions that nobody can give are refused")
    func permissions() async {
        #expect(AVCaptureDevice.authorizationStatus(for: .audio) == .denied)
        #expect(PHPhotoLibrary.authorizationStatus(for: .addOnly) == .denied)
        #expect(CNContactStore.authorizationStatus(for: .contacts) == .denied)
        #expect(EKEventStore.authorizationStatus(for: .event) == .denied)
        #expect(SFSpeechRecognizer.authorizationStatus() == .restricted && SFSpeechRecognizer() == nil)
        #expect(await !AVCaptureDevice.requestAccess(for: .audio))
        #expect(await ATTrackingManager.requestTrackingAuthorization() == .denied)
        await #expect(throws: (any Error).self) { try await CNContactStore().requestAccess(for: .contacts) }
        var problem: NSError?
        #expect(!LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: &problem))
        #expect(problem?.code == LAError.Code.passcodeNotSet.rawValue)
        #expect(!MFMailComposeViewController.canSendMail())
    }

    @Test("a host can be reached by the device's conditions, and a change is told")
    func reachability() async throws {
        let target = try #require(SCNetworkReachabilityCreateWithName(nil, "example.org"))
        var flags = SCNetworkReachabilityFlags()
        weak var gone: Weak?
        device.perform {
            #expect(SCNetworkReachabilityGetFlags(target, &flags) && flags == .reachable)
            // As apps do: the queue first, and what the call gets is kept alive by the context alone.
            SCNetworkReachabilitySetDispatchQueue(target, .main)
            let weak = Weak(journal)
            gone = weak
            var context = SCNetworkReachabilityContext(
                version: 0, info: UnsafeMutableRawPointer(Unmanaged.passUnretained(weak).toOpaque()),
                retain: { UnsafeRawPointer(Unmanaged<Weak>.fromOpaque($0).retain().toOpaque()) },
                release: { Unmanaged<Weak>.fromOpaque($0).release() }, copyDescription: nil)
            SCNetworkReachabilitySetCallback(
                target,
                { _, flags, info in
                    guard let info else { return }
                    Unmanaged<Weak>.fromOpaque(info).takeUnretainedValue().journal?.append("\(flags.rawValue)")
                }, &context)
        }
        #expect(gone != nil)
        device.happen(.device(.network(.cellular)))
        try await device.runPendingTasks { journal.lines.count == 1 }
        device.happen(.device(.network(.none)))
        try await device.runPendingTasks { journal.lines.count == 2 }
        let mobile = SCNetworkReachabilityFlags([.reachable, .isWWAN]).rawValue
        #expect(journal.lines == ["\(mobile)", "0"])
        SCNetworkReachabilitySetDispatchQueue(target, nil)
        device.happen(.device(.network(.wifi)))
        _ = device.perform { SCNetworkReachabilityGetFlags(target, &flags) }
        #expect(flags == .reachable && journal.lines.count == 2)
        SCNetworkReachabilitySetCallback(target, nil, nil)
        #expect(gone == nil)
    }

    private final class Weak {
        private(set) weak var journal: Journal?

        init(_ journal: Journal) {
            self.journal = journal
        }
    }

    @Test("the timeline says that widgets are asked for anew")
    func widgets() {
        device.perform { WidgetCenter.shared.reloadTimelines(ofKind: "steps") }
        #expect(device.timeline.contains { $0.contains("it asks for its widgets \"steps\" anew") })
    }

    @Test("a table keeps of keys and values what it says")
    func tables() {
        final class Key: NSObject {}
        let table = NSMapTable<Key, NSString>(keyOptions: .weakMemory, valueOptions: .strongMemory)
        let key = Key()
        table.setObject("value", forKey: key)
        do {
            let gone = Key()
            table.setObject("lost", forKey: gone)
            #expect(table.count == 2)
        }
        #expect(table.count == 1 && table.object(forKey: key) == "value")
        table.setObject("other", forKey: key)
        #expect(table.objectEnumerator()?.allObjects as? [NSString] == ["other"])
        #expect(table.dictionaryRepresentation() == [key: "other"])
        table.setObject(nil, forKey: key)
        #expect(table.count == 0 && table.keyEnumerator().nextObject() == nil)
        let texts = NSMapTable<NSString, Key>.strongToWeakObjects()
        texts.setObject(key, forKey: "one")
        // Equal texts are one key.
        #expect(texts.object(forKey: NSString(string: "o" + "ne")) === key)
    }

    @Test("files are read and written one at a time")
    func coordination() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let coordinator = NSFileCoordinator(filePresenter: nil)
        coordinator.coordinate(writingItemAt: file, options: .forReplacing, error: nil) { url in
            try? Data("text".utf8).write(to: url)
            // A part of it reads: the same thread does not wait for itself.
            coordinator.coordinate(readingItemAt: url, error: nil) { #expect((try? Data(contentsOf: $0))?.count == 4) }
        }
        #expect(FileManager.default.fileExists(atPath: file.path))
        var bytes = [UInt8](repeating: 0, count: 64)
        #expect(SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes) == errSecSuccess && Set(bytes).count > 8)
    }
}
