import Foundation
import TestSupport
import Testing

@testable import KeepAlive
@testable import KeepAlivePolicy
@testable import KeepAliveTesting

/// PushKit and CallKit by Apple's names (SD-54, WK-08 to WK-11, WK-17, WK-18).
@MainActor
@Suite(.serialized, .onlyDevice) struct CallTests {
    private final class Delegate: UIResponder, UIApplicationDelegate, PKPushRegistryDelegate, CXProviderDelegate {
        nonisolated(unsafe) static var calls: [String] = []
        nonisolated(unsafe) static var reports = true
        nonisolated(unsafe) static var fails = false
        nonisolated(unsafe) static var answers = true
        nonisolated(unsafe) static var uuid = UUID()

        static func take() -> [String] {
            defer { calls = [] }
            return calls
        }

        private var registry: PKPushRegistry?
        private(set) var provider: CXProvider?

        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            provider = CXProvider(configuration: CXProviderConfiguration(localizedName: "Test"))
            provider?.setDelegate(self, queue: nil)
            registry = PKPushRegistry(queue: nil)
            registry?.delegate = self
            registry?.desiredPushTypes = [.voIP]
            return true
        }

        func pushRegistry(
            _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType
        ) {
            Self.calls.append("token \(pushCredentials.token.count) \(registry.pushToken(for: .voIP) != nil)")
        }

        func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {
            Self.calls.append("no token \(registry.pushToken(for: .voIP) == nil)")
        }

        func pushRegistry(
            _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType
        ) {
            Self.calls.append("push \(payload.dictionaryPayload["caller"] ?? "")")
            guard Self.reports else { return }
            provider?.reportNewIncomingCall(with: Self.uuid, update: CXCallUpdate()) { error in
                Self.calls.append((error as? CXErrorCodeIncomingCallError).map { "error \($0.code)" } ?? "rings")
            }
        }

