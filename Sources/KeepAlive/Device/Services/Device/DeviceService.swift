import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// The device around an app: power, network, heat, lock, Background App Refresh.
    static let device = Service(
        methods: [
            AppMethod(
                "deviceConditions",
                "the device around the app: isLowPowerModeEnabled, NWPath, thermalState, isProtectedDataAvailable and others; "
                    + "from now on deviceConditionsChanged tells of changes",
                returns: .object(DeviceWatch.shape), by: .apps
            ) { call in try call.voice.state(DeviceWatch.self).begin(call) }
        ],
        callbacks: [
            CallbackRow(
                telling: DeviceWatch.changed, "the device around the app has changed, while it runs or was suspended",
                DeviceWatch.shape)
        ])
}

/// Tells an app of the changes of the device, once it has asked.
final class DeviceWatch: ServiceMemory {
    /// The callback that tells of a change.
    static let changed = "deviceConditionsChanged"

    /// The conditions as an app gets them.
    static let shape: [Shape.Field] = [
        .init("lowPowerMode", .flag), .init("externalPower", .flag),
        .init("network", .word(of: DeviceConditions.Network.self)), .init("lowDataMode", .flag),
        .init("thermalState", .word(of: DeviceConditions.ThermalState.self)), .init("protectedData", .flag),
        .init("backgroundAppRefresh", .flag),
    ]

    /// The conditions that the app was told last, and those of the device at that time.
    private var told: [String: JSONValue]?
    private var conditions: DeviceConditions?
    private var isProtectedDataAvailable = true
    private weak var voice: SocketVoice?

    func begin(_ call: AppCall) throws -> JSONValue {
        voice = try call.voice
        let now = Self.members(try call.engine)
        told = now
        conditions = try call.engine.machine.conditions
        isProtectedDataAvailable = try call.engine.machine.isProtectedDataAvailable
        return .object(now)
    }

    func settled(_ engine: Engine) {
        // A suspended app is told when it runs again.
        let machine = engine.machine
        guard let before = told, machine.state.isRunning,
            machine.conditions != conditions || machine.isProtectedDataAvailable != isProtectedDataAvailable
        else { return }
        conditions = machine.conditions
        isProtectedDataAvailable = machine.isProtectedDataAvailable
        let now = Self.members(engine)
        guard now != before else { return }
        told = now
        voice?.tell(Self.changed, .object(now))
    }

    private static func members(_ engine: Engine) -> [String: JSONValue] {
        let conditions = engine.machine.conditions
        return [
            "lowPowerMode": .bool(conditions.lowPowerMode), "externalPower": .bool(conditions.externalPower),
            "network": .string(conditions.network.rawValue), "lowDataMode": .bool(conditions.lowDataMode),
            "thermalState": .string(conditions.thermalState.rawValue),
            "protectedData": .bool(engine.machine.isProtectedDataAvailable),
            "backgroundAppRefresh": .bool(conditions.backgroundAppRefresh),
        ]
    }
}
