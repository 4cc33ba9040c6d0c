import Glibc
import KeepAlivePolicy

/// The programs that can be a private sound server. Each serves PulseAudio's protocol on the socket `native` of a
/// directory, and has a null sink.
package enum SoundServerProgram: String, CaseIterable {
    case pulseaudio
    case pipewire

    /// The environment variable that names the one to start.
    static let variable = "KEEPALIVE_SOUND_SERVER"
    /// The commands that install the packages; one of them is needed.
    package static let remedy =
        "apt-get install pulseaudio libasound2-plugins; where PipeWire is used: apt-get install pipewire wireplumber libasound2-plugins"

    /// Its name for people.
    var name: String {
        switch self {
        case .pulseaudio: "PulseAudio"
        case .pipewire: "PipeWire"
        }
    }

    /// The packages that hold its programs, for people.
    private var packages: String {
        switch self {
        case .pulseaudio: "pulseaudio"
        case .pipewire: "PipeWire with WirePlumber"
        }
    }

    /// Returns the program to start: the one that the variable names, else the first that is installed.
    ///
    /// - Throws: ``KeepAliveError`` with code `audio` when it is not installed, and when the variable names no known program.
    static func find() throws(KeepAliveError) -> SoundServerProgram {
        guard let asked = Machine.variable(variable), !asked.isEmpty else {
            if let first = allCases.first(where: \.isInstalled) { return first }
            let all = allCases.map(\.packages).joined(separator: " nor ")
            throw KeepAliveError(.audio, "neither \(all) is installed", remedy: remedy)
        }
        guard let program = SoundServerProgram(rawValue: asked) else {
            let known = allCases.map(\.rawValue).joined(separator: " or ")
            throw KeepAliveError(.audio, "\(variable) is '\(asked)': it can be \(known)")
        }
        guard program.isInstalled else {
            throw KeepAliveError(
                .audio, "\(program.packages) is not installed, and \(variable) asks for it", remedy: remedy)
        }
        return program
    }

    /// The program to start; `nil` when there is none.
    static var chosen: SoundServerProgram? { try? find() }

    /// True when all its parts are installed.
    var isInstalled: Bool {
        switch self {
        case .pulseaudio: ExternalTool.pulseaudio.find() != nil
        case .pipewire: ExternalTool.pipewire.find() != nil && ExternalTool.wireplumber.find() != nil
        }
    }

    /// Writes the configuration, and returns the request that starts the program.
    ///
    /// - Parameters:
    ///   - directory: the directory for all files that it writes; the guardian removes it.
    ///   - null: a descriptor of /dev/null.
    /// - Throws: ``KeepAliveError`` with code `audio` when the program is not installed.
    func request(directory: String, null: CInt) throws -> GuardedProcess.Request {
        switch self {
        case .pulseaudio: try pulseaudio(directory, null)
        case .pipewire: try pipewire(directory, null)
        }
    }

    /// The rate of a private server in Hz, for what is heard.
    static let rate = 48_000
    /// The rate of silence on a private server in Hz: little data means few messages.
    static let silenceRate = 1_000

    /// The sink for silence alone.
    var silenceSink: String? {
        switch self {
        case .pulseaudio: Self.pulseSilenceSink
        // All its sinks have the rate of its one clock.
        case .pipewire: nil
        }
    }

    /// Whether it plays silence where a stream has no data. PipeWire plays zeros, which are no silence in 8 bits: it was
    /// heard as 55 ms of the lowest sample at the start of a stream (PipeWire 0.3.65).
    var missingIsSilent: Bool { self == .pulseaudio }

    // MARK: PulseAudio

    /// It has the rate and the format of our silence, so that nothing is converted: 40 us/s of CPU in place of 1,000.
    private static let pulseSilenceSink = "\(PrivateSoundServer.sinkName)-silence"

    private func pulseaudio(_ directory: String, _ null: CInt) throws -> GuardedProcess.Request {
        let arguments = [
            "pulseaudio", "-n", "--daemonize=no", "--fail=yes", "--exit-idle-time=-1", "--use-pid-file=no",
            // No real-time thread, no raised priority: neither is needed for silence, and both need privileges.
            "--realtime=no", "--high-priority=no", "--log-target=stderr", "--log-level=error",
            // The sinks come first, so that they exist when the socket appears; the first is the default. One that nobody
            // plays on is suspended, and costs nothing.
            "--load=module-null-sink sink_name=\(PrivateSoundServer.sinkName) rate=\(Self.rate) channels=2 format=s16le",
            "--load=module-null-sink sink_name=\(Self.pulseSilenceSink) rate=\(Self.silenceRate) channels=1 format=u8",
            "--load=module-suspend-on-idle timeout=1",
            "--load=module-native-protocol-unix auth-cookie-enabled=0 socket=\(directory)/native",
        ]
        return GuardedProcess.Request(
            path: try Self.path(of: .pulseaudio), arguments: arguments,
            environment: Self.environment(directory) + [
                "PULSE_RUNTIME_PATH=\(directory)/run", "PULSE_STATE_PATH=\(directory)/state",
            ], standardInput: null, standardOutput: null, standardError: null, cleanupDirectory: directory)
    }

    // MARK: PipeWire

    /// Starts three processes in one tree: the daemon with a null sink, the session manager that links streams to it,
    /// and the server of PulseAudio's protocol. No monitor is loaded, so no device of the machine is opened.
    private func pipewire(_ directory: String, _ null: CInt) throws -> GuardedProcess.Request {
        let executable = try Self.path(of: .pipewire)
        let manager = try Self.path(of: .wireplumber)
        let isLua = access("\(Self.managerDirectory)/scripts/policy-node.lua", F_OK) == 0
        try Self.write(
            daemon(executable, manager, isLua ? "" : "-p \(Self.profile)", directory), to: "\(directory)/daemon.conf")
        try Self.write(protocolServer(directory), to: "\(directory)/pulse.conf")
        try Self.writeManager(isLua: isLua, to: "\(directory)/manager")
        return GuardedProcess.Request(
            path: executable, arguments: ["pipewire", "-c", "\(directory)/daemon.conf"],
            environment: Self.environment(directory) + [
                "PIPEWIRE_RUNTIME_DIR=\(directory)", "PIPEWIRE_DEBUG=1",
                "WIREPLUMBER_CONFIG_DIR=\(directory)/manager" + (isLua ? "" : ":\(Self.managerDirectory)"),
            ], standardInput: null, standardOutput: null, standardError: null, cleanupDirectory: directory)
    }

    /// As for PulseAudio: no real-time thread, no lock on memory, no bus.
    private static let modest = "log.level = 1 support.dbus = false mem.allow-mlock = false"
    private static let libraries = """
        context.spa-libs = { audio.convert.* = audioconvert/libspa-audioconvert support.* = support/libspa-support }
        """

    /// The most frames that the graph handles at once, where its clients ask for no shorter latency, as silence does not:
    /// the most for which PipeWire's buffers have room. Measured: 23 wakeups/s of all processes in place of 93 with the
    /// usual 2,048.
    private static let quantumMax = 8_192

    private func daemon(_ pipewire: String, _ manager: String, _ managerArguments: String, _ directory: String)
        -> String
    {
        """
        context.properties = { core.daemon = true core.name = pipewire-0 \(Self.modest) default.clock.rate = \(Self.rate)
            default.clock.max-quantum = \(Self.quantumMax) }
        \(Self.libraries)
        context.modules = [
            { name = libpipewire-module-protocol-native }
            { name = libpipewire-module-metadata }
            { name = libpipewire-module-spa-node-factory }
            { name = libpipewire-module-client-node }
            { name = libpipewire-module-client-device }
            { name = libpipewire-module-access args = { } }
            { name = libpipewire-module-adapter }
            { name = libpipewire-module-link-factory }
            { name = libpipewire-module-session-manager }
        ]
        context.objects = [
            { factory = adapter args = {
                factory.name = support.null-audio-sink node.name = \(PrivateSoundServer.sinkName)
                media.class = Audio/Sink object.linger = true audio.position = [ FL FR ] audio.rate = \(Self.rate) } }
        ]
        context.exec = [
            { path = "\(manager)" args = "\(managerArguments)" }
            { path = "\(pipewire)" args = "-c \(directory)/pulse.conf" }
        ]

        """
    }

    private func protocolServer(_ directory: String) -> String {
        """
        context.properties = { \(Self.modest) }
        \(Self.libraries)
        context.modules = [
            { name = libpipewire-module-protocol-native }
            { name = libpipewire-module-client-node }
            { name = libpipewire-module-adapter }
            { name = libpipewire-module-metadata }
            { name = libpipewire-module-protocol-pulse args = { server.address = [ "unix:\(directory)/native" ] } }
        ]

        """
    }

    private static let managerDirectory = "/usr/share/wireplumber"

    /// Writes the configuration of the session manager. That of WirePlumber 0.4 is in Lua, and whole; 0.5 has profiles, to
    /// which one is added.
    private static func writeManager(isLua: Bool, to directory: String) throws {
        let parts = directory + (isLua ? "/main.lua.d" : "/wireplumber.conf.d")
        for path in [directory, parts] { mkdir(path, 0o700) }
        guard isLua else { return try write(profiles, to: "\(parts)/50-keepalive.conf") }
        try write(manager, to: "\(directory)/wireplumber.conf")
        try write(components, to: "\(parts)/50-keepalive.lua")
    }

    private static let profile = "keepalive"
    private static let profiles = """
        wireplumber.profiles = {
            \(profile) = { inherits = [ main ]
                hardware.audio = disabled hardware.bluetooth = disabled hardware.video-capture = disabled } }

        """

    private static let manager = """
        context.properties = { log.level = 1 wireplumber.script-engine = lua-scripting }
        \(libraries)
        context.modules = [
            { name = libpipewire-module-protocol-native }
            { name = libpipewire-module-client-node }
            { name = libpipewire-module-client-device }
            { name = libpipewire-module-adapter }
            { name = libpipewire-module-metadata }
            { name = libpipewire-module-session-manager }
        ]
        wireplumber.components = [
            { name = libwireplumber-module-lua-scripting, type = module }
            { name = main.lua, type = config/lua }
        ]

        """

    /// The components that link a stream to the sink, and none that looks for devices.
    private static let components: String = {
        let modules = [
            "metadata", "si-node", "si-audio-adapter", "si-standard-link", "si-audio-endpoint", "default-nodes-api",
            "mixer-api",
        ].map { "  [\"\($0)\"] = { \"libwireplumber-module-\($0)\", type = \"module\" },\n" }.joined()
        return "components = {\n" + modules + """
              ["default-nodes"] = { "libwireplumber-module-default-nodes", type = "module",
                args = { ["use-persistent-storage"] = false } },
              ["access"] = { "access/access-default.lua", type = "script/lua", args = {} },
              ["create-item"] = { "create-item.lua", type = "script/lua", args = { ["audio.no-dsp"] = false } },
              ["policy-node"] = { "policy-node.lua", type = "script/lua", args = { move = true, follow = true } },
            }

            """
    }()

    // MARK: Both

    private static func path(of tool: ExternalTool) throws -> String {
        guard let path = tool.find() else {
            throw KeepAliveError(.audio, "no private sound device: \(tool.name) is not installed", remedy: remedy)
        }
        return path
    }

    /// The environment of the server, which hides the user's configuration and session bus.
    private static func environment(_ directory: String) -> [String] {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        let places = ["HOME", "TMPDIR", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"]
        return [
            "PATH=\(path)", "LC_ALL=C.UTF-8",
            // With an impossible address, libdbus fails at once and does not start a bus.
            "DBUS_SESSION_BUS_ADDRESS=none:", "DBUS_SYSTEM_BUS_ADDRESS=none:",
        ] + places.map { "\($0)=\(directory)" }
    }

    private static func write(_ text: String, to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw KeepAliveError(.audio, "cannot write \(path): \(String(cString: strerror(errno)))")
        }
        defer { close(file) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else {
                throw KeepAliveError(.audio, "cannot write \(path): \(String(cString: strerror(errno)))")
            }
            rest = rest.dropFirst(count)
        }
    }
}
