import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAlivePorts
@testable import KeepAliveReport

/// The built binary under test: started under a guardian of the test's own, its output read on the test's own loop.
///
/// The guardian adopts whatever the runner leaves behind, so "nothing is left" can be counted exactly.
final class Runner {
    let loop: EventLoop
    private(set) var output = ""
    private(set) var errors = ""
    private(set) var status: ProcessStatus?
    private let process: GuardedProcess
    private var openPipes = 2
    private var descriptors: [CInt] = []

    static let path = built("keepalive-run")
    /// The program that uses what it is told to (Tests/LoadProgram).
    static let workload = built("test-workload")

    /// Returns the path of a program that is built beside the tests.
    static func built(_ name: String) -> String {
        OwnProcess.path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/\(name)"
    }

    /// Starts the binary, with our environment and what is said here, which comes first.
    init(_ arguments: [String], input: String = "", environment: [String: String] = [:], path: String = Runner.path)
        throws
    {
        loop = try EventLoop()
        func makePipe() -> (CInt, CInt) {
            var ends: [CInt] = [0, 0]
            pipe(&ends)
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            return (ends[0], ends[1])
        }
        let (inputEnd, inputSource) = makePipe()
        let (outputSource, outputEnd) = makePipe()
        let (errorSource, errorEnd) = makePipe()
        var request = GuardedProcess.Request(
            path: path, arguments: ["keepalive-run"] + arguments.map { RawText($0) },
            environment: environment.map { RawText("\($0.key)=\($0.value)") }
                + Machine.rawEnvironment.filter { inherited in
                    !environment.keys.contains { inherited.text.hasPrefix("\($0)=") }
                })
        request.standardInput = inputEnd
        request.standardOutput = outputEnd
        request.standardError = errorEnd
        process = try GuardedProcess(request, loop: loop)
        for descriptor in [inputEnd, outputEnd, errorEnd] { close(descriptor) }
        var text = input
        text.withUTF8 { _ = write(inputSource, $0.baseAddress, $0.count) }
        close(inputSource)
        process.onReport = { [unowned self] report in
            if case .exited(let status) = report { self.status = status }
        }
        try read(outputSource) { [unowned self] in output += $0 }
        try read(errorSource) { [unowned self] in errors += $0 }
    }

    deinit {
        process.end()
        for descriptor in descriptors { close(descriptor) }
    }

    private func read(_ descriptor: CInt, _ take: @escaping (String) -> Void) throws {
        descriptors.append(descriptor)
        var watch: EventLoop.Watch?
        watch = try loop.watch(descriptor, for: .readable) { [unowned self] _ in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count > 0 {
                take(String(decoding: buffer[..<count], as: UTF8.self))
            } else if let watch {
                loop.unwatch(watch)
                openPipes -= 1
            }
        }
    }

    var pid: pid_t { process.pid }

    /// The events so far, of a run with `--quiet --events -`.
    var events: [TimelineEvent] {
        errors.split(separator: "\n").compactMap { try? JSONDecoder().decode(TimelineEvent.self, from: Data($0.utf8)) }
    }

    func events(_ kind: TimelineEvent.Kind) -> [TimelineEvent] { events.filter { $0.event == kind } }

    func event(entering state: ApplicationState) -> TimelineEvent? { events.last { $0.state == state } }

    /// What the machine's parts are, from the events at the start.
    func environment(_ part: String) -> String? {
        events(.environment).compactMap(\.message).first { $0.hasPrefix(part) }
    }

    /// How many times longer a wait is before it fails: in a virtual machine without the processor's help a program
    /// takes seconds to start.
    static let patience = Machine.variable("KEEPALIVE_VM") == nil ? 1 : 4

    /// Serves the loop until a condition holds.
    func wait(_ seconds: Int = 30, until condition: @escaping () -> Bool) -> Bool {
        loop.run(until: condition, timeout: .seconds(seconds * Self.patience))
    }

    /// Waits for the end and for the last byte of output.
    @discardableResult
    func finish(_ seconds: Int = 60) throws -> Int32 {
        let ended = wait(seconds) { [self] in status != nil && openPipes == 0 }
        try #require(ended, "did not end: \(errors)")
        let end = try #require(status)
        return end.shellStatus
    }

    func signal(_ number: CInt) { process.signal(number) }

