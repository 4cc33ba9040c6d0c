import Foundation
import KeepAliveModel
import KeepAliveProtocol

/// The app's audio session: states how the app uses sound, and how it affects other apps' sound (the AS rules).
///
/// `setCategory` and `setActive` throw `NSError` of `NSOSStatusErrorDomain` with the codes of ``ErrorCode``.
open class AVAudioSession: NSObject, @unchecked Sendable {
    private let context: AppContext
    /// The raw value of the output's ``Port`` since the last route change; used only on the main thread.
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

    /// Returns the raw value of the ``Port`` for a route name of the app protocol; of the speaker, if the name is `nil`
    /// or unknown.
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

    /// Sets the mode, and keeps category, policy and options (AS-18).
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

    /// The volume that the user has set, 0 to 1; always 1, unlike on iOS.
    public var outputVolume: Float { 1 }
    /// The delay from the app to the output, in seconds; always 0, unlike on iOS.
    public var outputLatency: TimeInterval { 0 }
    /// The delay from the microphone to the app, in seconds; always 0, as there is no microphone.
    public var inputLatency: TimeInterval { 0 }
    public var sampleRate: Double { 48_000 }
    /// The length of the I/O buffer, in seconds; a constant, unlike on iOS.
    public var ioBufferDuration: TimeInterval { 0.023 }
    /// The I/O buffer length that the app prefers, in seconds; stored, but ignored, unlike on iOS.
    public var preferredIOBufferDuration: TimeInterval { lock.withLock { preferredBuffer } }
    /// The sample rate that the app prefers, in hertz; stored, but ignored, unlike on iOS.
    public var preferredSampleRate: Double { lock.withLock { preferredRate } }
    public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
        withoutEffect(AVAudioSession.self)
        lock.withLock { preferredBuffer = duration }
    }
    public func setPreferredSampleRate(_ sampleRate: Double) throws {
        withoutEffect(AVAudioSession.self)
        lock.withLock { preferredRate = sampleRate }
    }
    public func setPreferredOutputNumberOfChannels(_ count: Int) throws { withoutEffect(AVAudioSession.self) }
    public func setPreferredInputNumberOfChannels(_ count: Int) throws { withoutEffect(AVAudioSession.self) }
    /// Always false, as the device has no microphone.
    public var isInputAvailable: Bool { false }
    public var availableInputs: [AVAudioSessionPortDescription]? { [] }
    /// Has no effect, as the device has no microphone.
    public func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {}
    /// Has no effect, unlike on iOS: `ctl route` sets the output.
    public func overrideOutputAudioPort(_ portOverride: PortOverride) throws { withoutEffect(AVAudioSession.self) }
    /// Sets whether the device gives haptics and system sounds while it records; stored, but ignored, unlike on iOS.
    public func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws {
        lock.withLock { allowsHaptics = inValue }
    }
    /// True if the device gives haptics and system sounds while it records; stored, but ignored, unlike on iOS.
    public var allowHapticsAndSystemSoundsDuringRecording: Bool { lock.withLock { allowsHaptics } }

    public enum PortOverride: UInt, Sendable {
        case none
        case speaker = 0x7370_6B72
    }

    public var isOtherAudioPlaying: Bool { state?.isOtherAudioPlaying ?? false }
    /// True if the app should silence its secondary sound because another app plays (AS-53).
    public var secondaryAudioShouldBeSilencedHint: Bool { state?.silencesSecondaryAudio ?? false }

    /// True if an incoming call does not interrupt the session before the user accepts the call (AS-51).
    public private(set) var prefersNoInterruptionsFromSystemAlerts = false

    /// Sets whether an incoming call does not interrupt the session before the user accepts the call (AS-51).
    public func setPrefersNoInterruptionsFromSystemAlerts(_ inValue: Bool) throws {
        try context.request(AudioMethods.setPrefersNoInterruptions, inValue)
        prefersNoInterruptionsFromSystemAlerts = inValue
    }

    // MARK: Callbacks

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
        // A built-in output is never a new device: it replaces a disconnected output, or another built-in output at
        // the app's request (override).
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
/// The key that marks an interruption that began because the app was suspended (AS-49).
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
