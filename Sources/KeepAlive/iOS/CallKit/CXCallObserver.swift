import Foundation
import KeepAliveModel
import KeepAliveProtocol

public final class CXCall: NSObject, Sendable {
    public let uuid: UUID
    public let isOutgoing: Bool
    public let isOnHold: Bool
    public let hasConnected: Bool
    public let hasEnded: Bool

    init?(_ call: ShownCall, made: Set<UUID>) {
        guard let uuid = UUID(uuidString: call.uuid) else { return nil }
        self.uuid = uuid
        isOutgoing = call.state == .dialling || made.contains(uuid)
        isOnHold = call.state == .held
        hasConnected = call.state == .active || call.state == .held
        hasEnded = false
    }

    private init(ended call: CXCall) {
        uuid = call.uuid
        isOutgoing = call.isOutgoing
        isOnHold = false
        hasConnected = call.hasConnected
        hasEnded = true
    }

    /// Returns a copy of the call that says that the call has ended.
    func ended() -> CXCall { CXCall(ended: self) }

    /// Returns true if another call has the same state.
    func isLike(_ other: CXCall) -> Bool {
        (isOutgoing, isOnHold, hasConnected) == (other.isOutgoing, other.isOnHold, other.hasConnected)
    }
}

public protocol CXCallObserverDelegate: AnyObject {
    @MainActor func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall)
}

public final class CXCallObserver: NSObject, @unchecked Sendable {
    private let context: AppContext
    private let lock = NSLock()
    private weak var delegate: (any CXCallObserverDelegate)?
    /// The calls as last reported to the delegate.
    private var known: [CXCall] = []

    override public init() { context = .current }

    public var calls: [CXCall] {
        let made = CallObservers.of(context).made
        return (context.send(CallMethods.calls) ?? []).compactMap { CXCall($0, made: made) }
    }

    /// Sets the delegate, which is called when one of the app's calls changes.
    ///
    /// - Parameter queue: ignored, unlike on iOS: the delegate is called on the main thread.
    public func setDelegate(_ delegate: (any CXCallObserverDelegate)?, queue: DispatchQueue?) {
        let now = calls
        lock.withLock { (self.delegate, known) = (delegate, now) }
        CallObservers.of(context).add(self)
    }

    /// Calls the delegate for each call that has changed or ended since the last report.
    @MainActor
    fileprivate func look() {
        guard let delegate = lock.withLock({ delegate }) else { return }
        let (now, before) = (calls, lock.withLock { known })
        lock.withLock { known = now }
        let ended = before.filter { call in !now.contains { $0.uuid == call.uuid } }.map { $0.ended() }
        let changed = now.filter { call in !before.contains { $0.uuid == call.uuid && $0.isLike(call) } }
        for call in changed + ended { delegate.callObserver(self, callChanged: call) }
    }
}

/// All call observers of an app.
final class CallObservers: @unchecked Sendable {
    private let context: AppContext
    private let lock = NSLock()
    private var list: [WeakObserver] = []
    private var started: Set<UUID> = []

    private struct WeakObserver {
        weak var observer: CXCallObserver?
    }

    private init(_ context: AppContext) {
        self.context = context
    }

    static func of(_ context: AppContext) -> CallObservers { context.only { CallObservers(context) } }

    func add(_ observer: CXCallObserver) {
        lock.withLock {
            list.removeAll { $0.observer == nil || $0.observer === observer }
            list.append(WeakObserver(observer: observer))
        }
    }

    /// The UUIDs of the calls that began with a start action: the outgoing calls.
    var made: Set<UUID> { lock.withLock { started } }

    /// Records that a call began with a start action, and so is outgoing.
    func makes(_ call: UUID) { _ = lock.withLock { started.insert(call) } }

    /// Makes each observer report changed calls to its delegate, on the main thread.
    func look() {
        guard lock.withLock({ !list.isEmpty }) else { return }
        context.main { [self] in
            MainActor.assumeIsolated {
                for entry in lock.withLock({ list }) { entry.observer?.look() }
            }
        }
    }
}
