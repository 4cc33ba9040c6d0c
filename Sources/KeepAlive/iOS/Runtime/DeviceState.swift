import Foundation
import KeepAliveModel
import KeepAliveProtocol

/// The conditions of the device, as last reported by the system. A change calls observers and posts notifications.
package final class DeviceState: @unchecked Sendable {
    private let context: AppContext
    private let lock = NSLock()
    private var known = DeviceAround()
    /// The functions that are called after each change, by number.
    private var observers: [Int: @Sendable (_ before: DeviceAround, _ now: DeviceAround) -> Void] = [:]
    private var lastNumber = 0

    private init(_ context: AppContext) {
        self.context = context
        context.listen(to: ApplicationCallbacks.deviceConditionsChanged, self) { $0.changed(to: $1) }
        known = context.send(ApplicationMethods.deviceConditions) ?? DeviceAround()
    }

    /// Returns the device state for an app; the first call creates it.
    package static func of(_ context: AppContext) -> DeviceState { context.only { DeviceState(context) } }

    package var conditions: DeviceAround { lock.withLock { known } }

    /// Calls a function after each change of the conditions.
    ///
    /// - Returns: the number that ``forget(_:)`` takes.
    package func observe(_ body: @escaping @Sendable (_ before: DeviceAround, _ now: DeviceAround) -> Void) -> Int {
        lock.withLock {
            lastNumber += 1
            observers[lastNumber] = body
            return lastNumber
        }
    }

    /// Ends the calls of a function, whose number ``observe(_:)`` has returned.
    package func forget(_ number: Int) { lock.withLock { observers[number] = nil } }

    /// Sets whether protected data is available. Called before the app is notified, so that the app then gets the new
    /// value.
    package func protectedData(isAvailable: Bool) { lock.withLock { known.protectedData = isAvailable } }

    private func changed(to now: DeviceAround) {
        let (before, told) = lock.withLock {
            defer { known = now }
            return (known, observers.sorted { $0.key < $1.key }.map(\.value))
        }
        func post(_ name: Notification.Name, _ object: Any?) {
            NotificationCenter.default.post(name: name, object: object)
        }
        if before.lowPowerMode != now.lowPowerMode { post(.NSProcessInfoPowerStateDidChange, ProcessInfo.processInfo) }
        if before.thermalState != now.thermalState {
            post(ProcessInfo.thermalStateDidChangeNotification, ProcessInfo.processInfo)
        }
        for tell in told { tell(before, now) }
    }
}

extension NSNotification.Name {
    public static let NSProcessInfoPowerStateDidChange = NSNotification.Name(
        "NSProcessInfoPowerStateDidChangeNotification")
}

extension ProcessInfo {
    public enum ThermalState: Int, Sendable {
        case nominal, fair, serious, critical
    }

    public static let thermalStateDidChangeNotification = NSNotification.Name(
        "NSProcessInfoThermalStateDidChangeNotification")

    /// True while Low Power Mode is on (MD-17).
    public var isLowPowerModeEnabled: Bool { DeviceState.of(.current).conditions.lowPowerMode }

    public var thermalState: ThermalState {
        switch DeviceState.of(.current).conditions.thermalState {
        case .nominal: .nominal
        case .fair: .fair
        case .serious: .serious
        case .critical: .critical
        }
    }
}
