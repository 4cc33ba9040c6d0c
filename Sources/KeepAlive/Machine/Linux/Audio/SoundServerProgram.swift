import Glibc
import KeepAlivePolicy

/// The programs that can be a private sound server. Each serves PulseAudio's protocol on the socket `native` of a
/// directory, and has a null sink.
package enum SoundServerProgram: String, CaseIterable {
    case pulseaudio
    case pipewire

    /// The environment variable that names the program to start.
    static let variable = "KEEPALIVE_SOUND_SERVER"
    /// The commands that install the packages; one of them is needed.
    package static let remedy =
        "apt-get install pulseaudio libasound2-plugins; where PipeWire is used: apt-get install pipewire wireplumber libasound2-plugins"

    /// The name of the program in messages.
    var name: String {
        switch self {
        case .pulseaudio: "PulseAudio"
        case .pipewire: "PipeWire"
        }
    }

    /// The names of the program's packages in messages.
    private var packages: String {
        switch self {
        case .pulseaudio: "pulseaudio"
        case .pipewire: "PipeWire with WirePlumber"
        }
    }

    /// Returns the program to start: the program that the variable names, otherwise the first installed program.
    ///
    /// - Throws: ``KeepAliveError`` with code `audio` when the program is not installed, or when the variable names no
    ///   known program.
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

    /// The program to start; `nil` when ``find()`` throws.
    static var chosen: SoundServerProgram? { try? find() }

    /// True if all parts of the program are installed.
    var isInstalled: Bool {
        switch self {
        case .pulseaudio: ExternalTool.pulseaudio.find() != nil
        case .pipewire: ExternalTool.pipewire.find() != nil && ExternalTool.wireplumber.find() != nil
        }
    }

    /// Writes the configuration files, and returns the request that starts the program.
    ///
    /// - Parameters:
    ///   - directory: the directory for all files that the program writes; the guardian removes the directory.
    ///   - null: a descriptor of /dev/null.
    /// - Throws: ``KeepAliveError`` with code `audio` when the program is not installed.
    func request(directory: String, null: CInt) throws -> GuardedProcess.Request {
        switch self {
        case .pulseaudio: try pulseaudio(directory, null)
        case .pipewire: try pipewire(directory, null)
        }
    }

    /// The sample rate of a private server in Hz, for audible sound.
    static let rate = 48_000
    /// The sample rate of silence on a private server in Hz. The rate is low because little data means few messages.
    static let silenceRate = 1_000

    /// The name of the sink for silence only; `nil` if there is none.
    var silenceSink: String? {
        switch self {
        case .pulseaudio: Self.pulseSilenceSink
        // All of PipeWire's sinks have the sample rate of its only clock, so a separate sink for silence would not
        // help.
        case .pipewire: nil
        }
    }

    /// True if the server plays silence where a stream has no data. PipeWire plays zero bytes, which are not silence in
    /// 8 bits: 55 ms of the lowest sample were heard at the start of a stream (PipeWire 0.3.65).
    var missingIsSilent: Bool { self == .pulseaudio }

    // MARK: PulseAudio

    /// The name of the sink for silence. The sink has the sample rate and format in which this project plays silence,
    /// so that nothing is converted: 40 us/s of CPU time in place of 1,000.
    private static let pulseSilenceSink = "\(PrivateSoundServer.sinkName)-silence"

    private func pulseaudio(_ directory: String, _ null: CInt) throws -> GuardedProcess.Request {
        let arguments = [
            "pulseaudio", "-n", "--daemonize=no", "--fail=yes", "--exit-idle-time=-1", "--use-pid-file=no",
            // Use no real-time thread and no raised priority: silence needs neither, and both need privileges.
            "--realtime=no", "--high-priority=no", "--log-target=stderr", "--log-level=error",
            // The sinks are loaded first, so that they exist when the socket appears; the first sink is the default. A
            // sink on which nothing plays is suspended, and costs nothing.
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

    /// Starts three processes in one process tree: the daemon with a null sink, the session manager that links streams
    /// to the sink, and the server of PulseAudio's protocol. No device monitor is loaded, so no device of the machine
    /// is opened.
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

    /// Settings for every process: no D-Bus and no locked memory. As for PulseAudio, there is no real-time
    /// thread, either.
    private static let modest = "log.level = 1 support.dbus = false mem.allow-mlock = false"
    private static let libraries = """
        context.spa-libs = { audio.convert.* = audioconvert/libspa-audioconvert support.* = support/libspa-support }
        """

    /// The most frames that the graph handles in one cycle when no client requests a shorter latency; silence requests
    /// none. PipeWire's buffers have room for no more. Measured: 23 wakeups/s of all processes in place of 93 with the
    /// usual 2,048 frames.
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

    /// Writes the configuration of the session manager. WirePlumber 0.4 gets a complete configuration in Lua;
    /// WirePlumber 0.5 has profiles, to which one profile is added.
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

    /// The components that link a stream to the sink; components that look for devices are left out.
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

    /// Returns the environment of the server, which hides the user's configuration and session bus.
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
