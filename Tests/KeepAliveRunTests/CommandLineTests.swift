import FoundationEssentials
import Glibc
import KeepAliveFormats
import TestSupport
import Testing

@testable import KeepAlivePolicy
@testable import KeepAliveStrategies

@Suite(.ownThread) struct CommandLineTests {
    @Test(
        "the exit status is the command's own, or 128 plus the signal",
        arguments: [
            (["true"], 0), (["false"], 1), (["sh", "-c", "exit 7"], 7), (["sh", "-c", "kill -9 $$"], 137),
        ] as [([String], Int32)])
    func exitStatus(command: [String], status: Int32) throws {
        #expect(try Runner.run(["-q", "--"] + command).status == status)
    }

    @Test("the command owns standard input, output and error")
    func ownStreams() throws {
        let result = try Runner.run(["-q", "--", "sh", "-c", "cat; echo problem >&2"], input: "one\ntwo\n")
        #expect(result.output == "one\ntwo\n")
        #expect(result.errors == "problem\n")
    }

    @Test("arguments and environment arrive unchanged, also an empty and a strange one")
    func arguments() throws {
        let runner = try Runner(
            ["-q", "--", "sh", "-c", #"printf '%s|' "$@"; printf '%s' "$KEEPALIVE_X""#, "sh", "", "a b", "--for", "ü"],
            environment: ["KEEPALIVE_X": "y=z"])
        #expect(try runner.finish() == 0)
        #expect(runner.output == "|a b|--for|ü|y=z")
    }

    /// Runs words of sh, in which `$0` is keepalive-run and `\377` after printf a byte that is no UTF-8.
    private func shell(_ words: String, in directory: String = "/") throws -> (
        status: Int32, output: String, errors: String
    ) {
        let runner = try Runner(["-c", "cd \"$1\" && " + words, Runner.path, directory], path: "/bin/sh")
        return (try runner.finish(), runner.output, runner.errors)
    }

    @Test(
        "a name that is not UTF-8 is refused where it would become another one; the arguments of a command are passed on",
        arguments: [
            ("--container \"$b\" -- true", "--container"), ("--container=\"$b\" -- true", "--container"),
            ("run --info-plist \"$b\" -- true", "--info-plist"), ("--events \"$b\" -- true", "--events"),
            ("verify --info-plist \"$b\"", "--info-plist"), ("simulate \"$b\"", "the argument"),
            ("ctl open \"$b\"", "the argument"), ("ctl launch -- true \"$b\"", "the argument"),
            ("ctl launch --child-env A=\"$b\" -- true", "--child-env"), ("boot --name \"$b\"", "--name"),
            ("-- \"$b\" x", "the command"), ("measure -- \"$b\"", "the command"),
        ])
    func rawNames(words: String, what: String) throws {
        let directory = try TemporaryDirectory()
        let result = try shell(#"b=$(printf 'c\377') && exec "$0" "# + words, in: directory.path)
        #expect(result.status == 64)
        let start = "keepalive-run: \(what): '"
        #expect(
            result.errors.hasPrefix(start) && result.errors.contains(#"c\xff' is not UTF-8. Give one"#), "\(result)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    }

    @Test("the arguments of a command need not be UTF-8, nor its working directory, if no path begins there")
    func rawArguments() throws {
        let directory = try TemporaryDirectory()
        let inside = #"d=$(printf 'd\377') && mkdir -p "$d" && cd "$d" && exec "$0" -q "#
        let passed = try shell(
            inside + #"-- sh -c 'printf %s "$1"; pwd' sh "$(printf 'a\303')" | od -An -c"#, in: directory.path)
        #expect(passed.status == 0 && passed.output.contains("a 303") && passed.output.contains("d 377"), "\(passed)")
        for options in ["--container c", "--info-plist c --container /c"] {
            let refused = try shell(inside + options + " -- true", in: directory.path)
            #expect(refused.status == 64, "\(refused)")
            #expect(
                refused.errors
                    == "keepalive-run: the working directory '\(directory.path)/d\\xff' has a name that is not "
                    + "UTF-8. Run this in another one\n", "\(refused)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 1)
    }

    @Test("a script without an interpreter line runs in a shell, as with execvp")
    func script() throws {
        let file = try TemporaryFile("echo from the script: $1\n", name: "script")
        chmod(file.path, 0o755)
        #expect(try Runner.run(["-q", "--", file.path, "x"]).output == "from the script: x\n")
    }

    @Test("the command gets the signal mask and dispositions that the runner inherited")
    func signalState() throws {
        let result = try Runner.run(["-q", "--", "grep", "-E", "SigBlk|SigIgn", "/proc/self/status"])
        let direct = try Runner(["-E", "SigBlk|SigIgn", "/proc/self/status"], path: "/bin/grep")
        try direct.finish()
        #expect(result.output == direct.output)
    }

    @Test(
        "each option that names a file to read refuses a FIFO and a device at once, with its path",
        arguments: [
            ["--info-plist", "@", "--", "true"], ["verify", "--info-plist", "@"], ["--scenario", "@", "--", "true"],
            ["simulate", "@"], ["simulate", "--apps", "1", "--population", "@"], ["simulate", "--merge", "@"],
            ["--figures", "--energy", "@", "--", "true"], ["calibrate", "--output", "/dev/null", "--base", "@"],
            ["--strategy", "location", "--gps-replay", "@", "--", "true"],
            ["--strategy", "silent-audio", "--audio-file", "@", "--", "true"],
            ["play", "--audio-file", "@"], ["ctl", "open", "@"], ["ctl", "push", "@"],
            ["--push-server", "@", "--", "true"],
        ])
    func notRegular(arguments: [String]) throws {
        let directory = try TemporaryDirectory()
        let pipe = directory.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, "/dev/zero"] {
            let runner = try Runner(arguments.map { $0 == "@" ? path : $0 })
            #expect([64, 125].contains(try runner.finish(20)))
            let says = arguments[0] == "--push-server" ? "not a socket" : "not a regular file"
            #expect(runner.errors.contains(path) && runner.errors.contains(says), "\(runner.errors)")
        }
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        var arguments: [String]
        var status: Int32
        var says: [String]
        var testDescription: String { arguments.joined(separator: " ") }
        init(_ arguments: [String], _ status: Int32, _ says: String...) {
            self.arguments = arguments
            self.status = status
            self.says = says
        }
    }

    static let bad: [Bad] = [
        Bad([], 64, "no command given"),
        Bad(["--for", "1s"], 64, "no command given", "--"),
        Bad(["true"], 64, "no subcommand 'true'", "keepalive-run -- true"),
        Bad(["verfy"], 64, "Did you mean 'verify'?"),
        Bad(["--bogus", "--", "true"], 64, "--bogus"),
        Bad(["--for", "5", "--", "true"], 64, "did you mean '5s'?"),
        Bad(["--for", "soon", "--", "true"], 64, "not a duration"),
        Bad(["--time-scale", "0", "--", "true"], 64, "factor above 0"),
        Bad(["--freezer", "cgruop", "--", "true"], 64, "did you mean 'cgroup'?"),
        Bad(["--strategy", "silent-audoi", "--", "true"], 64, "Did you mean 'silent-audio'?"),
        Bad(["--ios", "28", "--", "true"], 64, "Any version from 4.0 to 27"),
        Bad(["--modes", "loction", "--", "true"], 64, "did you mean 'location'?"),
        Bad(["--gpsd", "host:port:x", "--", "true"], 64, "host:port:x"),
        Bad(["--gpsd", "localhost", "--gps-replay", "f", "--", "true"], 64, "exclude each other"),
        Bad(["--background-after", "2s", "--foreground-after", "1s", "--", "true"], 64, "later"),
        Bad(["--foreground-after", "1s", "--", "true"], 64, "needs --background-after"),
        Bad(["--for", "-1s", "--", "true"], 64, "'-1s' is not a duration"),
        Bad(["--ios", "-1", "--", "true"], 64, "'-1' is not an iOS version"),
        Bad(["--set", "-x", "--", "true"], 64, "expected NAME=VALUE"),
        Bad(["simulate", "--suite", "--ios", "-1"], 64, "'-1' is not an iOS version"),
        Bad(["--app-group", "/etc/passwd", "--", "true"], 64, "--app-group /etc/passwd: not a directory"),
        Bad(["--app-group", "/no/such", "--", "true"], 64, "mkdir -p /no/such"),
        Bad(["list", "rules", "BT-21", "XX"], 64, "no rule begins with 'XX'"),
        Bad(["list", "modes", "BT"], 64, "only 'list rules'"),
        Bad(["list", "rules", "--ios", "12.4"], 64, "--ios is for 'list profiles'"),
        Bad(["list", "rules", "--reading", "articles"], 64, "--reading is for 'list profiles'"),
        Bad(["--reading", "article", "--", "true"], 64, "none of apple, articles; did you mean 'articles'?"),
        Bad(["verify", "--reading", "-x"], 64, "'-x' is none of apple, articles"),
        Bad(["--", "no-such-command"], 127, "no-such-command", "not found"),
        Bad(["--", "./no/such/file"], 127, "./no/such/file"),
        Bad(["--", "/tmp"], 126, "is a directory"),
        Bad(["--", "/etc/passwd"], 126, "Permission denied"),
        Bad(["--info-plist", "/no/such.plist", "--", "true"], 125, "/no/such.plist", "No such file"),
        Bad(["--info-plist", "/dev/zero", "--", "true"], 125, "not a regular file"),
        Bad(["--info-plist", "/etc/passwd", "--", "true"], 125, "/etc/passwd", "not a property list"),
        Bad(["--events", "/no/such/dir/e", "--", "true"], 125, "/no/such/dir/e", "cannot write"),
        Bad(
            ["--strategy", "location", "--modes", "location", "--gpsd", "127.0.0.1:1", "--", "true"], 125,
            "127.0.0.1:1", "refused"),
        Bad(
            ["--strategy", "location", "--modes", "location", "--gps-replay", "/no/such.nmea", "--", "true"], 125,
            "/no/such.nmea"),
        Bad(["--strategy", "silent-audio", "--modes", "audio", "--audio-device", "hw:77", "--", "true"], 125, "hw:77"),
        Bad(["--audio-device", "null", "--", "true"], 64, "--audio-device: nothing here plays", "silent-audio"),
        Bad(["--audible", "--strategy", "location", "--", "true"], 64, "--audible: nothing here plays"),
        Bad(["--audio-file", "f.wav", "--", "true"], 64, "--audio-file: nothing here plays", "background-player"),
        Bad(["--gpsd", "localhost", "--", "true"], 64, "--gpsd: nothing here asks for the location"),
        Bad(["--gps-replay", "f", "--strategy", "none", "--", "true"], 64, "--gps-replay: nothing here asks"),
        Bad(["--for", "inf", "--", "true"], 64, "'inf' is not a duration such as 1.5s, 200ms, 2m or 1h\n"),
        Bad(["play", "--tone", "-5"], 64, "20 to 20000 hertz, not -5"),
        Bad(["list"], 64, "say what to list: strategies, profiles"),
        Bad(["list", "stuff"], 64, "strategies, profiles, modes, rules"),
        Bad(["verify", "--info-plist", "/no/such.plist"], 125, "/no/such.plist"),
    ]

    @Test("bad input is one line that says what to do, and the right status", arguments: bad)
    func badInput(bad: Bad) throws {
        let result = try Runner.run(bad.arguments)
        #expect(result.status == bad.status)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("keepalive-run: "))
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        for text in bad.says { #expect(result.errors.contains(text), "\(result.errors)") }
    }

    @Test("a huge plist is refused by its size, unread")
    func hugeManifest() throws {
        let file = try TemporaryFile("<plist>", name: "Info.plist")
        truncate(file.path, 1 << 30)
        let result = try Runner.run(["--info-plist", file.path, "--", "true"])
        #expect(result.status == 125)
        #expect(result.errors.contains("1073741824 bytes"))
    }

    @Test("an unknown mode in a manifest is a warning, not an error")
    func warning() throws {
        let file = try TemporaryFile(
            "<plist><dict><key>UIBackgroundModes</key><array><string>loction</string></array></dict></plist>",
            name: "Info.plist")
        let result = try Runner.run(["--info-plist", file.path, "--", "true"])
        #expect(result.status == 0)
        #expect(result.errors.contains("unknown value 'loction'"))
        #expect(result.errors.contains("did you mean 'location'?"))
    }

    @Test("help names every option with its unit or default; no line is wider than 80 columns")
    func help() throws {
        let result = try Runner.run(["run", "--help"])
        #expect(result.status == 0)
        for option in ["--info-plist", "--strategy", "--background-after", "--time-scale", "--audio-device", "--gpsd"] {
            #expect(result.output.contains(option))
        }
        #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(try Runner.run(["--help"]).status == 0)
        // The package, which is named by its changelog, is of the same version, once that is released.
        let changelog = try String(contentsOfFile: "\(ScriptTests.root)/debian/changelog", encoding: .utf8)
        let version = try #require(changelog.firstMatch(of: /(?m)^keepalive \(([0-9.]+)\) (?!UNRELEASED)/)).output.1
        #expect(try Runner.run(["--version"]).output == "\(version)\n")
    }

    @Test("verify: exit 3 when a mode is missing, 0 when all are declared; JSON for programs")
    func verify() throws {
        let missing = try Runner.run(["verify", "--json"])
        #expect(missing.status == 3)
        #expect(missing.output.contains("561015905"))
        #expect(missing.output.contains("_CFMZEnabled()"))
        let declared = try Runner.run(["verify", "--modes", "audio,location"])
        #expect(declared.status == 0)
        let one = try Runner.run(["verify", "--strategy", "background-task", "--ios", "12.4"])
        #expect(one.status == 0)
        #expect(one.output.contains("suspended after 176.2 s"))
        struct Answer: Decodable {
            struct Row: Decodable { var strategy: String }
            var rows: [Row]
        }
        let answer = try JSONDecoder().decode(Answer.self, from: Data(missing.output.utf8))
        #expect(answer.rows.map(\.strategy) == StrategyRegistry.builtIn.map { $0.descriptor.name })
    }

    @Test("list profiles prints every constant with unit and rules")
    func list() throws {
        let result = try Runner.run(["list", "profiles"])
        for profile in ProfileCatalogue.all {
            #expect(result.output.contains("iOS \(profile.version)"))
            for constant in profile.constants { #expect(result.output.contains(constant.name)) }
        }
        for subject in ["strategies", "modes", "rules"] {
            #expect(try Runner.run(["list", subject]).status == 0)
            let json = try Runner.run(["list", subject, "--json"]).output
            #expect(json.hasPrefix("["))
        }
    }

    @Test("list rules prints every rule with its evidence and source, and all fields as JSON")
    func listRules() throws {
        let text = try Runner.run(["list", "rules"])
        #expect(text.output.hasPrefix("rule "))
        let line = try #require(text.output.split(separator: "\n").first { $0.hasPrefix("BT-05") })
        for part in ["175 s", "measured", "2019 article"] { #expect(line.contains(part)) }
        let json = try Runner.run(["list", "rules", "--json"])
        #expect(try JSONDecoder().decode([RuleBook.Rule].self, from: Data(json.output.utf8)) == RuleBook.rules)
    }

    @Test(
        "list rules --contested prints what devices were seen to do otherwise, the strongest first, and with a prefix only that"
    )
    func listContested() throws {
        let text = try Runner.run(["list", "rules", "--contested"]).output
        #expect(text.contains("\nLC-05  ") && text.contains("  measured: ") && text.contains(" rules, "))
        let json = try Runner.run(["list", "rules", "LC-05", "--contested", "--json"]).output
        let rules = try #require(try JSONValue(parsing: Array(json.utf8)).array)
        #expect(rules.count == 1)
        let kinds = rules[0]["contests"]?.array?.compactMap { $0["observation"]?["evidence"]?.string } ?? []
        #expect(kinds.first == "measured" && kinds.count > 1)
        #expect(try Runner.run(["list", "modes", "--contested"]).status == 64)
    }

    @Test("list rules takes the ids that rules begin with, list profiles one version")
    func listFilters() throws {
        let text = try Runner.run(["list", "rules", "BT-21", "lc"])
        let ids = text.output.split(separator: "\n").dropFirst(2).map { $0.prefix { $0 != " " } }
        let expected = RuleBook.rules.map(\.id.description).filter { $0 == "BT-21" || $0.hasPrefix("LC-") }
        #expect(ids.map(String.init) == expected)
        let json = try Runner.run(["list", "rules", "BT-21", "--json"])
        #expect(try JSONDecoder().decode([RuleBook.Rule].self, from: Data(json.output.utf8)).map(\.id) == ["BT-21"])
        let profile = try Runner.run(["list", "profiles", "--ios", "14.5"])
        #expect(profile.output.hasPrefix("iOS 14.5 (scene life cycle)\n"))
        #expect(profile.output.count(of: "\niOS ") == 0)
        let help = try Runner.run(["list", "--help"]).output
        #expect(help.contains("list rules [ID-PREFIX…]") && help.contains("list sessions [--ios VERSION]"))
    }

    @Test("list profiles prints the readings, and the profile as one of them has it")
    func listReadings() throws {
        let plain = try Runner.run(["list", "profiles", "--ios", "12.4"]).output
        #expect(plain.contains("\nReadings, for --reading:\n  apple: "))
        for change in PolicyReading.articles.changes() {
            let row = plain.split(separator: "\n").last { $0.contains(" \(change.constant) ") }
            let words = row?.split(separator: " ").map(String.init) ?? []
            #expect(words.first == "articles" && words.contains(change.value), "\(change.constant)")
            #expect(words.suffix(2) == [change.source.description, change.rule.description])
        }
        func limit(_ output: String) -> Substring? {
            output.split(separator: "\n").first { $0.hasPrefix("enterBackgroundLimit ") }
        }
        let read = try Runner.run(["list", "profiles", "--ios", "12.4", "--reading", "articles"]).output
        #expect(limit(plain)?.contains(" 10 ") == true && limit(read)?.contains(" 5 ") == true)
        struct Profile: Decodable { var readings: [String: [ReadingChange]] }
        let json = try Runner.run(["list", "profiles", "--ios", "12.4", "--json"]).output
        let profiles = try JSONDecoder().decode([Profile].self, from: Data(json.utf8))
        #expect(
            profiles.map { $0.readings["articles"] } == [PolicyReading.articles.changes(in: ProfileCatalogue.ios12)])
        #expect(profiles.map { $0.readings["apple"] } == [[]])
        #expect(try Runner.run(["run", "--help"]).output.contains("--reading <NAME>"))
    }

    @Test("demo says once what freezes, and why")
    func demo() throws {
        let runner = try Runner(["demo"])
        #expect(runner.wait { runner.errors.count(of: "foregroundActive") == 2 })
        runner.signal(SIGINT)
        #expect(try runner.finish() == 130)
        // A reason may name a freezer, too.
        #expect(runner.errors.count(of: "  freezer: ") == 1, "\(runner.errors)")
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test("doctor explains the choice of the freezer")
    func doctor() throws {
        let result = try Runner.run(["doctor"])
        #expect(result.output.contains("--freezer auto takes it"))
        #expect([0, 3].contains(result.status))
    }
}
