import Foundation

/// The reachability of a host, derived from the device's conditions. The machine's network is not examined.
public final class SCNetworkReachability: @unchecked Sendable {
    private let lock = NSLock()
    private var callout: SCNetworkReachabilityCallBack?
    private var context: SCNetworkReachabilityContext?
    private var queue: DispatchQueue?
    private var monitor: NWPathMonitor?

    fileprivate init() {}

    deinit {
        monitor?.cancel()
        context?.letGo()
    }

    /// Sets the callback and its context, and retains the context's `info` with the context's `retain` function.
    fileprivate func set(_ callout: SCNetworkReachabilityCallBack?, _ new: SCNetworkReachabilityContext?) {
        let kept = callout == nil ? nil : new?.kept()
        let former = lock.withLock {
            defer { (self.callout, context) = (callout, kept) }
            return context
        }
        former?.letGo()
        begin()
    }

    fileprivate func set(_ queue: DispatchQueue?) {
        lock.withLock { self.queue = queue }
        begin()
    }

    /// Observes the network path while both the callback and its queue are set.
    private func begin() {
        let new: NWPathMonitor? = lock.withLock {
            monitor?.cancel()
            monitor = callout != nil && queue != nil ? NWPathMonitor() : nil
            return monitor
        }
        guard let new, let queue = lock.withLock({ queue }) else { return }
        // The first path is the current one, which is not reported: the app reads it with
        // `SCNetworkReachabilityGetFlags`.
        let first = FirstPath()
        new.pathUpdateHandler = { [weak self] path in
            guard let self, !first.isNext() else { return }
            let (call, info) = self.lock.withLock { (self.callout, self.context?.info) }
            call?(self, SCNetworkReachabilityFlags(path), info)
        }
        new.start(queue: queue)
    }
}

/// Distinguishes the first path that a monitor reports from later paths.
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

public struct SCNetworkReachabilityFlags: OptionSet, Sendable {
    public let rawValue: UInt32

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

    public static let transientConnection = SCNetworkReachabilityFlags(rawValue: 1 << 0)
    public static let reachable = SCNetworkReachabilityFlags(rawValue: 1 << 1)
    public static let connectionRequired = SCNetworkReachabilityFlags(rawValue: 1 << 2)
    public static let connectionOnTraffic = SCNetworkReachabilityFlags(rawValue: 1 << 3)
    public static let interventionRequired = SCNetworkReachabilityFlags(rawValue: 1 << 4)
    public static let connectionAutomatic = SCNetworkReachabilityFlags.connectionOnTraffic
    public static let connectionOnDemand = SCNetworkReachabilityFlags(rawValue: 1 << 5)
    public static let isLocalAddress = SCNetworkReachabilityFlags(rawValue: 1 << 16)
    public static let isDirect = SCNetworkReachabilityFlags(rawValue: 1 << 17)
    public static let isWWAN = SCNetworkReachabilityFlags(rawValue: 1 << 18)
}

public typealias SCNetworkReachabilityCallBack = (
    _ target: SCNetworkReachability, _ flags: SCNetworkReachabilityFlags, _ info: UnsafeMutableRawPointer?
) -> Void

public struct SCNetworkReachabilityContext {
    public var version: Int
    public var info: UnsafeMutableRawPointer?
    public var retain: ((UnsafeRawPointer) -> UnsafeRawPointer)?
    public var release: ((UnsafeRawPointer) -> Void)?
    public var copyDescription: ((UnsafeRawPointer) -> Unmanaged<NSString>)?

    public init() { version = 0 }

    public init(
        version: Int, info: UnsafeMutableRawPointer?, retain: ((UnsafeRawPointer) -> UnsafeRawPointer)?,
        release: ((UnsafeRawPointer) -> Void)?, copyDescription: ((UnsafeRawPointer) -> Unmanaged<NSString>)?
    ) {
        self.version = version
        self.info = info
        self.retain = retain
        self.release = release
        self.copyDescription = copyDescription
    }

    /// Returns a copy of the context with a retained `info`.
    fileprivate func kept() -> SCNetworkReachabilityContext {
        var copy = self
        if let info, let retain { copy.info = UnsafeMutableRawPointer(mutating: retain(info)) }
        return copy
    }

    fileprivate func letGo() {
        if let info { release?(info) }
    }
}

/// Creates a target that is the same for all hosts: unlike on iOS, the name is not resolved.
public func SCNetworkReachabilityCreateWithName(_ allocator: Any?, _ nodename: String) -> SCNetworkReachability? {
    SCNetworkReachability()
}

/// Creates a target that is the same for all hosts: unlike on iOS, the address is ignored.
public func SCNetworkReachabilityCreateWithAddress(
    _ allocator: Any?, _ address: UnsafePointer<sockaddr>
) -> SCNetworkReachability? { SCNetworkReachability() }

/// Sets `flags` to the current reachability.
///
/// - Returns: true, always.
@discardableResult
public func SCNetworkReachabilityGetFlags(
    _ target: SCNetworkReachability, _ flags: UnsafeMutablePointer<SCNetworkReachabilityFlags>
) -> Bool {
    flags.pointee = SCNetworkReachabilityFlags(NWPathMonitor().currentPath)
    return true
}

@discardableResult
public func SCNetworkReachabilitySetCallback(
    _ target: SCNetworkReachability, _ callout: SCNetworkReachabilityCallBack?,
    _ context: UnsafeMutablePointer<SCNetworkReachabilityContext>?
) -> Bool {
    target.set(callout, context?.pointee)
    return true
}

@discardableResult
public func SCNetworkReachabilitySetDispatchQueue(_ target: SCNetworkReachability, _ queue: DispatchQueue?) -> Bool {
    target.set(queue)
    return true
}
