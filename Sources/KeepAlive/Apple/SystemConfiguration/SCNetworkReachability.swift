import Foundation

/// Whether a host can be reached, by the device's conditions; nothing is connected here.
public final class SCNetworkReachability: @unchecked Sendable {
    fileprivate let lock = NSLock()
    fileprivate var callout: SCNetworkReachabilityCallBack?
    fileprivate var info: UnsafeMutableRawPointer?
    fileprivate var queue: DispatchQueue?
    fileprivate var monitor: NWPathMonitor?

    fileprivate init() {}

    fileprivate func watch(_ isOn: Bool) {
        lock.withLock {
            monitor?.cancel()
            monitor = nil
            guard isOn, callout != nil else { return }
            let new = NWPathMonitor()
            monitor = new
            // The first path is the present one, of which the owner of the target asks by itself.
            let first = FirstPath()
            new.pathUpdateHandler = { [weak self] path in
                guard let self, !first.isNext() else { return }
                let (call, info) = self.lock.withLock { (self.callout, self.info) }
                call?(self, SCNetworkReachabilityFlags(path), info)
            }
            new.start(queue: queue ?? .main)
        }
    }
}

/// Whether a path is the first one.
private final class FirstPath: @unchecked Sendable {
    private let lock = NSLock()
    private var seen = false

    func isNext() -> Bool {
        lock.withLock {
            defer { seen = true }
            return !seen
        }
    }
}

/// How a host can be reached.
public struct SCNetworkReachabilityFlags: OptionSet, Sendable {
    /// The bits of `SCNetworkReachabilityFlags`.
    public let rawValue: UInt32

    /// Creates flags from their bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    fileprivate init(_ path: NWPath) {
        guard path.status == .satisfied else {
            self = []
            return
        }
        self = path.usesInterfaceType(.cellular) ? [.reachable, .isWWAN] : .reachable
    }

    /// Over a connection that comes and goes.
    public static let transientConnection = SCNetworkReachabilityFlags(rawValue: 1 << 0)
    /// It can be.
    public static let reachable = SCNetworkReachabilityFlags(rawValue: 1 << 1)
    /// Once there is a connection.
    public static let connectionRequired = SCNetworkReachabilityFlags(rawValue: 1 << 2)
    /// Data make the connection.
    public static let connectionOnTraffic = SCNetworkReachabilityFlags(rawValue: 1 << 3)
    /// The user has to do something.
    public static let interventionRequired = SCNetworkReachabilityFlags(rawValue: 1 << 4)
    /// The app makes the connection.
    public static let connectionOnDemand = SCNetworkReachabilityFlags(rawValue: 1 << 5)
    /// It is this device.
    public static let isLocalAddress = SCNetworkReachabilityFlags(rawValue: 1 << 16)
    /// It is in the same network.
    public static let isDirect = SCNetworkReachabilityFlags(rawValue: 1 << 17)
    /// Over the phone network.
    public static let isWWAN = SCNetworkReachabilityFlags(rawValue: 1 << 18)
}

/// What is called when a host can be reached in another way.
public typealias SCNetworkReachabilityCallBack = (
    _ target: SCNetworkReachability, _ flags: SCNetworkReachabilityFlags, _ info: UnsafeMutableRawPointer?
) -> Void

/// What a target holds for its owner.
public struct SCNetworkReachabilityContext {
    /// The version of this structure: 0.
    public var version: Int
    /// What the call gets.
    public var info: UnsafeMutableRawPointer?

    /// Creates a context. What keeps the object alive is not called here: its owner does.
    public init(
        version: Int, info: UnsafeMutableRawPointer?,
        retain: ((UnsafeRawPointer) -> UnsafeRawPointer)? = nil, release: ((UnsafeRawPointer) -> Void)? = nil,
        copyDescription: ((UnsafeRawPointer) -> Unmanaged<NSString>)? = nil
    ) {
        self.version = version
        self.info = info
    }
}

/// Returns a target for a host by its name. None is looked up here.
public func SCNetworkReachabilityCreateWithName(_ allocator: Any?, _ nodename: String) -> SCNetworkReachability? {
    SCNetworkReachability()
}

/// Returns a target for a host by its address. None is looked at here.
public func SCNetworkReachabilityCreateWithAddress(
    _ allocator: Any?, _ address: UnsafePointer<sockaddr>
) -> SCNetworkReachability? { SCNetworkReachability() }

/// Tells how a host can be reached now.
///
/// - Returns: true.
@discardableResult
public func SCNetworkReachabilityGetFlags(
    _ target: SCNetworkReachability, _ flags: UnsafeMutablePointer<SCNetworkReachabilityFlags>
) -> Bool {
    flags.pointee = SCNetworkReachabilityFlags(NWPathMonitor().currentPath)
    return true
}

/// Says what is called when a host can be reached in another way.
@discardableResult
public func SCNetworkReachabilitySetCallback(
    _ target: SCNetworkReachability, _ callout: SCNetworkReachabilityCallBack?,
    _ context: UnsafeMutablePointer<SCNetworkReachabilityContext>?
) -> Bool {
    target.lock.withLock {
        target.callout = callout
        target.info = context?.pointee.info
    }
    return true
}

/// Says on which queue that is, and begins; `nil` ends it.
@discardableResult
public func SCNetworkReachabilitySetDispatchQueue(_ target: SCNetworkReachability, _ queue: DispatchQueue?) -> Bool {
    target.lock.withLock { target.queue = queue }
    target.watch(queue != nil)
    return true
}

/// Begins to watch on a run loop: on the main queue, here.
@discardableResult
public func SCNetworkReachabilityScheduleWithRunLoop(
    _ target: SCNetworkReachability, _ runLoop: Any?, _ runLoopMode: Any?
) -> Bool { SCNetworkReachabilitySetDispatchQueue(target, .main) }

/// Ends watching on a run loop.
@discardableResult
public func SCNetworkReachabilityUnscheduleFromRunLoop(
    _ target: SCNetworkReachability, _ runLoop: Any?, _ runLoopMode: Any?
) -> Bool { SCNetworkReachabilitySetDispatchQueue(target, nil) }
