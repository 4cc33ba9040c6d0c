import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

@Suite(.ownThread) struct FleetCommandTests {
    static let small = ["simulate", "--apps", "30", "--days", "1", "--seed", "3"]

    @Test("a fleet is simulated, its table printed, and its costs told beside it")
    func table() throws {
        let result = try Runner.run(Self.small)
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("30 apps for 1 day, seed 3: 30 device-days, "))
        for text in ["background hours", "alive off screen", "silent-audio", "ends of processes", "messenger"] {
            #expect(result.output.contains(text))
        }
        #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
        #expect(result.errors.contains("device-days and ") && result.errors.contains(" MB of memory at most"))
    }

    @Test("shards joined are the single run, byte for byte: the file and the table")
    func shards() throws {
        let whole = try TemporaryFile()
        let single = try Runner.run(Self.small + ["--summary", whole.path])
        let files = try (1...3).map { index in
            let file = try TemporaryFile()
            let result = try Runner.run(Self.small + ["--shard", "\(index)/3", "--quiet", "--summary", file.path])
            #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty)
            return file
        }
        let merged = try TemporaryFile()
        let joined = try Runner.run(
            ["simulate", "--merge"] + files.map(\.path).reversed() + ["--summary", merged.path])
        #expect(joined.status == 0)
        #expect(joined.output == single.output)
        #expect(merged.text == whole.text)
        #expect(whole.text.contains("\"version\" : 1"))
        let twice = try Runner.run(["simulate", "--merge", files[0].path, files[1].path, files[0].path])
        #expect(twice.status == 64)
        #expect(twice.errors.hasPrefix("keepalive-run: shard 1/3 is there twice: "))
        let missing = try Runner.run(["simulate", "--merge", files[2].path, files[0].path])
        #expect(missing.status == 64)
        #expect(missing.errors == "keepalive-run: shard 2/3 is missing\n")
    }

    @Test("the printed default population, given back, changes nothing")
    func population() throws {
        let text = try Runner.run(["list", "population"])
        #expect(text.status == 0)
        let file = try TemporaryFile(text.output, name: "population.yaml")
        #expect(try Runner.run(Self.small + ["--population", file.path]).output == Runner.run(Self.small).output)
    }

    @Test("--ios, --reading and --set apply to every app, stand in the result, and are told beside it")
    func profile() throws {
        let changes = ["--ios", "12.4", "--reading", "articles", "--set", "finishTaskBudget=60"]
        let file = try TemporaryFile()
        let result = try Runner.run(Self.small + changes + ["--summary", file.path])
        #expect(result.output.contains("\nWith all on iOS 12.4, the reading 'articles', finishTaskBudget=60\n"))
        #expect(file.text.contains("\"ios\" : \"12.4\"") && file.text.contains("\"reading\" : \"articles\""))
        #expect(try Runner.run(Self.small + ["--ios", "12.4"]).output != result.output)
        let shards = try (1...2).map { index in
            let file = try TemporaryFile()
            _ = try Runner.run(Self.small + changes + ["--shard", "\(index)/2", "-q", "--summary", file.path])
            return file
        }
        let merged = try Runner.run(["simulate", "--merge"] + shards.map(\.path))
        #expect(merged.output == result.output)
        let both = try Runner.run(["simulate", "--ios", "12.4", "--merge"] + shards.map(\.path))
        #expect(both.status == 64 && both.errors.contains("leave --ios out"))
    }

    @Test("the result is the same on one core and on two")
    func cores() throws {
        let one = try Runner.run(Self.small + ["--cores", "1"])
        #expect(try Runner.run(Self.small + ["--cores", "2"]).output == one.output)
    }

    @Test("Ctrl-C ends it with 130 and without a table; the file of an earlier result is gone, and nothing is left")
    func interrupt() throws {
        let file = try TemporaryFile("the last one")
        let runner = try Runner(["simulate", "--apps", "1000000", "--days", "30", "--summary", file.path])
        // Signals are taken note of when the arguments are right.
        #expect(runner.look { Self.catchesInterrupts(runner.pid) })
        runner.signal(SIGINT)
        #expect(try runner.finish() == 130)
        #expect(runner.output.isEmpty)
        #expect(try SmallFile.list(URL(filePath: file.path).deletingLastPathComponent().path) == [])
    }

    /// Whether a process has a handler for SIGINT.
    private static func catchesInterrupts(_ pid: pid_t) -> Bool {
        let status = (try? SmallFile.read("/proc/\(pid)/status")) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") } ?? ""
        let mask = line.split(whereSeparator: \.isWhitespace).last.flatMap { UInt64($0, radix: 16) } ?? 0
        return mask >> UInt64(SIGINT - 1) & 1 == 1
    }

    @Test("an empty file, as a run of an older version leaves it, is no result")
    func empty() throws {
        let file = try TemporaryFile()
        let merge = try Runner.run(["simulate", "--merge", file.path])
        #expect(merge.status == 64)
        #expect(merge.errors == "keepalive-run: \(file.path): empty: the run that was to write it has not ended\n")
    }

    @Test("a result goes whole through a FIFO whose reader takes its time")
    func fifo() throws {
        let file = try TemporaryFile()
        let runner = try OutputTests.shell(
            #"rm "$1"; mkfifo "$1"; { read -r line; echo "$line"; cat; } <"$1" & exec "$K" simulate --apps 30 --days 1 --seed 3 -q --summary "$1""#,
            file.path)
        #expect(try runner.finish() == 0, "\(runner.errors)")
        let whole = try TemporaryFile()
        _ = try Runner.run(Self.small + ["--quiet", "--summary", whole.path])
        #expect(runner.output == whole.text)
    }

    @Test("Ctrl-C ends it in the middle of an app, too")
    func interruptApp() throws {
        let population = try TemporaryFile(
            "classes: [{name: busy, sessions: {per-day: 100000, length: 100ms}}]", name: "busy.yaml")
        let runner = try Runner(["simulate", "--apps", "1", "--days", "3650", "--population", population.path])
        #expect(runner.look { Self.catchesInterrupts(runner.pid) })
        runner.signal(SIGINT)
        #expect(try runner.finish(20) == 130)
    }

    @Test("it uses the cores that taskset leaves it")
    func affinity() throws {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let start = try #require(status.firstRange(of: "Cpus_allowed_list:\t")).upperBound
        let core = status[start...].prefix { $0.isNumber }
        let runner = try Runner(
            ["-c", "\(core)", Runner.path] + Self.small, path: "/usr/bin/taskset")
        #expect(try runner.finish() == 0)
        #expect(runner.errors.contains(" s on 1 core, "), "\(runner.errors)")
    }

    @Test("the help says what --merge and --summary take")
    func help() throws {
        let text = try Runner.run(["simulate", "--help"]).output.split { " \n".contains($0) }.joined(separator: " ")
        #expect(text.contains("one file or several") && text.contains("as JSON; - is standard error."))
        let result = try Runner.run(Self.small + ["--quiet", "--summary", "-"])
        #expect(result.output.isEmpty && result.errors.contains("\"rules\" : \""))
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        var arguments: [String]
        var message: String
        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let apps = "expected a whole number of apps, 1 to 100000000"
    static let days = "expected a number of days, 0.01 to 3650"

    @Test(
        "wrong usage is explained in one line, with status 64",
        arguments: [
            Bad(arguments: ["--apps", "0"], message: "'0' is invalid for '--apps <N>': \(apps)"),
            Bad(arguments: ["--apps", "-1"], message: "'-1' is invalid for '--apps <N>': \(apps)"),
            Bad(arguments: ["--apps", "abc"], message: "'abc' is invalid for '--apps <N>': \(apps)"),
            Bad(arguments: ["--apps=100000001"], message: "'100000001' is invalid for '--apps <N>': \(apps)"),
            Bad(arguments: ["--apps", "1", "--days", "0"], message: "'0' is invalid for '--days <D>': \(days)"),
            Bad(arguments: ["--apps", "1", "--days", "-1"], message: "'-1' is invalid for '--days <D>': \(days)"),
            Bad(arguments: ["--apps", "1", "--days", "nan"], message: "'nan' is invalid for '--days <D>': \(days)"),
            Bad(
                arguments: ["--apps", "1", "--seed", "abc"],
                message: "'abc' is invalid for '--seed <S>': expected a whole number, 0 to 18446744073709551615"),
            Bad(arguments: ["--apps", "1", "--seed", "-1"], message: "'-1' is invalid for '--seed <S>': expected a"),
            Bad(
                arguments: ["--apps", "1", "--shard", "4/3"],
                message: "'4/3' is invalid for '--shard <i/n>': expected i/n such as 1/8, counted from 1 up to n"),
            Bad(
                arguments: ["--apps", "1", "--cores", "0"],
                message: "'0' is invalid for '--cores <N>': expected a whole number of cores, 1 to 4096"),
            Bad(
                arguments: ["--days", "3", "--seed", "1"],
                message: "--days, --seed without --apps: how many apps are to be simulated?"),
            Bad(
                arguments: ["--apps", "1", "x.yaml"],
                message: "'x.yaml' is for scenarios, --apps for a fleet: leave one of them out"),
            Bad(
                arguments: ["x.yaml", "--days", "3"],
                message: "'x.yaml' is for scenarios, --days for a fleet: leave one of them out"),
            Bad(
                arguments: ["--apps", "1", "--suite"],
                message: "--suite is for scenarios, --apps for a fleet: leave one of them out"),
            Bad(
                arguments: ["--merge", "a.json", "--apps", "1", "--seed", "2"],
                message: "--merge reads all from the files: leave --apps, --seed out"),
            Bad(
                arguments: ["--apps", "1", "--population", "/nowhere.yaml"],
                message: "/nowhere.yaml: No such file or directory. Expected the path of a population file"),
            Bad(
                arguments: ["--merge", "/dev/null"],
                message: "/dev/null: not a regular file. Expected the path of a result of 'simulate --shard'"),
        ])
    func usage(_ bad: Bad) throws {
        let result = try Runner.run(["simulate"] + bad.arguments)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("keepalive-run: "))
        #expect(result.errors.contains(bad.message), "\(result.errors)")
    }

    @Test(
        "a file that is no result is told so",
        arguments: [
            ("{}", "'version' is missing"), ("[", "not JSON"), (#"{"version": 9}"#, "it has layout 9"),
        ])
    func noResult(content: String, message: String) throws {
        let file = try TemporaryFile(content)
        let result = try Runner.run(["simulate", "--merge", file.path])
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("keepalive-run: \(file.path): no result of 'simulate --shard': "))
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test("a population with a mistake is refused with its place before anything is written")
    func mistake() throws {
        let file = try TemporaryFile("classes:\n  - nam: x\n", name: "p.yaml")
        let result = try Runner.run(["simulate", "--apps", "1", "--population", file.path])
        #expect(result.status == 64)
        #expect(
            result.errors == "keepalive-run: \(file.path):2:5: 'nam' is not a key of a class; did you mean 'name'?\n")
    }
}
