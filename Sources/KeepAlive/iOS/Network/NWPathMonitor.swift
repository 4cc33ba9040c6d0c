import Foundation
import KeepAliveModel
import KeepAliveProtocol

/// The device's network path, derived from the device's conditions (`DeviceAround`). The machine's network is not
/// examined.
public struct NWPath: Equatable, Sendable, CustomDebugStringConvertible {
    public enum Status: Sendable {
        case satisfied, unsatisfied
        /// A connection would be made if one were requested; never the case, unlike on iOS.
        case requiresConnection
    }

    public enum UnsatisfiedReason: Sendable {
        case notAvailable
        /// The user forbids the app the cellular network; never the case, unlike on iOS.
        case cellularDenied
        /// The user forbids the app Wi-Fi; never the case, unlike on iOS.
        case wifiDenied
        /// The user forbids the app the local network; never the case, unlike on iOS.
        case localNetworkDenied
    }

    private let conditions: DeviceAround

    init(_ conditions: DeviceAround) {
        self.conditions = conditions
    }

    public var status: Status { conditions.network == .none ? .unsatisfied : .satisfied }
    public var unsatisfiedReason: UnsatisfiedReason { .notAvailable }
    public var isExpensive: Bool { conditions.network == .cellular }
    /// True in Low Data Mode, while there is a network (UR-18).
    public var isConstrained: Bool { conditions.network != .none && conditions.lowDataMode }
    public var supportsIPv4: Bool { status == .satisfied }
    public var supportsIPv6: Bool { status == .satisfied }
    public var supportsDNS: Bool { status == .satisfied }
    public var availableInterfaces: [NWInterface] {
        switch conditions.network {
        case .none: []
        case .wifi: [NWInterface(name: "en0", type: .wifi)]
        case .cellular: [NWInterface(name: "pdp_ip0", type: .cellular)]
        }
    }

    public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool {
        availableInterfaces.contains { $0.type == type }
    }

    public var debugDescription: String { "\(status)\(availableInterfaces.map { ", interface: \($0.name)" }.joined())" }

    public static func == (one: NWPath, other: NWPath) -> Bool {
        one.conditions.network == other.conditions.network && one.conditions.lowDataMode == other.conditions.lowDataMode
    }
}

public struct NWInterface: Hashable, Sendable {
    public enum InterfaceType: Sendable, CaseIterable {
        case other, wifi, cellular, wiredEthernet, loopback
    }

    public let name: String
    public let type: InterfaceType
}

public final class NWPathMonitor: @unchecked Sendable, AsyncSequence {
    public typealias Element = NWPath

    private let context = AppContext.current
    private let lock = NSLock()
    private let kind: NWInterface.InterfaceType?
    private let prohibited: [NWInterface.InterfaceType]
    private var handler: (@Sendable (NWPath) -> Void)?
    private var observation: (state: DeviceState, number: Int)?
    private var last: NWPath?
    private var streams: [Int: AsyncStream<NWPath>.Continuation] = [:]
    private var lastStream = 0

    public init() {
        kind = nil
        prohibited = []
    }

    public init(requiredInterfaceType: NWInterface.InterfaceType) {
        kind = requiredInterfaceType
        prohibited = []
    }

    public init(prohibitedInterfaceTypes: [NWInterface.InterfaceType]) {
        kind = nil
        prohibited = prohibitedInterfaceTypes
    }

    deinit { cancel() }

    public var pathUpdateHandler: (@Sendable (NWPath) -> Void)? {
        get { lock.withLock { handler } }
        set { lock.withLock { handler = newValue } }
    }

    public var currentPath: NWPath { path(DeviceState.of(context).conditions) }

    /// Begins to report the path.
    ///
    /// - Parameter queue: the queue on which ``pathUpdateHandler`` is called.
    public func start(queue: DispatchQueue) { begin { [context] body in context.perform(on: queue, body) } }

    public func cancel() {
        let (observation, streams) = lock.withLock {
            defer { (self.observation, self.streams) = (nil, [:]) }
            return (self.observation, self.streams)
        }
        observation?.state.forget(observation?.number ?? 0)
        for stream in streams.values { stream.finish() }
    }

    public func makeAsyncIterator() -> Iterator {
        let (stream, continuation) = AsyncStream.makeStream(of: NWPath.self)
        let number = lock.withLock {
            lastStream += 1
            streams[lastStream] = continuation
            return lastStream
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.lock.withLock { self?.streams.removeValue(forKey: number) }
        }
        continuation.yield(currentPath)
        begin({ $0() }, tellsNow: false)
        return Iterator(monitor: self, iterator: stream.makeAsyncIterator())
    }

    public struct Iterator: AsyncIteratorProtocol {
        private let monitor: NWPathMonitor
        private var iterator: AsyncStream<NWPath>.Iterator

        fileprivate init(monitor: NWPathMonitor, iterator: AsyncStream<NWPath>.Iterator) {
            self.monitor = monitor
            self.iterator = iterator
        }

        public mutating func next() async -> NWPath? { await iterator.next() }
    }

    private func begin(
        _ perform: @escaping @Sendable (@escaping () -> Void) -> Void, tellsNow: Bool = true
    ) {
        let state = DeviceState.of(context)
        guard lock.withLock({ observation }) == nil else { return }
        let number = state.observe { [weak self] _, now in self?.changed(now, perform) }
        lock.withLock {
            observation = (state, number)
            if !tellsNow { last = path(state.conditions) }
        }
        if tellsNow { changed(state.conditions, perform) }
    }

    private func changed(_ conditions: DeviceAround, _ perform: (@escaping () -> Void) -> Void) {
        let now = path(conditions)
        let (isNew, handler, streams) = lock.withLock {
            defer { last = now }
            return (last != now, self.handler, self.streams)
        }
        guard isNew else { return }
        if let handler { perform { handler(now) } }
        for stream in streams.values { stream.yield(now) }
    }

    private func path(_ conditions: DeviceAround) -> NWPath {
        let path = NWPath(conditions)
        let isMissing = kind.map { !path.usesInterfaceType($0) } ?? false
        guard isMissing || prohibited.contains(where: path.usesInterfaceType) else { return path }
        var none = conditions
        none.network = .none
        return NWPath(none)
    }
}
