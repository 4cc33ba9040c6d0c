import Foundation
import KeepAliveModel
import KeepAliveProtocol

/// The app's audio session: its use of sound, and its behaviour towards other apps (AS rows).
///
/// `setCategory` and `setActive` throw `NSError` of `NSOSStatusErrorDomain` with the codes of ``ErrorCode``.
open class AVAudioSession: NSObject, @unchecked Sendable {
    private let context: AppContext
    /// The output since the last change; used on the main thread only.
    private var formerOutput: String?
    private let lock = NSLock()
    private var preferredBuffer: TimeInterval = 0
    private var preferredRate = 0.0
    private var allowsHaptics = false

    init(_ context: AppContext) {
        self.context = context
        super.init()
        listen()
        formerOutput = context.isConnected ? Self.output(state?.route) : nil
    }

    /// The output that the system names, with the text of its ``Port``.
    private static func output(_ route: String?) -> String {
        route.flatMap(AudioPort.init(name:))?.rawValue ?? Port.builtInSpeaker.rawValue
    }

    public class func sharedInstance() -> AVAudioSession {
        let context = AppContext.current
        return context.only { AVAudioSession(context) }
    }

    // MARK: Category

    /// Sets the category (AS-01 to AS-07).
    public func setCategory(_ category: Category) throws {
        try setCategory(category, mode: .default, options: [])
    }

    /// Sets the category with options (AS-08 to AS-15).
    public func setCategory(_ category: Category, options: CategoryOptions = []) throws {
        try setCategory(category, mode: .default, options: options)
    }

