import Foundation
import KeepAlivePolicy

/// The person at the other end of a call.
public final class CXHandle: NSObject, Sendable {
    /// The kind of a handle.
    public enum HandleType: Int, Sendable {
        /// Any text.
        case generic = 1
        /// A phone number.
        case phoneNumber = 2
        /// An e-mail address.
        case emailAddress = 3
    }

    /// The kind.
    public let type: HandleType
    /// The text.
    public let value: String

    /// Creates a handle.
    public init(type: HandleType, value: String) {
        self.type = type
        self.value = value
    }
}

/// Something that is to be done, as part of a transaction.
open class CXAction: NSObject, @unchecked Sendable {
    /// The identifier of the action.
    public let uuid = UUID()
    private let lock = NSLock()
    private var answer: (@Sendable (Bool) -> Void)?
    private var isDone = false

    override fileprivate init() {}

    /// True once it was fulfilled or has failed.
    public var isComplete: Bool { lock.withLock { isDone } }

    /// Tells the system that it was done (WK-17).
    open func fulfill() { complete(true) }

    /// Tells the system that it cannot be done: a call that is to be started or answered ends (WK-17).
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

/// An action on a call.
open class CXCallAction: CXAction, @unchecked Sendable {
    /// The identifier of the call.
    public let callUUID: UUID

    /// Creates an action.
    public init(call callUUID: UUID) { self.callUUID = callUUID }

    /// The action for the system; `nil` for one that no call has.
    var kind: CallAction? { nil }
}

/// The user makes a call.
open class CXStartCallAction: CXCallAction, @unchecked Sendable {
    /// The person to call.
    open var handle: CXHandle
    /// The name to show.
    open var contactIdentifier: String?
    /// Whether it has pictures.
    open var isVideo = false

    /// Creates an action.
    public init(call callUUID: UUID, handle: CXHandle) {
        self.handle = handle
        super.init(call: callUUID)
    }

    /// Tells the system when the call began to ring at the other end; without effect here.
    open func fulfill(withDateStarted dateStarted: Date) { fulfill() }

    override var kind: CallAction? { .start }
}

/// The user answers a call.
open class CXAnswerCallAction: CXCallAction, @unchecked Sendable {
    override var kind: CallAction? { .answer }
    /// Tells the system when the call was connected; without effect here.
    open func fulfill(withDateConnected dateConnected: Date) { fulfill() }
}

/// The user declines a call, or hangs up.
open class CXEndCallAction: CXCallAction, @unchecked Sendable {
    override var kind: CallAction? { .end }
    /// Tells the system when the call ended; without effect here.
    open func fulfill(withDateEnded dateEnded: Date) { fulfill() }
}

/// The user puts a call on hold, or takes it up again.
open class CXSetHeldCallAction: CXCallAction, @unchecked Sendable {
    /// Whether it is put on hold.
    open var isOnHold: Bool

    /// Creates an action.
    public init(call callUUID: UUID, onHold: Bool) {
        isOnHold = onHold
        super.init(call: callUUID)
    }

    override var kind: CallAction? { isOnHold ? .hold : .resume }
}

/// The user mutes the microphone, or opens it again.
open class CXSetMutedCallAction: CXCallAction, @unchecked Sendable {
    /// Whether it is muted.
    open var isMuted: Bool

    /// Creates an action.
    public init(call callUUID: UUID, muted: Bool) {
        isMuted = muted
        super.init(call: callUUID)
    }

    override var kind: CallAction? { isMuted ? .mute : .unmute }
}

/// The user joins a call with another one, or parts them. No call has this here: the system refuses it.
open class CXSetGroupCallAction: CXCallAction, @unchecked Sendable {
    /// The call that it joins; `nil` to leave.
    open var callUUIDToGroupWith: UUID?

    /// Creates an action.
    public init(call callUUID: UUID, callUUIDToGroupWith: UUID?) {
        self.callUUIDToGroupWith = callUUIDToGroupWith
        super.init(call: callUUID)
    }
}

/// The user presses digits. No call has this here: the system refuses it.
open class CXPlayDTMFCallAction: CXCallAction, @unchecked Sendable {
    /// How digits are meant.
    public enum ActionType: Int, Sendable {
        /// One.
        case singleTone = 1
        /// Several, after a while.
        case softPause = 2
        /// Several, when the user says so.
        case hardPause = 3
    }

    /// The digits.
    open var digits: String
    /// How they are meant.
    open var type: ActionType

    /// Creates an action.
    public init(call callUUID: UUID, digits: String, type: ActionType) {
        self.digits = digits
        self.type = type
        super.init(call: callUUID)
    }
}

/// Actions that belong together.
open class CXTransaction: NSObject, @unchecked Sendable {
    /// The identifier.
    public let uuid = UUID()
    /// The actions, in their order.
    open private(set) var actions: [CXAction]

    /// Creates a transaction.
    public init(actions: [CXAction] = []) { self.actions = actions }

    /// Creates a transaction of one action.
    public convenience init(action: CXAction) { self.init(actions: [action]) }

    /// Adds an action at the end.
    open func addAction(_ action: CXAction) { actions.append(action) }

    /// True once all actions were fulfilled or have failed.
    open var isComplete: Bool { actions.allSatisfy(\.isComplete) }
}
