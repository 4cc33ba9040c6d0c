import Foundation
import KeepAlivePolicy

/// The device around the app, as the system tells it, and the notifications of its changes.
final class DeviceState: @unchecked Sendable {
    /// What the app can know.
    struct Conditions: Equatable {
        var lowPowerMode = false
        var externalPower = false
        var network = DeviceConditions.Network.wifi
        var lowDataMode = false
        var thermalState = DeviceConditions.ThermalState.nominal
        var protectedData = true
        var backgroundAppRefresh = true

        init() {}

        init(_ json: JSONValue) {
            lowPowerMode = json["lowPowerMode"]?.bool ?? false
            externalPower = json["externalPower"]?.bool ?? false
            network = json["network"]?.string.flatMap(DeviceConditions.Network.init) ?? .wifi
            lowDataMode = json["lowDataMode"]?.bool ?? false
            thermalState = json["thermalState"]?.string.flatMap(DeviceConditions.ThermalState.init) ?? .nominal
            protectedData = json["protectedData"]?.bool ?? true
            backgroundAppRefresh = json["backgroundAppRefresh"]?.bool ?? true
        }
    }

    private let context: AppContext
    private let lock = NSLock()
    private var known = Conditions()
    /// Called after each change, while their owners live.
    private var observers: [Int: @Sendable (Conditions) -> Void] = [:]
    private var lastNumber = 0

    private init(_ context: AppContext) {
        self.context = context
        context.listen(to: ["deviceConditionsChanged"], self) { state, _, parameters in
            state.changed(to: Conditions(parameters))
        }
        known = Conditions(context.send("deviceConditions"))
    }

    /// Returns the device of an app.
    static func of(_ context: AppContext) -> DeviceState { context.only { DeviceState(context) } }

    /// The conditions now.
    var conditions: Conditions { lock.withLock { known } }

    /// Calls a function after each change.
    ///
    /// - Returns: the number with which that ends.
    func observe(_ body: @escaping @Sendable (Conditions) -> Void) -> Int {
        lock.withLock {
            lastNumber += 1
            observers[lastNumber] = body
            return lastNumber
        }
    }

    /// Calls a function no more.
    func forget(_ number: Int) { lock.withLock { observers[number] = nil } }

    /// Takes what the app is about to be told, so that it asks and hears the same.
    func protectedData(isAvailable: Bool) { lock.withLock { known.protectedData = isAvailable } }

    private func changed(to now: Conditions) {
        let (before, told) = lock.withLock {
            defer { known = now }
            return (known, Array(observers.values))
        }
        let application = MainActor.assumeIsolated { UIApplication.shared }
        func post(_ name: Notification.Name, _ object: Any?) {
            NotificationCenter.default.post(name: name, object: object)
        }
        if before.lowPowerMode != now.lowPowerMode { post(.NSProcessInfoPowerStateDidChange, ProcessInfo.processInfo) }
        if before.thermalState != now.thermalState {
            post(ProcessInfo.thermalStateDidChangeNotification, ProcessInfo.processInfo)
        }
        if before.externalPower != now.externalPower, UIDevice.current.isBatteryMonitoringEnabled {
            post(UIDevice.batteryStateDidChangeNotification, UIDevice.current)
        }
        if before.backgroundAppRefresh != now.backgroundAppRefresh {
            post(UIApplication.backgroundRefreshStatusDidChangeNotification, application)
        }
        for tell in told { tell(now) }
    }
}

extension NSNotification.Name {
    /// Low Power Mode was switched on or off.
    public static let NSProcessInfoPowerStateDidChange = NSNotification.Name(
        "NSProcessInfoPowerStateDidChangeNotification")
}

extension ProcessInfo {
    /// The heat of the device.
    public enum ThermalState: Int, Sendable {
        /// As it should be.
        case nominal = 0
        /// A little warm.
        case fair = 1
        /// Hot: an app does less.
        case serious = 2
        /// Too hot: an app does as little as it can.
        case critical = 3
    }

    /// The heat of the device has changed.
    public static let thermalStateDidChangeNotification = NSNotification.Name(
        "NSProcessInfoThermalStateDidChangeNotification")

    /// True while Low Power Mode is on (MD-17).
    public var isLowPowerModeEnabled: Bool { DeviceState.of(.current).conditions.lowPowerMode }

    /// The heat of the device.
    public var thermalState: ThermalState {
        switch DeviceState.of(.current).conditions.thermalState {
        case .nominal: .nominal
        case .fair: .fair
        case .serious: .serious
        case .critical: .critical
        }
    }
}
