import Glibc
import KeepAlivePolicy
import SystemPackage

/// An output that is written as a whole when the work is done: a file, or standard error.
///
/// Until then the file keeps its former content. ``begin(_:)`` removes that content, so that an old result is not taken
/// for a result of this run.
package final class OutputDocument {
    private let path: String
    /// The descriptor of a file that is written in place: a pipe, a device, or a file that cannot be replaced; `nil` if
    /// the file is replaced.
    private let output: OutputDescriptor?
    /// The path of the file that is replaced, with links followed.
    private let target: String
    /// The mode of the file that is replaced; `nil` for a new file.
    private var mode: mode_t?

    /// Checks that the document can be written, without changing anything.
    ///
    /// - Throws: ``KeepAliveError`` with code `output`.
    package init(_ path: String) throws {
        self.path = path
        target = FileIdentity.target(of: path)
        var information = stat()
        guard path != "-", stat(path, &information) == -1 && errno == ENOENT else {
            let descriptor = try OutputDescriptor.open(path, creates: false)
            let isReplaceable =
                descriptor.isOwn && descriptor.isRegular && information.st_nlink == 1
                && information.st_uid == geteuid() && (try? Self.tryOut(target)) != nil
            if isReplaceable {
                close(descriptor.number)
                mode = information.st_mode & 0o7777
                output = nil
            } else {
                descriptor.makeBlocking()
                output = descriptor
            }
            return
        }
        output = nil
        do {
            try Self.tryOut(target)
        } catch {
            throw OutputDescriptor.failure(path, error.rawValue)
        }
    }

    deinit {
        if let output { close(output.number) }
    }

    /// True if the file is replaced as a whole. Such a file may be written more than once, and no write waits for a
    /// reader.
    package var isReplaced: Bool { output == nil }

    /// Removes the content of an earlier run before the work begins. If this run does not finish, the file has the text
    /// `unfinished`, or does not exist.
    ///
    /// - Parameter unfinished: the content of the file until the work is done; `nil` to delete the file.
    package func begin(_ unfinished: String? = nil) {
        guard isReplaced else { return }
        if let unfinished, (try? write(unfinished)) != nil { return }
        // On a full disk the text cannot be written, so the file is deleted. A file that is a mount point cannot be
        // deleted, so it is emptied.
        if unlink(target) == -1, errno != ENOENT { _ = overwrite(with: "") }
    }

    /// Writes the document. Only a document that ``isReplaced`` may be written more than once.
    ///
    /// Waits for the reader of a pipe. A regular file is replaced in one step: the new content is written to another
    /// file beside it, which is then renamed. Signals that would end this process are blocked until the file has been
    /// renamed.
    ///
    /// - Throws: ``KeepAliveError`` with code `output`.
    package func write(_ text: String) throws {
        if let output {
            if output.isOwn, output.isRegular { ftruncate(output.number, 0) }
            if let error = OutputDescriptor.writeAll(text, to: output.number) {
                throw OutputDescriptor.failure(path, error)
            }
            return
        }
        do {
            try Self.holdingSignals { () throws(Errno) in try replace(with: text) }
        } catch {
            throw OutputDescriptor.failure(path, error.rawValue)
        }
    }

    private func replace(with text: String) throws(Errno) {
        let (descriptor, name) = try Self.makeFile(beside: target)
        if let mode { fchmod(descriptor, mode) }
        var error = OutputDescriptor.writeAll(text, to: descriptor)
        if close(descriptor) == -1, error == nil { error = errno }
        // A file that is a mount point, as in a Docker container, cannot be replaced, so it is overwritten.
        if error == nil, rename(name, target) == -1 { error = overwrite(with: text) } else if error == nil { return }
        unlink(name)
        if let error { throw Errno(rawValue: error) }
    }

    private func overwrite(with text: String) -> CInt? {
        let descriptor = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return errno }
        let error = OutputDescriptor.writeAll(text, to: descriptor)
        return close(descriptor) == -1 && error == nil ? errno : error
    }

    /// Checks that a file can be created in the directory of a path.
    private static func tryOut(_ path: String) throws(Errno) {
        try holdingSignals { () throws(Errno) in
            let (descriptor, name) = try makeFile(beside: path)
            close(descriptor)
            unlink(name)
        }
    }

    /// Creates a file in the directory of `path`. The name is the one in `path` with `.tmp-PID` appended, and with a
    /// further number if that name is taken.
    private static func makeFile(beside path: String) throws(Errno) -> (descriptor: CInt, path: String) {
        var information = stat()
        if stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR { throw .isDirectory }
        let (directory, name) = FileIdentity.parts(of: path)
        // The paths '' and 'directory/' name no file.
        guard !name.isEmpty else { throw path.isEmpty ? .noSuchFileOrDirectory : .isDirectory }
        guard name.utf8.count <= Int(NAME_MAX) else { throw .fileNameTooLong }
        let head = name.utf8.count <= Int(NAME_MAX) - 20 ? name : "keepalive-run"
        for attempt in 0..<100 {
            let beside = "\(directory)/\(head).tmp-\(getpid())" + (attempt == 0 ? "" : ".\(attempt)")
            let descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            if descriptor >= 0 { return (descriptor, beside) }
            guard errno == EEXIST else { throw Errno(rawValue: errno) }
        }
        throw .fileExists
    }

    /// Runs a body with signals blocked, because an interruption would leave a temporary file behind.
    private static func holdingSignals<Value>(_ body: () throws(Errno) -> Value) throws(Errno) -> Value {
        var held = sigset_t()
        var before = sigset_t()
        sigemptyset(&held)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE] { sigaddset(&held, signal) }
        pthread_sigmask(SIG_BLOCK, &held, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try body()
    }
}
