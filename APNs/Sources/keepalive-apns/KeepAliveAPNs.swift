import ArgumentParser
import Foundation
import PushExchange
import PushServer

@main
struct KeepAliveAPNs: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keepalive-apns",
        abstract: "A push server for the devices of this machine, with the provider API of APNs.",
        discussion: """
            A provider pushes to https://localhost:2197 as it does to https://api.push.apple.com, and trusts the \
            server's own certificate authority. Devices of 'keepalive-run' connect by a Unix socket; an app that \
            registers for remote notifications gets a token that works here.
            """,
        subcommands: [Serve.self, MakeKey.self, MakeCertificate.self], defaultSubcommand: Serve.self)
}

/// Where the server keeps its state.
struct StateOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The directory for the certificate authority, the keys of providers and the tokens. Default: "
                + "$XDG_STATE_HOME/keepalive-apns, or ~/.local/state/keepalive-apns.", valueName: "DIR"))
    var state: String?

    var directory: StateDirectory {
        get throws { try StateDirectory(state ?? StateDirectory.standardPath) }
    }
}

/// The identifiers of a key that exists.
struct KeyIdentifiers: ParsableArguments {
    @Option(help: ArgumentHelp("The key's identifier, ten characters: the 'kid' of provider tokens.", valueName: "ID"))
    var keyID: String?

    @Option(help: ArgumentHelp("The team's identifier, ten characters: the 'iss' of provider tokens.", valueName: "ID"))
    var teamID: String?
}

/// Ends the program with a message and a status.
func fail(_ message: String, status: Int32) -> Never {
    try? FileHandle.standardError.write(contentsOf: Data("keepalive-apns: error: \(message)\n".utf8))
    exit(status)
}

/// Runs something, and ends the program with status 125 when it fails.
func orFail<Value>(_ body: () throws -> Value) -> Value {
    do { return try body() } catch { fail("\(error)", status: 125) }
}