    /// Sets category, mode and options (AS-16, AS-18).
    public func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
        try setCategory(category, mode: mode, policy: .default, options: options)
    }

    /// Sets category, mode, policy and options (AS-19).
    ///
    /// - Throws: `NSError` of `NSOSStatusErrorDomain`, such as -50 for a combination that is not allowed (AS-16).
    public func setCategory(
        _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions = []
    ) throws {
        guard let category = category.forSystem, let mode = mode.forSystem else {
            throw NSError(domain: NSOSStatusErrorDomain, code: ErrorCode.badParam.rawValue)
        }
        try context.request(AudioMethods.setCategory, category, mode, options.forSystem, policy.forSystem)
    }

    /// Sets the mode, and keeps the rest (AS-18).
    public func setMode(_ mode: Mode) throws {
        try setCategory(category, mode: mode, policy: routeSharingPolicy, options: categoryOptions)
    }

    private var state: AudioSessionState? { context.send(AudioMethods.session) }

    public var category: Category { Category(state?.configuration.category) }
    public var mode: Mode { Mode(state?.configuration.mode) }
    public var categoryOptions: CategoryOptions {
        CategoryOptions(state?.configuration.options ?? [])
    }
    public var routeSharingPolicy: RouteSharingPolicy { RouteSharingPolicy(state?.configuration.routeSharingPolicy) }
    public var availableCategories: [Category] {
        [.ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute]
    }

    // MARK: Activation

    /// Activates or deactivates the session (AS-20 to AS-33, AS-43, AS-44).
    ///
    /// - Throws: `NSError` of `NSOSStatusErrorDomain`, such as `ErrorCode.cannotInterruptOthers`.
    public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
        try context.request(AudioMethods.setActive, active, options.contains(.notifyOthersOnDeactivation))
    }

    public var currentRoute: AVAudioSessionRouteDescription {
        AVAudioSessionRouteDescription(output: Self.output(state?.route))
    }

    /// The volume that the user has set, from 0 to 1; there is no such control here, and it stays 1.
    public var outputVolume: Float { 1 }
    /// The seconds until sound is heard; 0 here.
    public var outputLatency: TimeInterval { 0 }
    /// How long a sound takes from the microphone, in seconds: there is none here.
    public var inputLatency: TimeInterval { 0 }
    public var sampleRate: Double { 48_000 }
    /// How long a buffer is that the device plays, in seconds.
    public var ioBufferDuration: TimeInterval { 0.023 }
    /// The buffer that is wished for, in seconds; kept, and without effect here.
    public var preferredIOBufferDuration: TimeInterval { lock.withLock { preferredBuffer } }
    /// The samples a second that are wished for; kept, and without effect here.
    public var preferredSampleRate: Double { lock.withLock { preferredRate } }
    /// Says which buffer is wished for, in seconds; kept, and without effect here.
    public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
        lock.withLock { preferredBuffer = duration }
    }
    /// Says how many samples a second are wished for; kept, and without effect here.
    public func setPreferredSampleRate(_ sampleRate: Double) throws { lock.withLock { preferredRate = sampleRate } }
    public func setPreferredOutputNumberOfChannels(_ count: Int) throws { withoutEffect(AVAudioSession.self) }
    public func setPreferredInputNumberOfChannels(_ count: Int) throws { withoutEffect(AVAudioSession.self) }
    /// True if there is a microphone: there is none here.
    public var isInputAvailable: Bool { false }
    public var availableInputs: [AVAudioSessionPortDescription]? { [] }
    /// Says which microphone is wished for; there is none here.
    public func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {}
    /// Says whether a call is heard over the speaker; without effect here: `ctl route` says where sound is heard.
    public func overrideOutputAudioPort(_ portOverride: PortOverride) throws { withoutEffect(AVAudioSession.self) }
    /// Says whether the device shakes and clicks while it records; kept, and without effect here.
    public func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws {
        lock.withLock { allowsHaptics = inValue }
    }
    /// True if the device shakes and clicks while it records; kept, and without effect here.
    public var allowHapticsAndSystemSoundsDuringRecording: Bool { lock.withLock { allowsHaptics } }

    public enum PortOverride: UInt, Sendable {
        case none
        case speaker = 0x7370_6B72
    }

    public var isOtherAudioPlaying: Bool { state?.isOtherAudioPlaying ?? false }
    /// True if the app should be silent for another app (AS-53).
    public var secondaryAudioShouldBeSilencedHint: Bool { state?.silencesSecondaryAudio ?? false }

    /// True if calls that are not accepted leave the session alone (AS-51).
    public private(set) var prefersNoInterruptionsFromSystemAlerts = false

    /// Asks that calls that are not accepted leave the session alone (AS-51).
    public func setPrefersNoInterruptionsFromSystemAlerts(_ inValue: Bool) throws {
        try context.request(AudioMethods.setPrefersNoInterruptions, inValue)
        prefersNoInterruptionsFromSystemAlerts = inValue
    }

    // MARK: What happens to it

    private func listen() {
        context.listen(to: AudioCallbacks.interruptionBegan, self) { session, reason, wasSuspended in
            var info: [AnyHashable: Any] = [
                AVAudioSessionInterruptionTypeKey: InterruptionType.began.rawValue,
                AVAudioSessionInterruptionReasonKey: UInt(clamping: reason),
            ]
            if wasSuspended { info[AVAudioSessionInterruptionWasSuspendedKey] = true }
            session.post(Self.interruptionNotification, info)
        }
        context.listen(to: AudioCallbacks.interruptionEnded, self) { session, shouldResume in
            let options: InterruptionOptions = shouldResume ? .shouldResume : []
            session.post(
                Self.interruptionNotification,
                [
                    AVAudioSessionInterruptionTypeKey: InterruptionType.ended.rawValue,
                    AVAudioSessionInterruptionOptionKey: options.rawValue,
                ])
        }
        context.listen(to: AudioCallbacks.routeChanged, self) { $0.routeChanged(to: Self.output($1)) }
        context.listen(to: AudioCallbacks.mediaServicesLost, self) { $0.post(Self.mediaServicesWereLostNotification) }
        context.listen(to: AudioCallbacks.mediaServicesReset, self) { $0.post(Self.mediaServicesWereResetNotification) }
        context.listen(to: AudioCallbacks.silenceSecondaryAudioHint, self) { session, begins in
            let type: SilenceSecondaryAudioHintType = begins ? .begin : .end
            session.post(
                Self.silenceSecondaryAudioHintNotification,
                [AVAudioSessionSilenceSecondaryAudioHintTypeKey: type.rawValue])
        }
    }

    private func routeChanged(to output: String) {
        let former = formerOutput ?? Port.builtInSpeaker.rawValue
        formerOutput = output
        // A built-in output is never new: it takes the place of an output that has gone, or the app asked for it.
        let builtIn = [Port.builtInSpeaker.rawValue, Port.builtInReceiver.rawValue]
        let reason: RouteChangeReason =
            !builtIn.contains(output)
            ? .newDeviceAvailable : builtIn.contains(former) ? .override : .oldDeviceUnavailable
        post(
            Self.routeChangeNotification,
            [
                AVAudioSessionRouteChangeReasonKey: reason.rawValue,
                AVAudioSessionRouteChangePreviousRouteKey: AVAudioSessionRouteDescription(output: former),
            ])
    }

    private func post(_ name: Notification.Name, _ info: [AnyHashable: Any]? = nil) {
        NotificationCenter.default.post(name: name, object: self, userInfo: info)
    }
}

public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// The key of the reason of an interruption (AS-48).
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
/// The key that says that the interruption began because the app was suspended (AS-49).
public let AVAudioSessionInterruptionWasSuspendedKey = "AVAudioSessionInterruptionWasSuspendedKey"
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey = "AVAudioSessionSilenceSecondaryAudioHintTypeKey"

open class AVAudioSessionRouteDescription: NSObject {
    public let outputs: [AVAudioSessionPortDescription]
    public let inputs: [AVAudioSessionPortDescription]

    init(output: String) {
        outputs = [AVAudioSessionPortDescription(AVAudioSession.Port(rawValue: output))]
        inputs = []
        super.init()
    }
}

open class AVAudioSessionPortDescription: NSObject {
    public let portType: AVAudioSession.Port
    public let portName: String

    init(_ portType: AVAudioSession.Port) {
        self.portType = portType
        portName = portType.rawValue
        super.init()
    }
}
