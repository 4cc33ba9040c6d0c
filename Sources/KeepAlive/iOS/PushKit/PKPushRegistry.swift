import Foundation
import KeepAliveModel
import KeepAliveProtocol

public struct PKPushType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Pushes that announce a call (WK-08).
    public static let voIP = PKPushType(rawValue: "PKPushTypeVoIP")
    /// Pushes that update watch complications; never sent, unlike on iOS.
    public static let complication = PKPushType(rawValue: "PKPushTypeComplication")
    /// Pushes that signal changes of a file provider; never sent, unlike on iOS.
    public static let fileProvider = PKPushType(rawValue: "PKPushTypeFileProvider")
}

/// The token with which a server sends pushes of one type to the app (SD-54).
public final class PKPushCredentials: NSObject, Sendable {
    public let type: PKPushType
    /// The token: 32 bytes, which servers write in hex.
    public let token: Data

    init(_ type: PKPushType, hex: String) {
        self.type = type
        token = Data(hex: hex)
    }
}

public final class PKPushPayload: NSObject, @unchecked Sendable {
    public let type: PKPushType
    public let dictionaryPayload: [AnyHashable: Any]

    init(_ type: PKPushType, _ payload: [AnyHashable: Any]) {
        self.type = type
        dictionaryPayload = payload
    }
}

public protocol PKPushRegistryDelegate: AnyObject {
    /// Called when the registry has received a token (SD-54).
    @MainActor func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType)
    /// Called when a push has arrived. The app must report a call before this method returns (WK-08), and call
    /// `completion` when it has processed the push.
    @MainActor func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping @Sendable () -> Void)
    @MainActor func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping @Sendable () -> Void)
    /// The variant before iOS 11, without a completion handler (SD-54a). Called if the app does not implement the
    /// variant with a completion handler.
    @MainActor func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType)
    /// Called when the token is no longer valid (SD-54).
    @MainActor func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType)
}

/// States whether the app must report a call for a VoIP push (WK-08).
public final class PKVoIPPushMetadata: NSObject, Sendable {
    /// False if the app need not report a call, because it is in the foreground or in a call.
    public let mustReport: Bool

    init(mustReport: Bool) { self.mustReport = mustReport }
}

// Default implementations: each calls the next older variant of the method.
extension PKPushRegistryDelegate {
    @MainActor public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping @Sendable () -> Void
    ) {
        pushRegistry(registry, didReceiveIncomingPushWith: payload, for: .voIP, completion: completion)
    }

    @MainActor public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping @Sendable () -> Void
    ) {
        pushRegistry(registry, didReceiveIncomingPushWith: payload, for: type)
        completion()
    }

    @MainActor public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType
    ) {}

    @MainActor public func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {}
}

/// Registers an app for pushes of PushKit, which wake or launch the app (WK-08, SD-54).
public final class PKPushRegistry: NSObject, @unchecked Sendable {
    private let context: AppContext
    private let lock = NSLock()
    private weak var storedDelegate: (any PKPushRegistryDelegate)?
    private var types: Set<PKPushType>?
    private var voIPToken: String?

    /// Creates a registry.
    ///
    /// - Parameter queue: ignored, unlike on iOS. The delegate is called on the main thread, because the app must
    ///   report a call before the method that receives the push returns (WK-10).
    public init(queue: DispatchQueue?) {
        context = .current
        super.init()
        context.listen(to: PushCallbacks.didUpdatePushCredentials, self) { registry, token in
            MainActor.assumeIsolated { registry.changed(to: token) }
        }
        context.listen(to: PushCallbacks.didInvalidatePushToken, self) { registry in
            MainActor.assumeIsolated { registry.changed(to: nil) }
        }
        PushRegistries.of(context).add(self)
    }

    public weak var delegate: (any PKPushRegistryDelegate)? {
        get { lock.withLock { storedDelegate } }
        set { lock.withLock { storedDelegate = newValue } }
    }

    public var desiredPushTypes: Set<PKPushType>? {
        get { lock.withLock { types } }
        set {
            lock.withLock { types = newValue }
            PushRegistries.of(context).keep(self, newValue?.isEmpty == false)
            let known: [PKPushType: String] = [
                .voIP: "voip", .complication: "complication", .fileProvider: "fileProvider",
            ]
            let names = (newValue ?? []).compactMap { known[$0] }.sorted()
            context.send(PushMethods.setDesiredPushTypes, names)
        }
    }

    /// Returns the token for a push type; `nil` if the registry has received none.
    public func pushToken(for type: PKPushType) -> Data? {
        lock.withLock { type == .voIP ? voIPToken : nil }.map { PKPushCredentials(type, hex: $0).token }
    }

    @MainActor
    private func changed(to token: String?) {
        lock.withLock { voIPToken = token }
        guard desiredPushTypes?.contains(.voIP) == true else { return }
        if let token {
            delegate?.pushRegistry(self, didUpdate: PKPushCredentials(.voIP, hex: token), for: .voIP)
        } else {
            delegate?.pushRegistry(self, didInvalidatePushTokenFor: .voIP)
        }
    }

    /// Passes a VoIP push to the delegate.
    @MainActor
    fileprivate func receive(_ payload: [AnyHashable: Any], _ metadata: PKVoIPPushMetadata) {
        let payload = PKPushPayload(.voIP, payload)
        guard context.version >= IOSVersion(26, 4) else {
            delegate?.pushRegistry(self, didReceiveIncomingPushWith: payload, for: .voIP, completion: {})
            return
        }
        delegate?.pushRegistry(
            self, didReceiveIncomingVoIPPushWith: payload, metadata: metadata, withCompletionHandler: {})
    }

    fileprivate var wantsCalls: Bool { lock.withLock { types?.contains(.voIP) == true && storedDelegate != nil } }
}

/// All push registries of an app.
final class PushRegistries: @unchecked Sendable {
    private let lock = NSLock()
    private var registries: [WeakReference<PKPushRegistry>] = []
    /// The registries with push types. They live on without a reference of the app: shipped apps, and plug-ins of
    /// Flutter and React Native, have theirs in a local variable, and get their pushes on phones.
    private var kept: [PKPushRegistry] = []

    static func of(_ context: AppContext) -> PushRegistries { context.only { PushRegistries(context) } }

    private init(_ context: AppContext) {
        // The reply is due when the delegate's method returns, not when the app calls the completion handler (WK-10).
        context.serve(PushCallbacks.didReceiveIncomingPush, self) { registries, payload, mustReport in
            registries.receive(PropertyList.payload(payload), mustReport: mustReport)
        }
    }

    func add(_ registry: PKPushRegistry) {
        lock.withLock {
            registries.removeAll { $0.object == nil }
            registries.append(WeakReference(registry))
        }
    }

    func keep(_ registry: PKPushRegistry, _ isKept: Bool) {
        lock.withLock {
            kept.removeAll { $0 === registry }
            if isKept { kept.append(registry) }
        }
    }

    /// Passes a VoIP push to the first registry that has a delegate and VoIP among its `desiredPushTypes`.
    @MainActor
    func receive(_ userInfo: [AnyHashable: Any], mustReport: Bool) {
        let all = lock.withLock { registries.compactMap(\.object) }
        all.first(where: \.wantsCalls)?.receive(userInfo, PKVoIPPushMetadata(mustReport: mustReport))
    }
}

extension UnimplementedDelegate: PKPushRegistryDelegate {
    public func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType
    ) {}
}
