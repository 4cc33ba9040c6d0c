import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy

/// `keepalive-run sound-service`: the process that a runner starts to play sound; its standard input is the connection.
struct SoundServiceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: SoundProcess.subcommand, abstract: "Play sound for the runner that started this.",
        shouldDisplay: false)

    func run() throws { try connected { try SoundService(descriptor: 0).run() } }
}

/// `keepalive-run name-service`: the process that a runner starts to look up a host's name, with the same connection.
struct NameServiceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: NameService.subcommand, abstract: "Look up names for the runner that started this.",
        shouldDisplay: false)

    func run() throws { try connected { try NameService(descriptor: 0).run() } }
}

/// `keepalive-run transfer-service`: the process that a runner starts to transfer, with the same connection.
struct TransferServiceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: TransferService.subcommand, abstract: "Transfer for the runner that started this.",
        shouldDisplay: false)

    func run() throws { try connected { try TransferService(descriptor: 0).run() } }
}

/// `keepalive-run notification-service`: the process that a runner starts to show notifications on the desktop.
struct NotificationServiceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: DesktopService.subcommand, abstract: "Show notifications for the runner that started this.",
        shouldDisplay: false)

    func run() throws { try connected { try DesktopService(descriptor: 0).run() } }
}

private func connected(_ serve: () throws -> Void) throws {
    do {
        try serve()
    } catch {
        throw KeepAliveError(.supervision, "standard input is no connection with a runner: \(error)")
    }
}