    /// Tells the device something through its control socket, as `ctl` does.
    @discardableResult
    func tell(_ method: String, _ parameters: [String: JSONValue] = [:]) throws -> JSONValue {
        try ControlClient(system: "\(pid)").request(method, parameters.isEmpty ? .null : .object(parameters))
    }

    /// What descends from the runner, or did before it ended.
    var descendants: [ProcessTable.Entry] {
        ProcessTable.descendants(of: process.guardianPID).filter { $0.identity.pid != pid && $0.state != "Z" }
    }

    /// Those of the descendants that have a name.
    func helpers(_ name: String) -> [pid_t] { descendants.filter { $0.name == name }.map(\.identity.pid) }

    /// Those that serve the runner, by their subcommand.
    func services(_ subcommand: String) -> [pid_t] {
        descendants.map(\.identity.pid).filter { pid in
            ((try? SmallFile.read("/proc/\(pid)/cmdline")) ?? "").split(separator: "\0").contains(subcommand[...])
        }
    }

    /// Voluntary context switches of all threads of a process: how often it waited, and so was woken.
    static func voluntarySwitches(of pid: pid_t) -> Int {
        let tasks = (try? SmallFile.list("/proc/\(pid)/task")) ?? []
        return tasks.reduce(0) { sum, task in
            let lines = (try? SmallFile.read("/proc/\(pid)/task/\(task)/status"))?.split(separator: "\n") ?? []
            let line = lines.first { $0.hasPrefix("voluntary_ctxt_switches") }
            return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
        }
    }

    /// Cgroups of this runner.
    var cgroups: [String] {
        guard let directory = try? CgroupDirectory.find() else { return [] }
        return ((try? SmallFile.list(directory.path)) ?? []).filter { $0.hasPrefix("\(CgroupDirectory.prefix)\(pid).") }
    }

    /// The directories of this runner and of what helps it.
    var directories: [String] {
        let own = "\(pid)"
        let places = ["/tmp", Machine.variable("XDG_RUNTIME_DIR") ?? ""]
        let helpers = places.filter { !$0.isEmpty }.flatMap { place in
            ((try? SmallFile.list(place)) ?? []).filter { name in
                ["audio", "transfers"].contains { name.hasPrefix("keepalive-\($0)-\(own)-") }
            }.map { "\(place)/\($0)" }
        }
        let systems = ControlDirectory.bases.flatMap { ControlDirectory.all(in: $0) }.map(\.path)
        return helpers + systems.filter { $0.split(separator: "/").last?.prefix { $0 != "." } == own[...] }
    }

    /// Waits until nothing of the runner is left.
    func waitUntilNothingIsLeft() -> Bool {
        look { [self] in descendants.isEmpty && cgroups.isEmpty && directories.isEmpty }
    }

    /// Waits for what is no event of the loop, looking every 10 ms: a process that ends, a file that appears.
    func look(_ seconds: Int = 20, until condition: @escaping () -> Bool) -> Bool {
        var again: ScheduledAction?
        func look() {
            again = loop.schedule(after: .milliseconds(10)) { look() }
        }
        look()
        defer { if let again { loop.cancel(again) } }
        return wait(seconds, until: condition)
    }

    /// Runs to the end.
    static func run(_ arguments: [String], input: String = "") throws -> (status: Int32, output: String, errors: String)
    {
        let runner = try Runner(arguments, input: input)
        let status = try runner.finish()
        return (status, runner.output, runner.errors)
    }
}

/// A test in a process of its own: one that counts all that the process has, or that needs a terminal.
///
/// The binary that runs the tests is started again to run that one test, told by a variable of its environment.
enum OwnProcess {
    static let variable = "KEEPALIVE_OWN_PROCESS"
    static let isHere = Machine.variable(variable) != nil

    /// The binary of the tests.
    static let path: String = {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }()

    /// What makes the binary run one test, such as `RelaunchTests/terminal`.
    static func arguments(_ test: String) -> [String] {
        ["--testing-library", "swift-testing", "--filter", "\(test)\\("]
    }

    /// Runs the body if this is the test's own process; else starts that, as an argument of `wrapper` if there is one,
    /// and expects it to succeed.
    static func run(_ test: String, through wrapper: [String] = [], _ body: () throws -> Void) throws {
        if isHere { return try body() }
        let command = wrapper + [path] + arguments(test)
        let runner = try Runner(Array(command.dropFirst()), environment: [variable: "1"], path: command[0])
        let status = try runner.finish(120)
        let text = runner.output + runner.errors
        #expect(status == 0 && text.contains("Test run with 1 test"), "\(text)")
    }
}

