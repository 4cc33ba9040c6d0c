import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAliveReport

/// A device with real processes on it, driven with `ctl` as a person or a script does.
final class BootedDevice {
    let runner: Runner
    private var isOver = false

    init(_ options: [String] = [], path: String = Runner.path) throws {
        runner = try Runner(["boot", "--quiet", "--events", "-"] + options, path: path)
        let answers = runner.look { [runner] in
            (try? ControlClient(system: "\(runner.pid)").request("status")) != nil
        }
        try #require(answers, "\(runner.errors)")
    }

    /// Runs `ctl` while the device is served.
    @discardableResult
    func ctl(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
        let verb = Array(arguments.prefix(1)) + ["--system", "\(runner.pid)"] + arguments.dropFirst()
        let asking = try Runner(["ctl"] + verb)
        let ended = look { asking.look(1) { asking.status != nil } || asking.status != nil }
        try #require(ended, "\(asking.errors)")
        return (try asking.finish(), asking.output, asking.errors)
    }

    /// Makes the manifest of an app.
    static func manifest(_ name: String, modes: [String] = []) throws -> TemporaryFile {
        try TemporaryFile(
            """
            <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.example.\(name)</string>
            <key>UIApplicationSceneManifest</key><dict/>
            <key>UIBackgroundModes</key><array>\(modes.map { "<string>\($0)</string>" }.joined())</array>
            </dict></plist>
            """, name: "Info.plist")
    }

    func look(_ condition: @escaping () -> Bool) -> Bool { runner.look(30, until: condition) }

    /// Waits for an event of an app.
    func wait(
        _ kind: TimelineEvent.Kind, of app: String, where holds: @escaping (TimelineEvent) -> Bool = { _ in true }
    )
        -> Bool
    {
        look { [runner] in runner.events(kind).contains { $0.app.hasSuffix(app) && holds($0) } }
    }

    func wait(for state: ApplicationState, of app: String) -> Bool {
        look { [runner] in runner.events(.state).last { $0.app.hasSuffix(app) }?.state == state }
    }

    func shutDown() throws {
        #expect(try ctl("shutdown").status == 0)
        #expect(try runner.finish() == 0)
        #expect(runner.waitUntilNothingIsLeft())
    }
}

@Suite(.ownThread) struct DeviceCommandTests {
    @Test(
        "AS-59: two apps play, are frozen during a call that is accepted, and play on when it is over",
        .enabled(if: Requirement.soundServer, Requirement.soundServerReason))
    func musicCallMusic() throws {
        let device = try BootedDevice()
        let script = "\(ScriptTests.root)/Examples/Python/music.py"
        for (app, session) in [("music", "alone"), ("podcast", "mix")] {
            let manifest = try BootedDevice.manifest(app, modes: ["audio"])
            #expect(
                try device.ctl("launch", "--info-plist", manifest.path, "--", "python3", script, session).status == 0)
            #expect(device.wait(.audioAdvanced, of: app))
            #expect(try device.ctl("home").status == 0)
        }
        for round in 1...2 {
            #expect(try device.ctl("call", "start").status == 0)
            for app in ["music", "podcast"] { #expect(device.wait(for: .suspended, of: app), "\(round)") }
            #expect(try device.ctl("call", "end").status == 0)
            for app in ["music", "podcast"] {
                let plays = device.look {
                    let events = device.runner.events.filter { $0.app.hasSuffix(app) }
                    let thaws = events.indices.filter { events[$0].state == .background && events[$0].rule == "AS-59" }
                    guard thaws.count == round, let last = thaws.last else { return false }
                    return events[last...].contains { $0.event == .grantGained && $0.grant == .audio }
                }
                #expect(plays, "\(round), \(app)")
                #expect(device.wait(for: .background, of: app))
            }
        }
        try device.shutDown()
    }

