import CLinux
import FoundationEssentials
import Glibc
import KeepAliveFormats
import KeepAlivePolicy
import SystemPackage

/// The process that opens the files that verbs and apps name, and carries out one order at a time. A file that does not
/// respond blocks only this process, which the runner then abandons.
package final class FileService {
    /// The subcommand of keepalive-run that runs this process.
    package static let subcommand = "file-service"

    private let loop: EventLoop
    private let socket: PacketSocket<FileOrder, FileDone>
    private let answers: CInt

    /// - Parameters:
    ///   - descriptor: the connection with the runner, which this object takes over.
    ///   - answers: the file into which the answer to an order is written.
    /// - Throws: `Errno`.
    package init(descriptor: CInt, answers: CInt) throws {
        loop = try EventLoop()
        socket = try PacketSocket(descriptor, loop: loop)
        self.answers = answers
    }

    /// Carries out orders until the runner closes the connection.
    package func run() {
        signal(SIGXFSZ, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        socket.onMessage = { [unowned self] in obey($0) }
        socket.onEnd = { [loop] in loop.stop() }
        loop.run()
    }

    private func obey(_ order: FileOrder) {
        switch order {
        case .prepare(let files): answer { try Self.prepare(files) }
        case .read(let path, let limit):
            answer { Data(try InputFile.bytes(of: path, limit: limit, code: .output, what: "a regular file")) }
        case .copy(let path, let container, let inbox):
            answer { try DocumentCopy(path: path, container: container, inbox: inbox).make() }
        case .discard(let name, let container, let inbox):
            answer {
                let directory = try ContainedDirectory(inbox, in: container, mode: nil)
                directory.remove(name, as: directory.owner)
                return true
            }
        case .documents(let container): answer { AppContainer.documents(in: container) }
        case .keepItem(let container, let number, let json):
            answer {
                try KeychainDirectory(in: container, mode: 0o700).write(json, number: number)
                return true
            }
        case .removeItem(let container, let number):
            answer {
                try KeychainDirectory(in: container, mode: 0o700).remove(number: number)
                return true
            }
        }
    }

    private func answer<Value: Codable>(_ body: () throws -> Value) {
        var answer = FileAnswer<Value>()
        do { answer.value = try body() } catch { answer.failure = FileFailure(error) }
        ftruncate(answers, 0)
        if let json = try? JSONEncoder().encode(answer) {
            _ = json.withUnsafeBytes { OutputDescriptor.writeAll($0, to: answers) }
        }
        socket.send(FileDone())
    }

    /// Examines the files from which an app is started, and makes its container. The runner itself calls this function
    /// only before it serves clients, because a file that does not respond blocks the caller.
    ///
    /// - Throws: ``KeepAliveError``.
    package static func prepare(_ files: AppFiles) throws -> AppFiles.Ready {
        let plist = try files.infoPlist.map { path in
            Data(
                try InputFile.bytes(
                    of: path, limit: ManifestDecoder.sizeMaxBytes, code: .manifest, what: "an Info.plist"))
        }
        if let container = files.container {
            try AppContainer.make(container)
            try refuseOutputs(files.outputs, in: container)
            DocumentCopy.sweep(container)
        }
        let program = try CommandResolver.resolve(
            files.command, path: files.searchPath, directory: files.directory)
        return AppFiles.Ready(
            program: program, isMarked: AppMark.isIn(program), infoPlist: plist,
            keepsTransfers: files.container.map { access(TransferFiles.path(in: $0), F_OK) == 0 } ?? false,
            keychain: files.container.flatMap { try? KeychainDirectory(in: $0, mode: nil).read() } ?? [:])
    }
}

extension FileService {
    /// Refuses output files in the app's container if root runs the runner and another user owns the container. That
    /// user's app could replace the output file by a link, and root would open the target of the link.
    private static func refuseOutputs(_ outputs: [String], in container: String) throws {
        var information = stat()
        guard geteuid() == 0, stat(container, &information) == 0, information.st_uid != 0 else { return }
        let beneath = Machine.absolute(container) + "/"
        guard let output = outputs.first(where: { Machine.absolute($0).hasPrefix(beneath) }) else { return }
        throw KeepAliveError(
            .output, "\(output) lies in the app's container, which is user \(information.st_uid)'s",
            remedy: "The app could replace it by a link, which root would follow: write it elsewhere")
    }
}

/// The message to the runner that an order has been carried out and that its answer is in the answer file.
struct FileDone: Sendable, Codable {}
