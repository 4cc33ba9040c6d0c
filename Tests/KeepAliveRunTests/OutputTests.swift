import FoundationEssentials
import Glibc
import KeepAliveFormats
import TestSupport
import Testing

@testable import KeepAliveFleet
@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// A FIFO of 16 kB, open at both ends, that nobody reads unless the test does.
private final class StuckFifo {
    let path: String
    let descriptor: CInt
    let capacity: Int
    private let directory: TemporaryDirectory

    /// - Parameter full: whether nothing fits into it from the beginning.
    init(full: Bool) throws {
        directory = try TemporaryDirectory()
        path = directory.path + "/fifo"
        mkfifo(path, 0o600)
        descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        try #require(descriptor >= 0)
        // F_SETPIPE_SZ and F_GETPIPE_SZ.
        _ = fcntl(descriptor, 1031, 16_384)
        capacity = Int(fcntl(descriptor, 1032))
        if full { #expect(write(descriptor, [UInt8](repeating: 0x2E, count: capacity), capacity) == capacity) }
    }

    deinit { close(descriptor) }

    /// Whether nothing fits into it.
    var isFull: Bool {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&ready, 1, 0) == 0
    }

    /// Everything that is in it.
    func read() -> String {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += buffer[..<count]
        }
    }
}

/// Where output goes, and what becomes of it when nobody reads, when it is interrupted, or when it is closed.
@Suite(.ownThread) struct OutputTests {
    /// Runs the binary in a shell, which redirects; `$K` is the binary, `$1` and so on the arguments.
    static func shell(_ script: String, _ arguments: String...) throws -> Runner {
        try Runner(["-c", script, "sh"] + arguments, environment: ["K": Runner.path], path: "/bin/sh")
    }