extension String {
    /// How often a text is in this one.
    func count(of part: String) -> Int { ranges(of: part).count }
}

/// A file that is removed with its owner.
final class TemporaryFile {
    let path: String

    init(_ content: String = "", name: String = "file") throws {
        var template = Array("/tmp/keepalive-test-XXXXXX".utf8CString)
        let directory = try #require(mkdtemp(&template)).pointee
        _ = directory
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self) + "/" + name
        try Data(content.utf8).write(to: URL(filePath: path))
    }

    var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    var size: Int { text.utf8.count }

    deinit {
        unlink(path)
        rmdir(path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" })
    }
}

/// What a test needs of the machine; with KEEPALIVE_NO_SKIPS set, as in CI, a test runs and fails instead of skipping.
enum Requirement {
    static let mayNotSkip = Machine.variable("KEEPALIVE_NO_SKIPS") != nil

    /// A writable cgroup v2. CI has one only as root, and a virtual machine that was made without has none.
    static let cgroup =
        (mayNotSkip && getuid() == 0 && Machine.variable("KEEPALIVE_VM") != "no-cgroup")
        || (try? CgroupDirectory.find().tryOut()) != nil
    /// The right to count in the kernel, and a kernel that can.
    static let kernelProbe =
        (mayNotSkip && getuid() == 0 && cgroup)
        || {
            guard cgroup, let group = try? CgroupDirectory.find().makeGroup() else { return false }
            defer { rmdir(group) }
            return (try? KernelProbe(.wakeups, of: group)) != nil
        }()
    static let gpsd = mayNotSkip || ExternalTool.gpsd.find() != nil
    /// A private sound server of either kind, and the plug-in that plays on it.
    static let soundServer = mayNotSkip || AudioProbe.missingForPrivateServer().isEmpty
    static let soundServerReason: Comment =
        "needs a sound server (pulseaudio, or pipewire with wireplumber), pulseaudio-utils and libasound2-plugins"
    static let pulseaudio =
        mayNotSkip || SoundServerProgram.pulseaudio.isInstalled && AudioProbe.missingForPrivateServer().isEmpty
    /// The private server can lower the sound of others.
    static let ducking = SoundServerProgram.chosen == .pulseaudio
    static let duckingReason: Comment = "PipeWire has no module-role-ducking: a note says so"
    /// `make test-pipewire` has installed it, so there nothing is skipped.
    static let pipewire =
        Machine.variable(SoundServerProgram.variable) == "pipewire" || SoundServerProgram.pipewire.isInstalled && parec
    /// The right to make a mount namespace, and a mount in it.
    static let mountNamespace =
        ((try? Runner(["-m", "mount", "--bind", "/", "/mnt"], path: "/usr/bin/unshare").finish()) == 0)
    /// The mode of the file lets everybody write it; the kernel does not (kernel/pid_namespace.c, pid_ns_ctl_handler).
    static let lastPID: Bool = {
        let path = "/proc/sys/kernel/ns_last_pid"
        guard let last = try? SmallFile.read(path) else { return mayNotSkip }
        return mayNotSkip || (try? SmallFile.write(path, last)) != nil
    }()
    /// The right to mount a file system of FUSE. A container may have no /dev/fuse, as root, too.
    static let fuse = HangingFileSystem() != nil
    /// A session bus, and the language of a notification server.
    static let sessionBus =
        mayNotSkip
        || access("/usr/bin/dbus-daemon", X_OK) == 0
            && (try? Runner(["-c", "import dbus, gi"], path: "/usr/bin/python3").finish()) == 0
    static let binutils =
        mayNotSkip
        || ["objcopy", "readelf"].allSatisfy { ExternalTool(name: $0, package: "binutils", purpose: "").find() != nil }
    static let nginx = mayNotSkip || WebServer.program != nil
    /// `make test` builds it, and a plain `swift build` does not (Package.swift).
    static let uneditedApp = mayNotSkip || access(UneditedAppTests.program, X_OK) == 0
    static let parec = mayNotSkip || ExternalTool(name: "parec", package: "", purpose: "").find() != nil
}
