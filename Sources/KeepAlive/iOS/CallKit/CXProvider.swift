import Foundation
import KeepAliveModel
import KeepAliveProtocol

/// How the system shows an app's calls. Only `maximumCallGroups` has an effect; the other properties are stored, but
/// ignored, unlike on iOS.
public final class CXProviderConfiguration: NSObject, @unchecked Sendable {
    public var localizedName: String?
    public var ringtoneSound: String?
    public var iconTemplateImageData: Data?
    /// The largest number of simultaneous call groups. Unlike on iOS, each call is a group of its own (WK-17).
    public var maximumCallGroups = 2
    public var maximumCallsPerCallGroup = 5
    public var includesCallsInRecents = true
    public var supportsVideo = false
    public var supportedHandleTypes: Set<CXHandle.HandleType> = []

    override public init() {}

    public init(localizedName: String) { self.localizedName = localizedName }
}

/// The details of a call that the system shows; ignored, unlike on iOS.
public final class CXCallUpdate: NSObject, @unchecked Sendable {
    public var remoteHandle: CXHandle?
    public var localizedCallerName: String?
    public var supportsHolding = true
    public var supportsGrouping = true
    public var supportsUngrouping = true
    public var supportsDTMF = true
    public var hasVideo = false

    override public init() {}
}

public enum CXCallEndedReason: Int, Sendable {
    case failed = 1
    case remoteEnded
    case unanswered = 3
    case answeredElsewhere, declinedElsewhere
}

public struct CXErrorCodeIncomingCallError: Error, Hashable, CustomNSError, Sendable {
    public enum Code: Int, Sendable {
        case unknown, unentitled
        /// A call with this UUID already exists (WK-17).
        case callUUIDAlreadyExists = 2
        case filteredByDoNotDisturb
        case filteredByBlockList
    }

    public let code: Code
    public init(_ code: Code) { self.code = code }
    public static var errorDomain: String { "com.apple.CallKit.error.incomingcall" }
    public var errorCode: Int { code.rawValue }
}

/// Performs the actions of calls (WK-17). Each `perform` method must call the action's `fulfill()` or `fail()`.
public protocol CXProviderDelegate: AnyObject {
    @MainActor func providerDidReset(_ provider: CXProvider)
    @MainActor func providerDidBegin(_ provider: CXProvider)
    @MainActor func provider(_ provider: CXProvider, perform action: CXStartCallAction)
    /// Called when the user answers a call. The app should configure the audio session now, and start the sound only in
    /// `provider(_:didActivate:)` (WK-18).
    @MainActor func provider(_ provider: CXProvider, perform action: CXAnswerCallAction)
    @MainActor func provider(_ provider: CXProvider, perform action: CXEndCallAction)
    @MainActor func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction)
    @MainActor func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction)
    /// Never called, unlike on iOS.
    @MainActor func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction)
    /// Never called, unlike on iOS.
    @MainActor func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction)
    /// Called when the app has called neither `fulfill()` nor `fail()` in time. A call that the action was to start or
    /// answer has ended (WK-17).
    @MainActor func provider(_ provider: CXProvider, timedOutPerforming action: CXAction)
    /// Never called, unlike on iOS.
    @MainActor func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool
    /// Called when the system has activated the audio session. The app should now start the sound (WK-18).
    @MainActor func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession)
    /// Called when the system has deactivated the audio session (WK-18).
    @MainActor func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession)
}

// Default implementations. An action that the delegate does not implement fails.
extension CXProviderDelegate {
    @MainActor public func providerDidBegin(_ provider: CXProvider) {}
    @MainActor public func provider(_ provider: CXProvider, perform action: CXStartCallAction) { action.fail() }
    @MainActor public func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { action.fail() }
    @MainActor public func provider(_ provider: CXProvider, perform action: CXEndCallAction) { action.fail() }
    @MainActor public func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) { action.fail() }
    @MainActor public func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) { action.fail() }
    @MainActor public func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {}
    @MainActor public func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) { action.fail() }
    @MainActor public func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) { action.fail() }
    @MainActor public func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {}
    @MainActor public func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool { false }
    @MainActor public func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {}
}

