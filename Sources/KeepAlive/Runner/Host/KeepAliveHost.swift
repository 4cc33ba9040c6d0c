// A plug-in imports only this module, which re-exports the modules that plug-ins need.
@_exported import KeepAliveEngine
@_exported import KeepAliveFormats
@_exported import KeepAliveLinux
@_exported import KeepAlivePolicy
@_exported import KeepAlivePorts
@_exported import KeepAliveProtocol
@_exported import KeepAliveStrategies

/// Runs the command `keepalive-run` with the arguments of this process, and with plug-ins in addition to the built-in
/// parts.
///
/// A plug-in's executable needs only these lines:
///
/// ```swift
/// import KeepAliveHost
///
/// KeepAliveHost.main(strategies: [PatientTask.self])
/// ```
///
/// The strategies' names are then valid for `--strategy`, `verify`, `measure`, `list` and scenarios, and the
/// freezers' names for `--freezer`. The services answer every app over `KEEPALIVE_SOCKET`, and `list protocol` prints
/// their methods. The runner starts its helper processes from the same executable, so no other executable is needed.
///
/// - Parameters:
///   - strategies: the strategies that can act for apps.
///   - freezers: the freezers that can suspend a process tree.
///   - services: the services, with methods that apps can call and callbacks to apps.
/// - Returns: never. The process exits with the command's exit status, or with 64 if a plug-in uses a name that
///   exists already.
public func main(
    strategies: [any KeepAliveStrategy.Type] = [], freezers: [FreezerPlugIn] = [], services: [Service] = []
) -> Never {
    KeepAliveRun.run {
        for strategy in strategies { try StrategyRegistry.add(strategy) }
        for freezer in freezers { try FreezerRegistry.add(freezer) }
        for service in services { try ServiceTable.add(service) }
    }
}
