import Foundation
import KeepAliveModel

public final class CXHandle: NSObject, Sendable {
    public enum HandleType: Int, Sendable {
        case generic = 1
        case phoneNumber, emailAddress
    }

    public let type: HandleType
    public let value: String

    public init(type: HandleType, value: String) {
        self.type = type
        self.value = value
    }
}

open class CXAction: NSObject, @unchecked Sendable {
    public let uuid = UUID()
    private let lock = NSLock()
    private var answer: (@Sendable (Bool) -> Void)?
    private var isDone = false

    override fileprivate init() {}

    public var isComplete: Bool { lock.withLock { isDone } }

    /// Reports that the app has performed the action (WK-17).
    open func fulfill() { complete(true) }

    /// Reports that the app cannot perform the action. A call that the action was to start or answer ends (WK-17).
    open func fail() { complete(false) }

    private func complete(_ fulfilled: Bool) {
        let answer = lock.withLock {
            guard !isDone else { return nil as (@Sendable (Bool) -> Void)? }
            isDone = true
            return self.answer
        }
        answer?(fulfilled)
    }

    func whenDone(_ answer: @escaping @Sendable (Bool) -> Void) { lock.withLock { self.answer = answer } }
}

open class CXCallAction: CXAction, @unchecked Sendable {
    public let callUUID: UUID

    public init(call callUUID: UUID) { self.callUUID = callUUID }

    /// The action's kind in the app protocol; `nil` for an action that the system always refuses.
    var kind: CallAction? { nil }
}

open class CXStartCallAction: CXCallAction, @unchecked Sendable {
    open var handle: CXHandle
    open var contactIdentifier: String?
    open var isVideo = false

    public init(call callUUID: UUID, handle: CXHandle) {
        self.handle = handle
        super.init(call: callUUID)
    }

    /// Fulfils the action; the date is ignored, unlike on iOS.
    open func fulfill(withDateStarted dateStarted: Date) { fulfill() }

    override var kind: CallAction? { .start }
}

open class CXAnswerCallAction: CXCallAction, @unchecked Sendable {
    override var kind: CallAction? { .answer }
    /// Fulfils the action; the date is ignored, unlike on iOS.
    open func fulfill(withDateConnected dateConnected: Date) { fulfill() }
}

open class CXEndCallAction: CXCallAction, @unchecked Sendable {
    override var kind: CallAction? { .end }
    /// Fulfils the action; the date is ignored, unlike on iOS.
    open func fulfill(withDateEnded dateEnded: Date) { fulfill() }
}

open class CXSetHeldCallAction: CXCallAction, @unchecked Sendable {
    open var isOnHold: Bool

    public init(call callUUID: UUID, onHold: Bool) {
        isOnHold = onHold
        super.init(call: callUUID)
    }

    override var kind: CallAction? { isOnHold ? .hold : .resume }
}

open class CXSetMutedCallAction: CXCallAction, @unchecked Sendable {
    open var isMuted: Bool

    public init(call callUUID: UUID, muted: Bool) {
        isMuted = muted
        super.init(call: callUUID)
    }

    override var kind: CallAction? { isMuted ? .mute : .unmute }
}

/// Groups a call with another call, or ungroups it. In this reproduction no call supports grouping: the system refuses
/// the action.
open class CXSetGroupCallAction: CXCallAction, @unchecked Sendable {
    open var callUUIDToGroupWith: UUID?

    public init(call callUUID: UUID, callUUIDToGroupWith: UUID?) {
        self.callUUIDToGroupWith = callUUIDToGroupWith
        super.init(call: callUUID)
    }
}

/// Plays DTMF tones. In this reproduction no call supports them: the system refuses the action.
open class CXPlayDTMFCallAction: CXCallAction, @unchecked Sendable {
    public enum ActionType: Int, Sendable {
        case singleTone = 1
        case softPause, hardPause
    }

    open var digits: String
    open var type: ActionType

    public init(call callUUID: UUID, digits: String, type: ActionType) {
        self.digits = digits
        self.type = type
        super.init(call: callUUID)
    }
}

open class CXTransaction: NSObject, @unchecked Sendable {
    public let uuid = UUID()
    open private(set) var actions: [CXAction]

    public init(actions: [CXAction] = []) { self.actions = actions }

    public convenience init(action: CXAction) { self.init(actions: [action]) }

    open func addAction(_ action: CXAction) { actions.append(action) }

    open var isComplete: Bool { actions.allSatisfy(\.isComplete) }
}