/// Shows an app's calls in the system's interface, and passes the user's actions there to the delegate (WK-17).
public final class CXProvider: NSObject, @unchecked Sendable {
    private let context: AppContext
    private let lock = NSLock()
    private weak var delegate: (any CXProviderDelegate)?
    /// The actions that the app has requested itself. The delegate gets these objects.
    private var requested: [CXCallAction] = []
    /// The actions for which the delegate has called neither `fulfill()` nor `fail()` yet.
    private var open: [CXCallAction] = []

    public var configuration: CXProviderConfiguration { didSet { tellLimits() } }

    public init(configuration: CXProviderConfiguration) {
        context = .current
        self.configuration = configuration
        super.init()
        Providers.of(context).set(self)
        tellLimits()
        context.listen(to: CallCallbacks.didActivateAudioSession, self) { provider in
            MainActor.assumeIsolated { provider.sessionChanged(isActive: true) }
        }
        context.listen(to: CallCallbacks.didDeactivateAudioSession, self) { provider in
            MainActor.assumeIsolated { provider.sessionChanged(isActive: false) }
        }
        context.listen(to: CallCallbacks.timedOut, self) { provider, action, call in
            MainActor.assumeIsolated { provider.timedOut(action, call) }
        }
    }

    private func tellLimits() {
        context.send(CallMethods.setMaximumCallGroups, configuration.maximumCallGroups)
    }

    /// Sets the delegate, which performs the actions.
    ///
    /// - Parameter queue: ignored, unlike on iOS: the delegate is called on the main thread.
    public func setDelegate(_ delegate: (any CXProviderDelegate)?, queue: DispatchQueue?) {
        lock.withLock { self.delegate = delegate }
        context.main { [weak self] in
            guard let self else { return }
            MainActor.assumeIsolated { self.lock.withLock { self.delegate }?.providerDidBegin(self) }
        }
    }

    /// Reports an incoming call, for which the device rings (WK-17). After a VoIP push, the app must call this method
    /// before its method that receives the push returns (WK-08).
    ///
    /// - Parameter completion: called with `nil`, or with the reason why the call is not shown.
    public func reportNewIncomingCall(
        with uuid: UUID, update: CXCallUpdate, completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        do {
            try context.request(CallMethods.reportNewIncomingCall, uuid.uuidString)
            CallObservers.of(context).look()
            context.main { completion(nil) }
        } catch let error as NSError {
            let code = CXErrorCodeIncomingCallError.Code(rawValue: error.code)
            let known: any Error =
                error.domain == CXErrorCodeIncomingCallError.errorDomain
                ? code.map { CXErrorCodeIncomingCallError($0) } ?? error : error
            context.main { completion(known) }
        }
    }

