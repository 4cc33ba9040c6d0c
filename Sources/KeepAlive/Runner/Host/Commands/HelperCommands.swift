import KeepAliveLinux
import KeepAlivePolicy

/// The processes that a runner starts from its own executable, each with a connection as its standard input.
///
/// They are no commands for people, so they have no options, and they start without the parser of options, which would
/// take most of their time until they serve.
enum HelperCommands {
    /// The service of each, by the first argument.
    private static let all: [String: @Sendable () throws -> Void] = [
        SoundProcess.subcommand: { try SoundService(descriptor: 0).run() },
        NameService.subcommand: { try NameService(descriptor: 0).run() },
        TransferService.subcommand: { try TransferService(descriptor: 0).run() },
        FileService.subcommand: { try FileService(descriptor: 0, answers: 1).run() },
        DesktopService.subcommand: { try DesktopService(descriptor: 0).run() },
    ]

    /// Serves, if the arguments are a helper's.
    ///
    /// - Returns: whether they are, when it has served.
    /// - Throws: ``KeepAliveError`` with code `supervision` when standard input is no connection.
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