    @Test(
        "simulate waits for the reader of a FIFO, and nothing is missing",
        arguments: ["--junit", "--results", "--events"])
    func slowReader(option: String) throws {
        let fifo = try StuckFifo(full: false)
        let count = 200
        let scenarios = try TemporaryFile(
            Array(repeating: SimulateTests.passing, count: count).joined(separator: "---\n"), name: "many.yaml")
        let runner = try Runner(["simulate", "-q", scenarios.path, option, fifo.path])
        var text = ""
        // It fills the FIFO, and then stands still.
        let stands = runner.look { fifo.isFull }
        #expect(stands)
        #expect(!runner.wait(1) { runner.status != nil })
        #expect(
            runner.look {
                text += fifo.read()
                return runner.status != nil
            })
        #expect(try runner.finish() == 0)
        text += fifo.read()
        switch option {
        case "--junit":
            #expect(text.count(of: "<testcase ") == count)
            #expect(text.hasSuffix("</testsuites>\n"))
        case "--results": #expect(text.split(separator: "\n").count == count)
        default: #expect(text.count(of: "\"state\":\"suspended\"") == count)
        }
        for line in text.split(separator: "\n") where option != "--junit" {
            #expect(throws: Never.self) { try JSONValue(parsing: line.utf8) }
        }
    }

    @Test("run --events to a FIFO that nobody reads: the app is frozen in time, and lost lines are exit status 125")
    func eventsLost() throws {
        let fifo = try StuckFifo(full: true)
        let summary = try TemporaryFile(name: "summary.json")
        let result = try Runner.run([
            "-q", "--events", fifo.path, "--summary", summary.path, "--background-after", "100ms", "--for", "1s", "--",
            "sleep", "100",
        ])
        #expect(result.status == 125)
        #expect(result.errors.hasPrefix("keepalive-run: \(fifo.path): "))
        #expect(result.errors.contains(" lines were lost, because nobody read them"))
        #expect(summary.text.contains("\"lastState\" : \"suspended\""))
        #expect(fifo.read().allSatisfy { $0 == "." })
    }

    @Test("standard error that nobody reads keeps the supervisor from nothing")
    func stuckStandardError() throws {
        let fifo = try StuckFifo(full: true)
        let summary = try TemporaryFile(name: "summary.json")
        let runner = try Self.shell(
            #"exec "$K" --background-after 100ms --for 1s --summary "$2" -- sleep 100 2>"$1""#, fifo.path, summary.path)
        #expect(try runner.finish(20) == 0)
        #expect(summary.text.contains("\"freezes\" : 1"), "\(summary.text)")
    }

    @Test("the command's own standard error stays blocking")
    func flagsOfTheCommand() throws {
        let runner = try Self.shell(#"exec "$K" --events - -- grep flags /proc/self/fdinfo/2"#)
        #expect(try runner.finish() == 0)
        let octal = try #require(runner.output.split(whereSeparator: \.isWhitespace).last)
        let flags = try #require(Int(octal, radix: 8))
        #expect(flags & Int(O_NONBLOCK) == 0)
    }

    @Test("/dev/stderr and /dev/stdout are what they are called: a log is not emptied, nothing is written over")
    func standardFiles() throws {
        let log = try TemporaryFile("before\n", name: "log")
        let run = try Self.shell(
            #"exec "$K" -q --events /dev/stderr --summary /dev/stderr -- sh -c 'echo own >&2' 2>>"$1""#, log.path)
        #expect(try run.finish() == 0)
        #expect(log.text.hasPrefix("before\n"))
        for text in ["own\n", "\"event\":\"exited\"", "\"proxies\""] { #expect(log.text.contains(text)) }
        let scenario = try TemporaryFile(SimulateTests.passing)
        let simulate = try Self.shell(
            #"echo before >"$2"; exec "$K" simulate "$1" --events /dev/stdout --junit /dev/stdout >>"$2""#,
            scenario.path, log.path)
        #expect(try simulate.finish() == 0)
        #expect(log.text.hasPrefix("before\n"))
        for text in ["ok      iOS", "\"event\":\"frozen\"", "</testsuites>", "all passed"] {
            #expect(log.text.contains(text))
        }
    }

    struct Clash: Sendable, CustomTestStringConvertible {
        var arguments: [String]
        var says: String
        var testDescription: String { arguments.joined(separator: " ") }
    }

    @Test(
        "outputs that would destroy each other or an input are refused, and nothing is changed",
        arguments: [
            Clash(
                arguments: ["simulate", "in.yaml", "--results", "new", "--junit", "./new"],
                says: "--results and --junit name the same file"),
            Clash(arguments: ["simulate", ".", "--junit", "in.yaml"], says: "would overwrite"),
            Clash(arguments: ["--events", "z", "--summary", "./z", "--", "true"], says: "name the same file"),
            Clash(
                arguments: ["--scenario", "in.yaml:1", "--events", "in.yaml", "--", "true"], says: "would overwrite"),
            Clash(
                arguments: ["--info-plist", "in.yaml", "--summary", "in.yaml", "--", "true"], says: "would overwrite"),
            Clash(
                arguments: ["simulate", "--apps", "1", "--population", "people.yaml", "--summary", "people.yaml"],
                says: "--summary people.yaml would overwrite people.yaml, which is read"),
            Clash(arguments: ["simulate", "--merge", "in.yaml", "--summary", "in.yaml"], says: "would overwrite"),
        ])
    func clash(clash: Clash) throws {
        let directory = try TemporaryDirectory()
        let files = [("in.yaml", SimulateTests.passing), ("people.yaml", PopulationReader.defaultText)]
        for (name, text) in files where name == "in.yaml" || clash.arguments.contains(name) {
            try Data(text.utf8).write(to: URL(filePath: "\(directory.path)/\(name)"))
        }
        let before = try SmallFile.list(directory.path).sorted()
        let runner = try Runner(
            ["-c", #"cd "$1" && shift && exec "$K" "$@""#, "sh", directory.path] + clash.arguments,
            environment: ["K": Runner.path], path: "/bin/sh")
        #expect(try runner.finish() == 64)
        #expect(runner.errors.contains(clash.says), "\(runner.errors)")
        #expect(try SmallFile.list(directory.path).sorted() == before)
        for (name, text) in files where before.contains(name) {
            #expect(try String(contentsOfFile: "\(directory.path)/\(name)", encoding: .utf8) == text)
        }
    }

    @Test("a run that is killed leaves no summary of an earlier one")
    func interruptedRun() throws {
        let summary = try TemporaryFile("the last one", name: "summary.json")
        let runner = try Runner(["--summary", summary.path, "-q", "--events", "-", "--", "sleep", "100"])
        #expect(runner.wait { !runner.events(.launched).isEmpty })
        runner.signal(SIGKILL)
        try runner.finish()
        #expect(runner.waitUntilNothingIsLeft())
        #expect(!FileManager.default.fileExists(atPath: summary.path))
    }

    @Test(
        "closed standard output is a failure, as a full one is; closed standard error is none",
        arguments: [
            (#""$K" list modes >&-"#, 125), (#""$K" simulate "$1" >&-"#, 125), (#""$K" --version >&-"#, 125),
            (#""$K" list modes >/dev/full"#, 125), (#""$K" --help >/dev/full"#, 125),
            (#""$K" simulate "$1" --junit "$2" <&- >&-"#, 125), (#""$K" -- true 2>&-"#, 0),
            (#""$K" --events - -- true 2>&-"#, 125),
        ])
    func closed(script: String, status: Int32) throws {
        let scenario = try TemporaryFile(SimulateTests.passing)
        let junit = try TemporaryFile(name: "junit.xml")
        #expect(try Self.shell("exec " + script, scenario.path, junit.path).finish() == status)
        #expect(!junit.text.contains("all passed"))
    }
}
