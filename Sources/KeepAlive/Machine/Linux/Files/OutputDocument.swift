import Glibc
import KeepAlivePolicy
import SystemPackage

/// A file that is written as a whole when the work is done, or standard error.
///
/// Until then the file keeps its content, unless ``begin(_:)`` takes it away: a result that stands must be of this run.
package final class OutputDocument {
    private let path: String
    /// The descriptor of a file that is written in place: a pipe, a device, a file that cannot be replaced.
    private let output: OutputDescriptor?
    /// The path of the file that is replaced, links followed.
    private let target: String
    /// The mode of the file that is replaced; `nil` for a new one.
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

    /// True when the file is replaced as a whole. Then it may be written again and again, and no write waits for a
    /// reader.
    package var isReplaced: Bool { output == nil }

    /// Takes away what an earlier run has left, before the work begins: if this run never ends, its file says so, or is not there.
    ///
    /// - Parameter unfinished: what the file says until the work is done; `nil` for no file.
    package func begin(_ unfinished: String? = nil) {
        guard isReplaced else { return }
        if let unfinished, (try? write(unfinished)) != nil { return }
        // A full disk takes no text. A mount point cannot be deleted, and is emptied.
        if unlink(target) == -1, errno != ENOENT { _ = overwrite(with: "") }
    }

    /// Writes the document. Only a file that is replaced may be written more than once.
    ///
    /// It waits for the reader of a pipe. A regular file appears whole or not at all: the new file is written beside
    /// the old one, and takes its name at the end. A signal that would end this process waits until then.
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
        // A file that is a mount point, as in a container, cannot be replaced.
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

    /// Checks that a file can be made in the directory of another.
    private static func tryOut(_ path: String) throws(Errno) {
        try holdingSignals { () throws(Errno) in
            let (descriptor, name) = try makeFile(beside: path)
            close(descriptor)
            unlink(name)
        }
    }

    /// Makes a file with a free name: that of another file with `.tmp-PID` at its end.
    private static func makeFile(beside path: String) throws(Errno) -> (descriptor: CInt, path: String) {
        var information = stat()
        if stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR { throw .isDirectory }
        let (directory, name) = FileIdentity.parts(of: path)
        // '' and 'directory/' name no file.
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

    /// Runs a body that must not be interrupted, because it would leave a file behind.
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
