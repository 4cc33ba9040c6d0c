import Foundation
import KeepAlive

/// Takes calls: PushKit wakes the frozen app, CallKit shows the call, and sound plays while the user talks
/// (WK-08, WK-17, WK-18, SD-54).
@main
class AppDelegate: UIResponder, UIApplicationDelegate, PKPushRegistryDelegate, CXProviderDelegate {
    private var registry: PKPushRegistry?
    private var provider: CXProvider?
    private var player: AVAudioPlayer?

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let configuration = CXProviderConfiguration()
        configuration.supportedHandleTypes = [.generic]
        provider = CXProvider(configuration: configuration)
        provider?.setDelegate(self, queue: nil)
        registry = PKPushRegistry(queue: .main)
        registry?.delegate = self
        registry?.desiredPushTypes = [.voIP]
        return true
    }

    // MARK: PushKit

    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType
    ) {
        print("token \(pushCredentials.token.map { String(format: "%02x", $0) }.joined().prefix(8))")
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping @Sendable () -> Void
    ) {
        let caller = payload.dictionaryPayload["caller"] as? String ?? "somebody"
        print("\(caller) calls")
        guard ProcessInfo.processInfo.environment["REPORTS"] != "no" else { return completion() }
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .generic, value: caller)
        provider?.reportNewIncomingCall(with: UUID(), update: update) { error in
            print(error.map { "not shown: \($0)" } ?? "rings")
            completion()
        }
    }

    // MARK: CallKit

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        // The sound starts when the system has activated the session.
        try? AVAudioSession.sharedInstance().setCategory(.playAndRecord, mode: .voiceChat)
        action.fulfill()
    }

    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
        print("talks")
        player = try? AVAudioPlayer(data: silence(seconds: 1))
        player?.numberOfLoops = -1
        player?.play()
    }

    func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        player?.stop()
        action.fulfill()
        print("hung up")
    }

    func providerDidReset(_ provider: CXProvider) { player?.stop() }
}

/// A WAV file without a sound in it.
private func silence(seconds: Int) -> Data {
    let rate = 8000
    let count = rate * seconds
    var file = Data("RIFF".utf8)
    func append(_ value: Int, bytes: Int) { for byte in 0..<bytes { file.append(UInt8(value >> (8 * byte) & 0xFF)) } }
    append(36 + count, bytes: 4)
    file.append(Data("WAVEfmt ".utf8))
    for (value, bytes) in [(16, 4), (1, 2), (1, 2), (rate, 4), (rate, 4), (1, 2), (8, 2)] {
        append(value, bytes: bytes)
    }
    file.append(Data("data".utf8))
    append(count, bytes: 4)
    file.append(Data(repeating: 128, count: count))
    return file
}