        func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { perform(action, "answer") }
        func provider(_ provider: CXProvider, perform action: CXEndCallAction) { perform(action, "end") }
        func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
            perform(action, "start \(action.handle.value)")
        }
        func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
            perform(action, "hold \(action.isOnHold)")
        }

        private func perform(_ action: CXCallAction, _ name: String) {
            Self.calls.append("\(name) \(action.callUUID == Self.uuid)")
            guard Self.answers else { return }
            if Self.fails { action.fail() } else { action.fulfill() }
        }

        func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
            Self.calls.append(
                "timed out \((action as? CXCallAction)?.callUUID == Self.uuid) \(action is CXAnswerCallAction)")
        }

        func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) { Self.calls.append("active") }
        func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {
            Self.calls.append("inactive")
        }
        func providerDidReset(_ provider: CXProvider) { Self.calls.append("reset") }
    }

    private static func device(ios: String? = nil, modes: [BackgroundMode] = [.voip]) throws -> VirtualDevice {
        Delegate.calls = []
        (Delegate.reports, Delegate.fails, Delegate.answers, Delegate.uuid) = (true, false, true, UUID())
        let device = try VirtualDevice(modes: modes, ios: ios)
        _ = device.launch { Delegate() }
        device.advance(by: .zero)
        return device
    }

    @Test("WK-17: an answer that is neither fulfilled nor failed times out after a minute, and the call is over")
    func timesOut() throws {
        let device = try Self.device()
        try device.push("{}", type: .voip)
        device.advance(by: .zero)
        _ = Delegate.take()
        Delegate.answers = false
        device.happen(Self.user(.answer))
        device.advance(by: .seconds(59))
        #expect(Delegate.take() == ["answer true"])
        device.advance(by: .seconds(2))
        #expect(Delegate.take() == ["timed out true true", "end true"])
        device.advance(by: .seconds(61))
        #expect(Delegate.take() == ["timed out true false"])
        #expect(device.perform { CXCallObserver().calls.isEmpty })
    }

    private static func user(_ action: CallAction) -> PolicyEvent {
        .call(.userRequested(action, call: Delegate.uuid.uuidString))
    }

    @Test(
        "WK-08, WK-17, WK-18: a push wakes the frozen app, which shows the call, talks, and is frozen when it is over")
    func incoming() throws {
        let device = try Self.device()
        #expect(Delegate.take() == ["token 32 true"])
        device.pressHome()
        device.advance(by: .seconds(5))
        try device.expect(.suspended)
        try device.push(#"{"caller": "Ada"}"#, type: .voip)
        device.advance(by: .zero)
        #expect(Delegate.take() == ["push Ada", "rings"])
        device.advance(by: .seconds(30))
        try device.expect(.background)
        device.happen(Self.user(.answer))
        #expect(Delegate.take() == ["answer true", "active"])
        device.advance(by: .seconds(600))
        try device.expect(.background)
        device.happen(Self.user(.hold))
        device.happen(Self.user(.resume))
        #expect(Delegate.take() == ["hold true true", "inactive", "hold false true", "active"])
        device.happen(Self.user(.end))
        #expect(Delegate.take() == ["end true", "inactive"])
        device.advance(by: .seconds(5))
        try device.expect(.suspended)
    }

    private final class Watcher: NSObject, CXCallObserverDelegate {
        var lines: [String] = []

        func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
            lines.append(
                (call.hasEnded ? "ended" : call.isOnHold ? "held" : call.hasConnected ? "talks" : "rings")
                    + (call.isOutgoing ? " outgoing" : ""))
        }
    }

    @Test("WK-17: an observer is told of each change of a call, whoever makes it, and of nothing else")
    func observed() throws {
        let device = try Self.device()
        let (watcher, observer) = (Watcher(), device.perform { CXCallObserver() })
        device.perform { observer.setDelegate(watcher, queue: nil) }
        try device.push(#"{"caller": "Ada"}"#, type: .voip)
        device.advance(by: .zero)
        #expect(watcher.lines == ["rings"])
        device.happen(Self.user(.answer))
        device.happen(Self.user(.mute))
        device.happen(Self.user(.hold))
        device.advance(by: .zero)
        #expect(watcher.lines == ["rings", "talks", "held"])
        let provider = try #require(device.perform { (UIApplication.shared.delegate as? Delegate)?.provider })
        device.perform { provider.reportCall(with: Delegate.uuid, endedAt: nil, reason: .remoteEnded) }
        device.advance(by: .zero)
        #expect(watcher.lines == ["rings", "talks", "held", "ended"] && observer.calls.isEmpty)
        // One that the user makes stays outgoing when it is answered; who is told later knows what was there.
        let controller = device.perform { CXCallController() }
        let call = UUID()
        device.perform {
            let start = CXStartCallAction(call: call, handle: CXHandle(type: .generic, value: "Ada"))
            controller.request(CXTransaction(action: start)) { _ in }
        }
        device.advance(by: .zero)
        #expect(watcher.lines.dropFirst(4) == ["talks outgoing"])
        let late = Watcher()
        device.perform { observer.setDelegate(late, queue: nil) }
        device.perform { provider.reportCall(with: call, endedAt: nil, reason: .remoteEnded) }
        device.advance(by: .zero)
        #expect(late.lines == ["ended outgoing"])
    }

    @Test("WK-10, WK-11: a push that shows no call ends the app; after some it gets no more")
    func unreported() throws {
        let device = try Self.device()
        Delegate.reports = false
        for _ in 0..<3 {
            device.pressHome()
            device.advance(by: .seconds(5))
            try device.push(#"{"caller": "Ada"}"#, type: .voip)
            device.advance(by: .seconds(1))
            try device.expect(.terminated)
        }
        #expect(Delegate.take().filter { $0.hasPrefix("push") }.count == 3)
        try device.push(#"{"caller": "Ada"}"#, type: .voip)
        device.advance(by: .seconds(1))
        #expect(Delegate.take().isEmpty)
    }

    @Test("WK-17: the app makes a call by a transaction, which its provider gets back; errors have Apple's numbers")
    func outgoing() async throws {
        let device = try Self.device()
        _ = Delegate.take()
        let controller = device.perform { CXCallController() }
        let start = CXStartCallAction(call: Delegate.uuid, handle: CXHandle(type: .generic, value: "Ada"))
        func request(_ action: CXAction) {
            device.perform {
                controller.request(CXTransaction(action: action)) { error in
                    let code = (error as? CXErrorCodeRequestTransactionError)?.code
                    Delegate.calls.append(code.map { "error \($0)" } ?? "requested")
                }
            }
            device.advance(by: .zero)
        }
        request(CXEndCallAction(call: Delegate.uuid))
        #expect(Delegate.take() == ["error unknownCallUUID"])
        request(start)
        #expect(Delegate.take() == ["start Ada true", "active", "requested"] && start.isComplete)
        #expect(device.perform { controller.callObserver.calls.map(\.hasConnected) } == [true])
        request(CXStartCallAction(call: Delegate.uuid, handle: CXHandle(type: .generic, value: "Ada")))
        #expect(Delegate.take() == ["error callUUIDAlreadyExists"])
        request(CXEndCallAction(call: Delegate.uuid))
        #expect(Delegate.take() == ["end true", "inactive", "requested"])
        #expect(device.perform { controller.callObserver.calls.isEmpty })
        device.perform {
            controller.request(CXTransaction()) { error in
                Delegate.calls.append("\((error as? CXErrorCodeRequestTransactionError)?.code == .emptyTransaction)")
            }
        }
        device.advance(by: .zero)
        #expect(Delegate.take() == ["true"])
    }

    @Test("WK-17: an answer that fails ends the call; the same call cannot be shown twice; a provider ends its calls")
    func failures() throws {
        let device = try Self.device()
        _ = Delegate.take()
        try device.push(#"{"caller": "Ada"}"#, type: .voip)
        device.advance(by: .zero)
        #expect(Delegate.take() == ["push Ada", "rings"])
        let provider = try #require(device.perform { (UIApplication.shared.delegate as? Delegate)?.provider })
        device.perform {
            provider.reportNewIncomingCall(with: Delegate.uuid, update: CXCallUpdate()) { error in
                Delegate.calls.append("error \((error as? CXErrorCodeIncomingCallError)?.code.rawValue ?? 0)")
            }
        }
        device.advance(by: .zero)
        #expect(Delegate.take() == ["error 2"])
        Delegate.fails = true
        device.happen(Self.user(.answer))
        #expect(Delegate.take() == ["answer true"] && device.engine.machine.calls.isEmpty)
    }

    @Test("SD-54, BM-17: the token is taken back; without the mode CallKit refuses, and no push comes")
    func tokensAndModes() throws {
        let device = try Self.device()
        _ = Delegate.take()
        device.happen(.voip(.tokenInvalidated))
        #expect(Delegate.take() == ["no token true"])
        let other = try Self.device(modes: [])
        _ = Delegate.take()
        try other.push(#"{"caller": "Ada"}"#, type: .voip)
        other.advance(by: .zero)
        #expect(Delegate.take().isEmpty)
    }

    private final class Modern: UIResponder, UIApplicationDelegate, PKPushRegistryDelegate {
        static var said: [Bool] = []
        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            // Nothing of the app keeps the registry.
            let registry = PKPushRegistry(queue: nil)
            registry.delegate = self
            registry.desiredPushTypes = [.voIP]
            return true
        }

        func pushRegistry(
            _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType
        ) {}

        func pushRegistry(
            _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
            metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping @Sendable () -> Void
        ) {
            Self.said.append(metadata.mustReport)
            completion()
        }
    }

    @Test(
        "WK-08: from 26.4 on the push says whether a call must be reported: not in front, and in the background else it ends the app",
        arguments: [("26.4", [false, true]), ("26.3", [])])
    func metadata(ios: String, said: [Bool]) throws {
        Modern.said = []
        let device = try VirtualDevice(modes: [.voip], ios: ios)
        device.launch { Modern() }
        try device.push("{}", type: .voip)
        try device.expect(.foregroundActive)
        device.pressHome()
        device.advance(by: .seconds(5))
        try device.push("{}", type: .voip)
        #expect(Modern.said == said)
        try device.expect(.terminated)
    }
}
