import KeepAliveLinux
import KeepAlivePolicy

/// The helper processes that a runner starts from its own executable. Each has a socket to the runner as its standard
/// input.
///
/// Helpers are not for users and have no options. They bypass ArgumentParser, which would take most of their start
/// time.
enum HelperCommands {
    /// The service of each helper, by the first argument.
    private static let all: [String: @Sendable () throws -> Void] = [
        SoundProcess.subcommand: { try SoundService(descriptor: 0).run() },
        NameService.subcommand: { try NameService(descriptor: 0).run() },
        TransferService.subcommand: { try TransferService(descriptor: 0).run() },
        FileService.subcommand: { try FileService(descriptor: 0, answers: 1).run() },
        DesktopService.subcommand: { try DesktopService(descriptor: 0).run() },
    ]

    /// Runs a helper's service if the arguments name a helper.
    ///
    /// - Returns: true after the service has ended; false if the arguments name no helper.
    /// - Throws: ``KeepAliveError`` with code `supervision` if standard input is not a connection to a runner.
    static func serve(_ arguments: ArraySlice<String>) throws -> Bool {
        guard arguments.count == 1, let serve = arguments.first.flatMap({ all[$0] }) else { return false }
        Machine.takeItsName()
        do {
            try serve()
        } catch {
            throw KeepAliveError(.supervision, "standard input is no connection with a runner: \(error)")
        }
        return true
    }
}
