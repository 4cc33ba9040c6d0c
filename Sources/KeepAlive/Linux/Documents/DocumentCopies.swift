import CLinux
import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// Copies files into the inboxes of apps. Each copy is made by a process of cat(1): a file may lie where a read hangs.
package final class DocumentCopies {
    private struct Copy {
        var process: GuardedProcess
        var limit: ScheduledAction
        var unfinished: String
    }

    private let loop: EventLoop
    private var copies: [Int: Copy] = [:]
    private var last = 0
    /// The longest time of a copy, our choice.
    package static let limit = Duration.seconds(600)

    /// Creates the part; nothing is copied yet.
    package init(loop: EventLoop) { self.loop = loop }

    /// Copies a file.
    ///
    /// - Parameters:
    ///   - path: the absolute path of the file.
    ///   - inbox: the directory, which is made. A name that is taken there gets a number: `a-1.pdf` (LN-06).
    ///   - completion: gets the path of the whole copy, or the reason why there is none; nothing is left then.
    /// - Throws: ``KeepAliveError`` with code `supervision` or `output`; `completion` is not called then.
    package func copy(
        _ path: String, into inbox: String, completion: @escaping (Result<String, KeepAliveError>) -> Void
    )
        throws
    {
        let name = path.split(separator: "/").last.map(String.init) ?? "document"
        guard mkdir(inbox, 0o755) == 0 || errno == EEXIST else {
            throw KeepAliveError(.output, "\(inbox): \(Errno(rawValue: errno))")
        }
        let cat = try CommandResolver.resolve("cat", path: Machine.variable("PATH"))
        last += 1
        let number = last
        // The app sees no copy that is not whole.
        let unfinished = "\(inbox)/.incoming-\(getpid())-\(number)"
        let complaint = try ScratchFile("keepalive-copy")
        let null = try FileDescriptor.open("/dev/null", .readWrite, options: .closeOnExec)
        defer { try? null.close() }
        let target = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard target != -1 else { throw KeepAliveError(.output, "\(unfinished): \(Errno(rawValue: errno))") }
        defer { Glibc.close(target) }
        var request = GuardedProcess.Request(
            path: cat, arguments: ["cat", "--", path].map { RawText($0) }, environment: Machine.rawEnvironment)
        request.standardInput = null.rawValue
        request.standardOutput = target
        request.standardError = complaint.descriptor
        let process: GuardedProcess
        do {
            process = try GuardedProcess(request, loop: loop)
        } catch {
            unlink(unfinished)
            throw error
        }
        let limit = loop.schedule(after: Self.limit) { [unowned self] in
            fail(number, unfinished, "it takes longer than \(Self.limit.inWords)", name, completion)
        }
        copies[number] = Copy(process: process, limit: limit, unfinished: unfinished)
        process.onReport = { [unowned self] report in
            switch report {
            case .exited(let status) where status == .exited(0):
                take(number)
                completion(Self.name(unfinished, as: name, in: inbox))
            case .exited, .guardianLost:
                fail(number, unfinished, complaint.firstLine ?? "cat failed", name, completion)
            case .stopped, .continued: break
            }
        }
    }

    /// Ends all copies; nothing is said of them.
    package func close() {
        for (number, copy) in copies {
            unlink(copy.unfinished)
            take(number)
        }
    }

    private func take(_ number: Int) {
        guard let copy = copies.removeValue(forKey: number) else { return }
        loop.cancel(copy.limit)
        copy.process.onReport = nil
        // The closure holds the object until the guardian has cleaned up. A process may hang in the kernel.
        copy.process.dismiss { [process = copy.process] _ in _ = process }
    }

    private func fail(
        _ number: Int, _ unfinished: String, _ why: String, _ name: String,
        _ completion: (Result<String, KeepAliveError>) -> Void
    ) {
        take(number)
        unlink(unfinished)
        completion(.failure(KeepAliveError(.output, "\(name) could not be copied: \(why)")))
    }

    /// Gives a copy its name, or the first free one with a number.
    private static func name(_ unfinished: String, as name: String, in inbox: String) -> Result<String, KeepAliveError>
    {
        defer { unlink(unfinished) }
        let dot = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
        for number in 0..<namesMax {
            let path = "\(inbox)/" + (number == 0 ? name : "\(name[..<dot])-\(number)\(name[dot...])")
            // A link replaces no file. Some file systems have none.
            if link(unfinished, path) == 0 { return .success(path) }
            if errno == EEXIST { continue }
            if errno == EPERM || errno == EOPNOTSUPP, clinux_rename_as_new(unfinished, path) == 0 {
                return .success(path)
            }
            guard errno == EEXIST else { break }
        }
        return .failure(KeepAliveError(.output, "the copy of \(name) cannot be named: \(Errno(rawValue: errno))"))
    }

    /// The number of names that are tried.
    private static let namesMax = 10_000
}
