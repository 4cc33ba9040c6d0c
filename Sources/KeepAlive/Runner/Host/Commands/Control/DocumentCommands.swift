import ArgumentParser
import Glibc
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport

extension Control {
    struct OpenDocument: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "open", abstract: "Open a file with an app: a copy of it, or in place.",
            usage: "keepalive-run ctl open FILE [--app APP] [--type TYPE] [--list] [--system PID]",
            discussion: """
                The app gets a copy in its Documents/Inbox, or, with LSSupportsOpeningDocumentsInPlace, the file itself. \
                Without --app it is the first that is offered the file: by the rank of its CFBundleDocumentTypes, Owner, \
                then Alternate, then Default; by name within a rank. The type is that of the file's suffix.
                """)

        @OptionGroup var app: AppOption

        @Option(
            help: ArgumentHelp("The uniform type identifier, such as com.adobe.pdf.", valueName: "TYPE"))
        var type: String?

        @Flag(help: "Only list the apps that are offered the file.")
        var list = false

        @Argument(help: ArgumentHelp("The file.", valueName: "FILE"), completion: .file())
        var file: String

        func run() throws {
            let path = try Machine.fullPath(file)
            var information = stat()
            guard stat(path, &information) == 0, access(path, R_OK) == 0 else {
                throw ValidationError("\(file): \(String(cString: strerror(errno)))")
            }
            switch information.st_mode & S_IFMT {
            case S_IFREG: break
            case S_IFDIR: throw ValidationError("\(file): a directory is no document")
            default: throw ValidationError("\(file): not a regular file")
            }
            var parameters: [String: JSONValue] = ["path": .string(path)]
            parameters["type"] = type.map { .string($0) }
            guard list else {
                let progress = WaitProgress(
                    "\(file), \(Figures.amount(Double(information.st_size), .bytes)), is being opened")
                return try app.tell("openDocument", parameters, work: FileWorkers.copyLimit, progress: progress)
            }
            let answer = try app.device.client().request("documentOffers", .object(parameters))
            let offers = (answer["offers"]?.array ?? []).map { offer in
                let icons = offer["icons"]?.array?.compactMap(\.string) ?? []
                let shown = icons.isEmpty ? "" : ", icon \(icons.joined(separator: " "))"
                return "\(offer["app"]?.string ?? ""): \(offer["rank"]?.string ?? "")\(shown)".withoutControls + "\n"
            }
            try Machine.show(
                (answer["type"]?.string ?? "").withoutControls + "\n"
                    + (offers.isEmpty ? "offered to no app\n" : offers.joined()))
        }
    }

    struct Documents: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "documents", abstract: "List the files of an app that the user sees in Files.",
            usage: "keepalive-run ctl documents [--app APP] [--system PID]",
            discussion: """
                An app shows its Documents with UIFileSharingEnabled and LSSupportsOpeningDocumentsInPlace; on a device \
                booted with --reading articles the second is enough.
                """)

        @OptionGroup var app: AppOption

        func run() throws {
            let answer = try app.device.client().request("documents", .object(app.parameters()))
            guard answer["isShared"]?.bool == true else {
                let name = answer["app"]?.string ?? ""
                let keys = answer["missingKeys"]?.array?.compactMap(\.string) ?? []
                return try Machine.show(
                    "\(name) shows no documents: its Info.plist does not have \(keys.joined(separator: " and "))"
                        .withoutControls + "\n")
            }
            let files = answer["files"]?.array?.compactMap(\.string) ?? []
            try Machine.show(files.map { $0.withoutControls + "\n" }.joined())
        }
    }
    struct Preview: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "preview", abstract: "Say of which file an app shows a preview, or open it here.",
            usage: "keepalive-run ctl preview [--open] [--app APP] [--system PID]",
            discussion: """
                With --open the file is opened with this desktop's program for it (xdg-open). 'ctl close-preview' closes the \
                app's preview.
                """)

        @OptionGroup var app: AppOption

        @Flag(help: "Open the file with xdg-open.")
        var open = false

        func run() throws {
            let answer = try app.device.client().request("preview", .object(app.parameters()))
            guard let path = answer["path"]?.string else {
                throw KeepAliveError(.control, "\(answer["app"]?.string ?? "") shows no preview")
            }
            guard !open else { try DesktopOpener.open(path) }
            try Machine.show("\(path.withoutControls)\n")
        }
    }
}
