// A plug-in imports this module alone; the modules that plug-ins need come with it.
@_exported import KeepAliveEngine
@_exported import KeepAliveFormats
@_exported import KeepAliveLinux
@_exported import KeepAlivePolicy
@_exported import KeepAlivePorts
@_exported import KeepAliveProtocol
@_exported import KeepAliveStrategies

/// Runs the command `keepalive-run` with the arguments of this process, and with plug-ins beside its built-in parts.
///
/// An executable needs nothing else:
///
/// ```swift
/// import KeepAliveHost
///
/// KeepAliveHost.main(strategies: [PatientTask.self])
/// ```
///
/// The strategies are then names for `--strategy`, `verify`, `measure`, `list` and scenarios; the freezers are names for
/// `--freezer`; the services answer every app over `KEEPALIVE_SOCKET`, and `list protocol` shows them. The runner starts
/// helpers from its own executable, so nothing else is needed beside it.
///
/// - Parameters:
///   - strategies: ways to stay alive, which act for apps.
///   - freezers: ways to suspend a process tree.
///   - services: methods that apps can call, and callbacks that they get.
/// - Returns: never; the process ends with the exit status of the command, or with 64 when a name of a plug-in is taken.
public func main(
    strategies: [any KeepAliveStrategy.Type] = [], freezers: [FreezerPlugIn] = [], services: [Service] = []
) -> Never {
    KeepAliveRun.run {
        for strategy in strategies { try StrategyRegistry.add(strategy) }
        for freezer in freezers { try FreezerRegistry.add(freezer) }
        for service in services { try ServiceTable.add(service) }
    }
}
