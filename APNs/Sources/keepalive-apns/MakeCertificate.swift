import ArgumentParser
import Foundation
import PushServer

/// `keepalive-apns make-certificate`.
struct MakeCertificate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a certificate for a provider that does not use tokens, with its private key, in PEM.",
        discussion: "It is good for the app, its calls (.voip) and its complications (.complication).")

    @OptionGroup var state: StateOption

    @Option(help: ArgumentHelp("The app's bundle identifier.", valueName: "ID"))
    var topic: String

    @Option(help: ArgumentHelp("The file to write. Default: TOPIC.pem.", valueName: "FILE"))
    var output: String?

    func validate() throws {
        guard !topic.isEmpty, topic.utf8.count <= 255, !topic.contains("/"), topic.allSatisfy(\.isASCII) else {
            throw ValidationError("--topic is to be a bundle identifier, such as com.example.app")
        }
    }

    func run() throws {
        let directory = orFail { try state.directory }
        let path = output ?? "\(topic).pem"
        orFail {
            try directory.write(directory.authority().providerCertificate(topic: topic), to: path)
        }
        print(path)
    }
}
