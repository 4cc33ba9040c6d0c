import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// The conditions of the device: power, network, heat, screen lock, Background App Refresh.
    static let device = Service(
        methods: [
            AppMethod(ApplicationMethods.deviceConditions, by: .apps) { call in
                try call.voice.state(DeviceWatch.self).begin(call)
            }
        ],
        callbacks: [CallbackRow(telling: ApplicationCallbacks.deviceConditionsChanged)])
}

/// Informs an app of changes in the device's conditions, once the app has asked for the conditions.
final class DeviceWatch: ServiceMemory {
    /// The values that were last reported to the app; `nil` before the app's first request. `conditions` are the
    /// device's conditions at that time.
    private var told: DeviceAround?
    private var conditions: DeviceConditions?
    private var isProtectedDataAvailable = true
    private weak var voice: SocketVoice?

    func begin(_ call: AppCall) throws -> DeviceAround {
        voice = try call.voice
        let now = Self.around(try call.engine)
        told = now
        conditions = try call.engine.machine.conditions
        isProtectedDataAvailable = try call.engine.machine.isProtectedDataAvailable
        return now
    }

    func settled(_ engine: Engine) {
        // A suspended app is informed when it runs again.
        let machine = engine.machine
        guard let before = told, machine.state.isRunning,
            machine.conditions != conditions || machine.isProtectedDataAvailable != isProtectedDataAvailable
        else { return }
        conditions = machine.conditions
        isProtectedDataAvailable = machine.isProtectedDataAvailable
        let now = Self.around(engine)
        guard now != before else { return }
        told = now
        voice?.tell(ApplicationCallbacks.deviceConditionsChanged, now)
    }

    private static func around(_ engine: Engine) -> DeviceAround {
        let conditions = engine.machine.conditions
        var device = DeviceAround()
        device.lowPowerMode = conditions.lowPowerMode
        device.externalPower = conditions.externalPower
        device.network = conditions.network
        device.lowDataMode = conditions.lowDataMode
        device.thermalState = conditions.thermalState
        device.protectedData = engine.machine.isProtectedDataAvailable
        device.backgroundAppRefresh = conditions.backgroundAppRefresh
        return device
    }
}
