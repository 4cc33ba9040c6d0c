import ArgumentParser
import Foundation
import PushServer

/// `keepalive-apns make-key`.
struct MakeKey: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a key for provider tokens, or trust one that you have.",
        discussion: "A server that runs takes provider tokens of the key at once.")

    @OptionGroup var state: StateOption
    @OptionGroup var identifiers: KeyIdentifiers

    @Option(
        help: ArgumentHelp(
            "A key of yours, AuthKey_*.p8, in place of a new one; needs --key-id and --team-id. Its public half is "
                + "kept.", valueName: "FILE"))
    var file: String?

    func validate() throws {
        if file != nil, identifiers.keyID == nil || identifiers.teamID == nil {
            throw ValidationError("--file needs --key-id and --team-id: the key itself does not hold them")
        }
        if file == nil, identifiers.keyID != nil {
            throw ValidationError("--key-id belongs to --file: a new key gets an identifier of its own")
        }
    }

    func run() throws {
        let directory = orFail { try state.directory }
        if let file, let id = identifiers.keyID, let team = identifiers.teamID {
            let key = orFail { try directory.trust(keyAt: file, id: id, team: team) }
            return print("trusted: key ID \(key.id), team ID \(key.team)")
        }
        let (key, path) = orFail { try directory.makeProviderKey(team: identifiers.teamID) }
        print("\(path)\nkey ID \(key.id)\nteam ID \(key.team)")
    }
}