    @Test("a NUL character in what becomes a command, a path or a variable is refused, and nothing is started")
    func nulCharacters() throws {
        let device = try BootedDevice(["--name", "nul"])
        let client = try ControlClient(system: "nul")
        let command: JSONValue = ["command": ["sleep", "60"]]
        guard case .object(let plain) = command else { return }
        for (name, value, says): (String, JSONValue, String) in [
            ("command", ["sleep\0x", "60"], "'command' must have no NUL character"),
            ("command", ["sleep", "60\0x"], "'command' must have no NUL character"),
            ("infoPlist", "/dev\0", "'infoPlist' must have no NUL character"),
            ("directory", "/\0", "'directory' must have no NUL character"),
            ("container", "/tmp\0", "'container' must have no NUL character"),
            ("stdout", "/dev/null\0", "'stdout' must have no NUL character"),
            ("environment", ["A": "b\0"], "'A' must have no NUL character"),
            ("environment", ["A\0": "b"], "the names in 'environment' must have no NUL character"),
            ("environment", ["A=B": "c"], "must not be empty, and have no '='"),
            ("environment", ["": "c"], "must not be empty, and have no '='"),
        ] {
            let error = #expect(throws: KeepAliveError.self) {
                try client.request("launch", .object(plain.merging([name: value]) { $1 }))
            }
            #expect(error?.message.contains(says) == true, "\(String(describing: error))")
        }
        #expect(try device.ctl("status").output.contains("no app;"))
        try device.shutDown()
    }

    @Test("MD-19: a push to an app that does not return from willResignActive is answered before it is given up")
    func pushWhileLeaving() throws {
        let script = """
            import sys; sys.path.insert(0, "\(ScriptTests.root)/Examples/Python")
            from keepalive import App
            app = App()
            @app.on
            def willResignActive(_): app.later()
            app.run()
            """
        let runner = try Runner([
            "-q", "--events", "-", "--modes", "remote-notification", "--", "/usr/bin/python3", "-c", script,
        ])
        #expect(runner.wait { runner.event(entering: .foregroundActive) != nil })
        func state() throws -> String? { try runner.tell("status")["apps"]?.array?.first?["state"]?.string }
        #expect(runner.look { (try? runner.tell("status")["apps"]?.array?.first?["speaks"]) == .bool(true) })
        try runner.tell("home", ["wait": .bool(false)])
        #expect(try state() == "foregroundActive")
        try runner.tell("push", ["payload": ["aps": ["content-available": 1]]])
        #expect(try state() == "foregroundActive")
        // It is given up after 5 s, and goes on its way.
        let hasLeft = runner.look { ["background", "suspended"].contains((try? state()) ?? nil) }
        #expect(hasLeft)
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test("two apps on one device, driven with ctl alone: launch, home, call, lock, purge, relaunch, kill, shutdown")
    func twoApps() throws {
        let device = try BootedDevice(["--name", "twoapps"])
        let (first, second) = (
            try BootedDevice.manifest("first", modes: []),
            try BootedDevice.manifest("second", modes: ["remote-notification"])
        )
        #expect(try device.ctl("status").output.contains("no app; 'keepalive-run ctl launch -- COMMAND' starts one"))
        let launched = try device.ctl("launch", "--info-plist", first.path, "--", "sleep", "600")
        #expect(launched.output.contains("org.example.first: launched pid"), "\(launched)")
        #expect(try device.ctl("launch", "--info-plist", second.path, "--", "sleep", "600").status == 0)
        #expect(device.wait(for: .foregroundActive, of: "second") && device.wait(for: .suspended, of: "first"))
        #expect(device.wait(.frozen, of: "first"))
        let table = try device.ctl("status").output
        #expect(table.contains("org.example.first   suspended"), "\(table)")
        #expect(table.contains("twoapps  iOS"))
        // By its name, and by its last part.
        #expect(try ControlClient(system: "twoapps").request("status")["name"] == "twoapps")
        #expect(try device.ctl("launch", "first").output.contains("first: thawed"))
        #expect(device.wait(for: .foregroundActive, of: "first") && device.wait(for: .suspended, of: "second"))
        let ambiguous = try device.ctl("why")
        #expect(ambiguous.status == 125 && ambiguous.errors.contains("2 apps run here: name one of org.example.first"))
        #expect(try device.ctl("push", "--app", "second").output.contains("wake remoteNotification"))
        #expect(try device.ctl("lock").output.contains("org.example.first: background"))
        #expect(try device.ctl("unlock").output.contains("org.example.first: foregroundActive"))
        #expect(device.wait(.wakeEnded, of: "second") && device.wait(for: .suspended, of: "second"))
        #expect(try device.ctl("memory-warning").output.contains("org.example.second: killed"))
        #expect(device.wait(.exited, of: "second"))
        #expect(try device.ctl("launch", "second").status == 0)
        #expect(device.wait(for: .foregroundActive, of: "second"))
        let killed = try device.ctl("kill", "--app", "second").output
        #expect(
            killed.contains("second: exited") && killed.contains("terminated the user removed the app"), "\(killed)")
        #expect(try device.ctl("push", "--app", "second").output.contains("force-quit"))
        #expect(try device.ctl("status", "--json").output.contains("\"state\" : \"terminated\""))
        try device.shutDown()
    }

    @Test(
        "what cannot be done is one line that says why",
        arguments: [
            (["launch", "ghost"], 125, "there is no app 'ghost'"),
            (["launch", "--", "/no/such/file"], 125, "/no/such/file"),
            (["launch", "--modes", "audio"], 64, "put its command after --"),
            (["route", "moon"], 64, "'moon' is none of"),
            (["push", "/no/such/file"], 125, "/no/such/file"),
            (["location", "set", "91,0"], 64, "91.0 degrees north is not within -90 and 90"),
            (["location", "set", "0", "-181"], 64, "-181.0 degrees east is not within"),
            (["location", "set", "48"], 64, "not a place such as"),
            (["task", "launch"], 64, "needs an identifier"), (["happen", "fly"], 125, "'fly' is not a verb"),
            (["location", "set", "-91,0"], 64, "not a place"), (["hom"], 64, "Did you mean 'home'?"),
            (["begin-task"], 64, "KEEPALIVE_SOCKET is not set"), (["--app=x"], 64, "ctl needs a verb"),
            (["low-power", "maybe"], 64, "maybe"),
            (["wait", "asleep"], 64, "asleep"), (["wait", "frozen"], 64, "did you mean 'suspended'?"),
            (["wait", "running"], 64, "not a state: did you mean 'foregroundActive'?"),
            (["wait", "suspended", "--app", "ghost"], 125, ": there is no app 'ghost'"), (["foo"], 64, "'foo'. 'keep"),
            (["quit"], 64, "Did you mean 'terminate'?"), (["openurl", "not a url"], 64, "'not a url' is not a URL"),
            (["low-power"], 64, "'<on|off>'"), (["why", "ghost"], 125, "there is no app 'ghost'"),
            (["push"], 125, "no app is on the device: 'keepalive-run ctl launch"),
            (["location", "sett", "1,2"], 64, "Did you mean 'set'?"),
            (["launch", "app", "--stdout", "x"], 64, "put its command after --"),
            (["launch", "--strategy", "exec:/bin/true", "--", "true"], 64, "has ended"),
        ] as [([String], Int32, String)])
    func mistakes(arguments: [String], status: Int32, says: String) throws {
        let device = try BootedDevice()
        // The option stands behind the subcommands of a verb.
        let place = arguments[0] == "location" ? 2 : 1
        let own = ["begin-task", "--app=x"].contains(arguments[0]) ? [] : ["--system", "\(device.runner.pid)"]
        let asking = try Runner(["ctl"] + arguments.prefix(place) + own + arguments.dropFirst(place))
        #expect(device.look { asking.look(1) { asking.status != nil } || asking.status != nil })
        #expect(try asking.finish() == status, "\(asking.errors)")
        #expect(asking.errors.contains(says) && asking.errors.count(of: "\n") == 1, "\(asking.errors)")
        #expect(try device.ctl("status").output.contains("no app"))
    }

    @Test(
        "ctl wait waits for a state, and no longer than it is told; logs are followed",
        .ownThread(limit: .seconds(120)))
    func waiting() throws {
        let device = try BootedDevice()
        let app = try BootedDevice.manifest("app", modes: [])
        #expect(try device.ctl("launch", "--info-plist", app.path, "--", "sleep", "600").status == 0)
        let following = try Runner(["ctl", "logs", "--follow", "--system", "\(device.runner.pid)"])
        #expect(device.look { following.look(1) { following.output.contains("launched") } })
        let late = try device.ctl("wait", "suspended", "--timeout", "0.2s")
        #expect(
            late.status == 1 && late.errors == "keepalive-run: the app was not suspended within 0.2 s\n", "\(late)")
        let waiting = try Runner(["ctl", "wait", "suspended", "--system", "\(device.runner.pid)"])
        #expect(try device.ctl("home").status == 0)
        #expect(device.look { waiting.look(1) { waiting.status != nil } || waiting.status != nil })
        #expect(try waiting.finish() == 0)
        #expect(try device.ctl("wait", "suspended").status == 0)
        #expect(device.look { following.look(1) { following.output.contains("frozen") } })
        // SD-01: in Apple's words the scene of an app that has ended is unattached.
        let ending = try Runner(["ctl", "wait", "unattached", "--system", "\(device.runner.pid)"])
        #expect(try device.ctl("kill").status == 0)
        #expect(device.look { ending.look(1) { ending.status != nil } || ending.status != nil })
        #expect(try ending.finish() == 0)
        #expect(try device.ctl("wait", "unattached").status == 0)
        try device.shutDown()
        #expect(try following.finish() == 0)
    }

    @Test(
        "a device plays on when another version has been installed in its place",
        .enabled(if: Requirement.soundServer, Requirement.soundServerReason))
    func upgraded() throws {
        let directory = try TemporaryDirectory()
        let installed = directory.path + "/keepalive-run"
        try FileManager.default.copyItem(atPath: Runner.path, toPath: installed)
        let device = try BootedDevice(path: installed)
        let app = try BootedDevice.manifest("app", modes: ["audio"])
        let launched = try device.ctl(
            "launch", "--info-plist", app.path, "--strategy", "silent-audio", "--", "sleep", "600")
        #expect(launched.status == 0, "\(launched)")
        #expect(try device.ctl("home").status == 0)
        #expect(device.wait(.audioAdvanced, of: "app"), "\(device.runner.errors)")
        // As a package's upgrade does: what runs has no name any more, and the name is that of another file.
        #expect(unlink(installed) == 0)
        try "#!/bin/sh\nexit 1\n".write(toFile: installed, atomically: false, encoding: .utf8)
        #expect(chmod(installed, 0o755) == 0)
        let player = try #require(device.runner.services(SoundProcess.subcommand).first)
        kill(player, SIGKILL)
        let flows = device.wait(.note, of: "app") { $0.message?.contains("audio flows again") == true }
        #expect(flows, "\(device.runner.errors)")
        #expect(device.runner.services(SoundProcess.subcommand).count == 1)
        try device.shutDown()
    }

    @Test(
        "a pipe that nobody reads does not stop the device; a directory that is gone is told as what it is",
        arguments: SupervisionTests.freezers)
    func streams(freezer: String) throws {
        let device = try BootedDevice(["--freezer", freezer])
        let directory = try TemporaryDirectory()
        try #require(mkfifo(directory.path + "/pipe", 0o600) == 0)
        let refused = try device.ctl("launch", "--stdout", directory.path + "/pipe", "--", "sleep", "600")
        #expect(refused.status == 125 && refused.errors.contains("nobody reads this pipe"), "\(refused)")
        let client = try ControlClient(system: "\(device.runner.pid)")
        let gone: JSONValue = ["command": ["true"], "directory": .string(directory.path + "/gone")]
        #expect {
            _ = try client.request("launch", gone)
        } throws: { "\($0)".contains("cannot enter the directory \(directory.path)/gone: No such file") }
        #expect(try device.ctl("status").status == 0)
        try device.shutDown()
    }

    @Test("an app's container is its home, with what an app finds there on iOS")
    func container() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/data"
        let script = #"cd; pwd; ls -d Documents Library/Caches; echo "$CFFIXED_USER_HOME" "$TMPDIR""#
        let told = "\(path)\nDocuments\nLibrary/Caches\n\(path) \(path)/tmp\n"
        #expect(try Runner.run(["run", "-q", "--container", path, "--", "sh", "-c", script]).output == told)
        let device = try BootedDevice()
        let output = try TemporaryFile("", name: "output")
        #expect(
            try device.ctl("launch", "--container", path, "--stdout", output.path, "--", "sh", "-c", script).status == 0
        )
        #expect(device.look { (try? SmallFile.read(output.path)) == told })
        let refused = try device.ctl("launch", "--container", "/proc/none", "--", "true")
        #expect(refused.status == 125 && refused.errors.contains("the app's container /proc/none"), "\(refused)")
        try device.shutDown()
    }

    @Test("a locked screen: locked twice is locked once, and nothing comes to the front of it")
    func locked() throws {
        let device = try BootedDevice()
        #expect(try device.ctl("launch", "--", "sleep", "600").status == 0)
        #expect(try device.ctl("lock").status == 0 && device.ctl("lock").status == 0)
        let refused = try device.ctl("launch", "app")
        #expect(refused.status == 125 && refused.errors.contains("the screen is locked: 'ctl unlock' first"))
        #expect(try device.ctl("launch", "--", "sleep", "600").status == 125)
        #expect(try device.ctl("unlock").output.contains("org.example.app: foregroundActive"))
        try device.shutDown()
    }

    @Test("of two apps, wait wants to know which; memory goes by what each holds (LC-22)")
    func severalApps() throws {
        let device = try BootedDevice()
        let (small, large) = (
            try BootedDevice.manifest("small", modes: []), try BootedDevice.manifest("large", modes: [])
        )
        let hold = "x = bytearray(64 << 20); import time; print('ready', flush=True); time.sleep(600)"
        let output = try TemporaryFile("", name: "output")
        #expect(
            try device.ctl(
                "launch", "--info-plist", large.path, "--stdout", output.path, "--", "/usr/bin/python3", "-c", hold
            ).status == 0)
        #expect(device.look { (try? SmallFile.read(output.path))?.contains("ready") == true })
        #expect(try device.ctl("launch", "--info-plist", small.path, "--", "sleep", "600").status == 0)
        let ambiguous = try device.ctl("wait", "suspended", "--timeout", "20s")
        #expect(ambiguous.status == 125 && ambiguous.errors.contains("name one of"), "\(ambiguous)")
        #expect(try device.ctl("wait", "suspended", "--app", "large", "--timeout", "20s").status == 0)
        #expect(try device.ctl("home").status == 0)
        #expect(try device.ctl("wait", "suspended", "--app", "small", "--timeout", "20s").status == 0)
        // The one that holds enough goes, and nobody else.
        let freed = try device.ctl("memory-warning", "--needed", "40").output
        #expect(freed.contains("large: killed") && !freed.contains("small: killed"), "\(freed)")
        try device.shutDown()
    }

    @Test("a name that a device has is refused to the next")
    func sameName() throws {
        let device = try BootedDevice(["--name", "only"])
        let second = try Runner(["boot", "--quiet", "--name", "only"])
        #expect(device.look { second.look(1) { second.status != nil } || second.status != nil })
        #expect(try second.finish() == 125)
        #expect(second.errors.contains("a device called 'only' is running already, pid \(device.runner.pid)"))
        try device.shutDown()
    }

    @Test("the log of places is not the log of events")
    func conflict() throws {
        let log = try TemporaryFile("$GPGGA", name: "walk.nmea")
        let result = try Runner.run(["boot", "--events", log.path, "--gps-replay", log.path])
        #expect(result.status == 64, "\(result)")
        #expect(try SmallFile.read(log.path) == "$GPGGA")
    }

    @Test("ctl home returns when the app has returned from willResignActive, with what it did there (LC-05)")
    func leaving() throws {
        let device = try BootedDevice()
        let script = try TemporaryFile(
            """
            "$1" ctl events | while read -r event call parameters; do
                case $event in
                willResignActive) "$1" ctl begin-task goodbye ;;
                esac
                [ "$call" = - ] || "$1" ctl complete "$call"
            done
            """, name: "app.sh")
        #expect(
            try device.ctl("launch", "--speaks", "--stdout", "/dev/null", "--", "/bin/sh", script.path, Runner.path)
                .status == 0)
        #expect(device.wait(for: .foregroundActive, of: "app"))
        let lines = try device.ctl("home").output.split(separator: "\n").map(String.init)
        let begun = lines.firstIndex { $0.contains("goodbye") } ?? lines.endIndex
        let left = lines.firstIndex { $0.contains(": background") } ?? -1
        #expect(begun < left, "\(lines)")
        // One that only looks on holds nobody up.
        #expect(
            try device.ctl("launch", "--speaks", "--stdout", "/dev/null", "--", Runner.path, "ctl", "events", "--auto")
                .status == 0)
        #expect(device.wait(for: .foregroundActive, of: "app-2"))
        #expect(try device.ctl("home").output.contains("app-2: background"))
        #expect(!device.runner.errors.contains("has not returned"))
        try device.shutDown()
    }

    @Test("each verb says what is so now, also when it has changed nothing; an app that is ended is waited for")
    func answers() throws {
        let device = try BootedDevice(["--name", "phone"])
        func says(_ arguments: String..., told: String) throws {
            let asking = try Runner(["ctl", "--system", "\(device.runner.pid)"] + arguments)
            #expect(device.look { asking.look(1) { asking.status != nil } || asking.status != nil })
            #expect(try asking.finish() == 0 && asking.output.contains(told), "\(asking.output)\(asking.errors)")
        }
        try says("home", told: "phone: no app is in front\n")
        try says("low-power", "on", told: "phone: Low Power Mode is on\n")
        try says("power", "on", told: "phone: on external power\n")
        try says("network", "none", told: "phone: network: none\n")
        try says("background-refresh", "off", told: "phone: Background App Refresh is off\n")
        try says("thermal-state", "fair", told: "phone: thermal state fair\n")
        try says("call", "end", told: "phone: there is no call\n")
        try says("location", "set", "-33.9,", "18.4", told: "phone: at -33.9,18.4\n")
        try says("status", told: ", at -33.9,18.4\n")
        try says("location", "clear", told: "phone: no satellites\n")
        try says("memory-warning", told: "phone: memory runs short: what runs is warned; no app in the background")
        let app = try BootedDevice.manifest("app", modes: [])
        try says("launch", "--info-plist", app.path, "--", "sleep", "600", told: "app: launched")
        try says("launch", "app", told: "org.example.app: no change: foregroundActive, on screen and in use [LC-05]\n")
        try says(
            "launch", "--info-plist", app.path, "--", "sleep", "600",
            told: "phone: another app of org.example.app, called org.example.app-2; 'ctl launch org.example.app' opens")
        #expect(device.wait(.frozen, of: "app"))
        try says("route", "headphones", told: "app: log audioRouteChanged waits until the app runs again [AS-52]")
        try says("why", "--app", "app", told: "waits     audioRouteChanged: the route is headphones now [AS-52]")
        try says("route", "speaker", told: "sound: speaker")
        try says("why", "--app", "app", told: "waits     audioRouteChanged (2 times): the route is speaker now [AS-52]")
        try says("openurl", "tides://today", "--app", "app-2", told: "app-2: called: openURL [LN-08]")
        try says("happen", "voip-push", "--app", "app-2", told: "phone: told org.example.app-2: voip-push\n")
        try says(
            "launch", "--info-plist", app.path, "--install", "--", "true",
            told: "phone: org.example.app-3 is installed\n")
        try says("kill", "--app", "app-3", told: "app-3: log removed from the app switcher [LC-19]")
        try says("terminate", "--app", "app-2", told: "app-2: terminated asked to end: ctl terminate [LC-12]")
        try says("terminate", "--app", "app-2", told: "app-2: no change: terminated, asked to end")
        try says("kill", "--app", "app-2", told: "app-2: log removed from the app switcher [LC-19]")
        try says("status", told: "the user removed the app from the app switcher [LC-19]")
        try says("lock", told: "phone: locked\n")
        try says("lock", told: "phone: is locked already\n")
        let unknown = try Runner(["ctl", "--system=tablet", "home"])
        #expect(device.look { unknown.look(1) { unknown.status != nil } || unknown.status != nil })
        #expect(
            try unknown.finish() == 125 && unknown.errors.contains("\(device.runner.pid) (phone: "), "\(unknown.errors)"
        )
        try device.shutDown()
    }

    @Test(
        "an app that takes its time to end is waited for by everybody who ends it; who must not wait is told what goes on"
    )
    func ending() throws {
        let device = try BootedDevice(["--name", "slow"])
        let stubborn = try TemporaryFile(
            """
            trap '' TERM
            [ "$2" = own ] && "$1" ctl kill --app app-2
            echo ready
            while :; do sleep 600; done
            """, name: "app.sh")
        let output = try TemporaryFile("", name: "output")
        #expect(
            try device.ctl(
                "launch", "--stdout", output.path, "--", "/bin/sh", stubborn.path, Runner.path
            ).status == 0)
        #expect(device.look { (try? SmallFile.read(output.path))?.contains("ready") == true })
        let client = try ControlClient(system: "slow")
        let parameters: JSONValue = ["wait": false]
        let told = try client.request("terminate", parameters)["happened"]?.array?.compactMap(\.string) ?? []
        #expect(told == ["org.example.app: is ending: asked to end: ctl terminate [LC-12]"], "\(told)")
        // What somebody else does meanwhile is not said to who waits.
        let waiting = try Runner(["ctl", "terminate", "--system", "slow"])
        #expect(try device.ctl("low-power", "on").output == "slow: Low Power Mode is on\n")
        #expect(device.look { waiting.look(1) { waiting.status != nil } || waiting.status != nil })
        #expect(try waiting.finish() == 0)
        #expect(waiting.output.contains("exited") && !waiting.output.contains("Low Power"), "\(waiting.output)")
        // Who ends itself cannot wait for its end.
        let own = try TemporaryFile("", name: "own")
        #expect(
            try device.ctl(
                "launch", "--stdout", own.path, "--", "/bin/sh", stubborn.path, Runner.path, "own"
            ).status == 0)
        #expect(
            device.look { (try? SmallFile.read(own.path))?.contains("is ending: the user removed the app") == true })
        try device.shutDown()
    }

    @Test("a signal switches the device off, and nothing is left", arguments: [SIGINT, SIGTERM])
    func signals(number: CInt) throws {
        let device = try BootedDevice()
        #expect(try device.ctl("launch", "--", "sleep", "600").status == 0)
        #expect(try device.ctl("home").status == 0)
        #expect(device.wait(.frozen, of: "app"))
        device.runner.signal(number)
        #expect(try device.runner.finish() == 128 + number)
        #expect(device.runner.waitUntilNothingIsLeft())
    }

    @Test("a killed runner leaves no app, no cgroup and no socket behind")
    func killed() throws {
        let device = try BootedDevice()
        for _ in 0..<3 { #expect(try device.ctl("launch", "--", "sleep", "600").status == 0) }
        let path = try ControlClient(system: "\(device.runner.pid)").system.path
        device.runner.signal(SIGKILL)
        #expect(device.runner.waitUntilNothingIsLeft())
        #expect(device.look { access(path, F_OK) != 0 })
    }

    @Test(
        "an app in a shell asks for a task and for sound, and the system's calls reach it",
        .ownThread(.waits), .enabled(if: Requirement.soundServer, Requirement.soundServerReason))
    func shellApp() throws {
        let script = try TemporaryFile(
            """
            keepalive=$1
            "$keepalive" ctl events | while read -r event call parameters; do
                echo "$event $call $parameters"
                case $event in
                didEnterBackground) task=$("$keepalive" ctl begin-task upload) && echo "task $task" ;;
                backgroundTaskExpired) "$keepalive" ctl audio start && "$keepalive" ctl end-task "$task" ;;
                willEnterForeground) "$keepalive" ctl audio stop ;;
                esac
                [ "$call" = - ] || "$keepalive" ctl complete "$call"
            done
            """, name: "app.sh")
        let runner = try Runner(
            [
                "--quiet", "--events", "-", "--modes", "audio", "--ios", "13.0", "--time-scale", "0.3",
                "--background-after", "3s", "--foreground-after", "16s", "--for", "18s", "--", "/bin/sh", script.path,
                Runner.path,
            ])
        #expect(try runner.finish() == 0)
        #expect(runner.output.contains("didFinishLaunching 1 {"))
        #expect(
            runner.output.contains(
                "willEnterForeground 2 {}\ndidBecomeActive - {}\nwillResignActive 3 {}\ndidEnterBackground 4 {}\ntask 1\n"
            ))
        #expect(runner.output.contains(#"backgroundTaskExpired - {"task":1}"#))
        #expect(runner.events(.grantGained).map(\.grant).contains(.audio), "\(runner.errors)")
        #expect(runner.events(.audioAdvanced).count == 1)
        // On a machine under load a sound server may take longer to start and play than the second that it has (AS-34).
        let suspensions = runner.events(.state).filter { $0.state == .suspended }
        #expect(suspensions.allSatisfy { $0.rule == "AS-34" }, "\(runner.errors)")
    }
}