    /// Reports an incoming call, for which the device rings (WK-17).
    ///
    /// - Throws: ``CXErrorCodeIncomingCallError``.
    public func reportNewIncomingCall(with uuid: UUID, update: CXCallUpdate) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            reportNewIncomingCall(with: uuid, update: update) { error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }
        }
    }

    public func reportCall(with uuid: UUID, updated update: CXCallUpdate) { withoutEffect(CXProvider.self) }

    public func reportCall(with uuid: UUID, endedAt dateEnded: Date?, reason endedReason: CXCallEndedReason) {
        context.send(CallMethods.reportCallEnded, uuid.uuidString)
        CallObservers.of(context).look()
    }

    public func reportOutgoingCall(with uuid: UUID, startedConnectingAt dateStartedConnecting: Date?) {
        withoutEffect(CXProvider.self)
    }
    public func reportOutgoingCall(with uuid: UUID, connectedAt dateConnected: Date?) { withoutEffect(CXProvider.self) }

    public func invalidate() {
        context.send(CallMethods.invalidateCallProvider)
        context.main { [self] in
            MainActor.assumeIsolated { lock.withLock { delegate }?.providerDidReset(self) }
            lock.withLock { delegate = nil }
        }
        CallObservers.of(context).look()
    }

    /// Always fails: on iOS an app extension reports a VoIP push with this method, and app extensions are not
    /// reproduced.
    ///
    /// - Parameter completion: called with the error `unentitled`.
    public class func reportNewIncomingVoIPPushPayload(
        _ dictionaryPayload: [AnyHashable: Any], completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        AppContext.current.main { completion?(CXErrorCodeIncomingCallError(.unentitled)) }
    }

    func expect(_ action: CXCallAction) { lock.withLock { requested.append(action) } }

    func forget(_ action: CXCallAction) { lock.withLock { requested.removeAll { $0 === action } } }

    /// Passes an action that the user or the app has requested to the delegate.
    @MainActor
    fileprivate func perform(_ kind: CallAction, _ call: String, done: @escaping @Sendable (Bool) -> Void) {
        guard let uuid = UUID(uuidString: call), let delegate = lock.withLock({ delegate }) else {
            done(false)
            return CallObservers.of(context).look()
        }
        let own = lock.withLock { requested.first { $0.callUUID == uuid && $0.kind == kind } }
        if let own { forget(own) }
        if kind == .start { CallObservers.of(context).makes(uuid) }
        let action = own ?? Self.action(kind, uuid)
        lock.withLock { open.append(action) }
        action.whenDone { [context, weak self, weak action] in
            done($0)
            self?.lock.withLock { self?.open.removeAll { $0 === action } }
            CallObservers.of(context).look()
        }
        switch action {
        case let action as CXStartCallAction: delegate.provider(self, perform: action)
        case let action as CXAnswerCallAction: delegate.provider(self, perform: action)
        case let action as CXEndCallAction: delegate.provider(self, perform: action)
        case let action as CXSetHeldCallAction: delegate.provider(self, perform: action)
        case let action as CXSetMutedCallAction: delegate.provider(self, perform: action)
        default: action.fail()
        }
    }

    @MainActor
    private func timedOut(_ kind: CallAction, _ call: String) {
        guard let uuid = UUID(uuidString: call), let delegate = lock.withLock({ delegate }),
            let action = lock.withLock({ open.first { $0.callUUID == uuid && $0.kind == kind } })
        else { return }
        lock.withLock { open.removeAll { $0 === action } }
        delegate.provider(self, timedOutPerforming: action)
        CallObservers.of(context).look()
    }

    private static func action(_ kind: CallAction, _ uuid: UUID) -> CXCallAction {
        switch kind {
        case .start: CXStartCallAction(call: uuid, handle: CXHandle(type: .generic, value: ""))
        case .answer: CXAnswerCallAction(call: uuid)
        case .end: CXEndCallAction(call: uuid)
        case .hold: CXSetHeldCallAction(call: uuid, onHold: true)
        case .resume: CXSetHeldCallAction(call: uuid, onHold: false)
        case .mute: CXSetMutedCallAction(call: uuid, muted: true)
        case .unmute: CXSetMutedCallAction(call: uuid, muted: false)
        }
    }

    @MainActor
    private func sessionChanged(isActive: Bool) {
        let session = AVAudioSession.sharedInstance()
        guard let delegate = lock.withLock({ delegate }) else { return }
        if isActive {
            delegate.provider(self, didActivate: session)
        } else {
            delegate.provider(self, didDeactivate: session)
        }
    }
}

/// Holds the app's provider, and passes the system's actions to the provider.
final class Providers: @unchecked Sendable {
    private let lock = NSLock()
    private weak var provider: CXProvider?

    static func of(_ context: AppContext) -> Providers { context.only { Providers(context) } }

    private init(_ context: AppContext) {
        context.serveLater(CallCallbacks.perform, self) { $0.perform($2, $3, done: $1) }
    }

    var current: CXProvider? { lock.withLock { provider } }

    func set(_ provider: CXProvider) { lock.withLock { self.provider = provider } }

    /// Passes an action to the provider; without a provider, the action fails.
    @MainActor
    func perform(_ kind: CallAction, _ call: String, done: @escaping @Sendable (Bool) -> Void) {
        guard let current else { return done(false) }
        current.perform(kind, call, done: done)
    }
}

extension UnimplementedDelegate: CXProviderDelegate {
    public func providerDidReset(_ provider: CXProvider) {}
}
