import CLinux
import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// The start of a command below its guardian.
extension GuardedProcess {
    static func spawn(_ request: Request, _ nursery: Nursery?, control: inout CInt) throws -> pid_t {
        let arguments = CStringArray(request.arguments)
        let script = CStringArray(["/bin/sh", RawText(request.path)] + request.arguments.dropFirst())
        let environment = CStringArray(request.environment)
        var raw = clinux_spawn_request()
        raw.argv = arguments.pointer
        raw.script_argv = script.pointer
        raw.envp = environment.pointer
        raw.cgroup_fd = request.cgroup?.descriptor ?? -1
        raw.stdin_fd = request.standardInput
        raw.stdout_fd = request.standardOutput
        raw.stderr_fd = request.standardError
        raw.terminal_fd = request.terminal ?? -1
        raw.process_group = request.processGroup ?? 0
        raw.ignored_signals = request.inheritedSignals.ignored
        raw.blocked_signals = request.inheritedSignals.blocked
        let strings = CStringArray(
            [
                request.path, guardianName, request.cgroup?.path ?? "", request.cleanupDirectory ?? "",
                request.directory ?? "", request.outputPath ?? "", request.errorPath ?? "",
            ].map { RawText($0) }
        )
        raw.path = UnsafePointer(strings.pointer[0])
        raw.guardian_name = UnsafePointer(strings.pointer[1])
        raw.cgroup_path = request.cgroup == nil ? nil : UnsafePointer(strings.pointer[2])
        raw.cleanup_directory = request.cleanupDirectory == nil ? nil : UnsafePointer(strings.pointer[3])
        raw.directory = request.directory == nil ? nil : UnsafePointer(strings.pointer[4])
        raw.stdout_path = request.outputPath == nil ? nil : UnsafePointer(strings.pointer[5])
        raw.stderr_path = request.errorPath == nil ? nil : UnsafePointer(strings.pointer[6])
        let watcher = withExtendedLifetime((arguments, script, environment, strings)) {
            request.inheritedDescriptors.withUnsafeBufferPointer { descriptors in
                raw.inherited_fds = descriptors.baseAddress
                raw.inherited_count = Int32(descriptors.count)
                guard let nursery else { return OwnChildren.start { clinux_spawn_guarded(&raw, &control) } }
                guard let started = nursery.start(&raw) else { return -1 }
                control = started
                return nursery.pid
            }
        }
        guard watcher != -1 else {
            throw SupervisedProcess.cannotStart(Errno(rawValue: errno))
        }
        return watcher
    }

    /// Describes why the process was not started.
    ///
    /// - Parameter record: the guardian's first record; `nil` if the guardian has sent none.
    static func failure(_ record: clinux_record?, isSilent: Bool, _ request: Request) -> KeepAliveError {
        guard let record else {
            return KeepAliveError(
                .supervision,
                isSilent
                    ? "the guardian has not started the command in \(patience.inWords): it is stopped, or gets no CPU time"
                    : "the guardian did not start the command: it was killed")
        }
        let error = Errno(rawValue: record.value)
        if record.kind == Int32(CLINUX_EXEC_FAILED.rawValue) {
            if error == .timedOut {
                return KeepAliveError(
                    .supervision, "cannot start \(request.path): it, its directory or its streams give no answer",
                    remedy: "They lie on a file system that does not answer, such as NFS or FUSE")
            }
            let streams = [CLINUX_STEP_STDOUT: request.outputPath, CLINUX_STEP_STDERR: request.errorPath]
            if let path = streams[clinux_step(UInt32(record.step))] ?? nil {
                let isUnread = error == .noSuchAddressOrDevice
                return KeepAliveError(.output, "\(path): \(isUnread ? "nobody reads this pipe" : "\(error)")")
            }
            let steps = [
                CLINUX_STEP_CGROUP: "cannot enter the cgroup \(request.cgroup?.path ?? "")",
                CLINUX_STEP_STREAMS: "cannot pass on standard input, output and error",
                CLINUX_STEP_DIRECTORY: "cannot enter the directory \(request.directory ?? "")",
            ]
            if let step = steps[clinux_step(UInt32(record.step))] {
                return KeepAliveError(.supervision, "cannot start \(request.path): \(step): \(error)")
            }
            let missing = error == .noSuchFileOrDirectory
            return KeepAliveError(
                missing ? .commandNotFound : .commandNotExecutable, "cannot execute \(request.path): \(error)",
                remedy: missing ? "The file exists; the interpreter on its first line, or its loader, may not" : nil)
        }
        return KeepAliveError(.supervision, "cannot create a process: \(error)")
    }
}
