import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// Why there is no answer to the question for a name: each case has its own words.
@Suite(.ownThread) struct NameServiceTests {
    private func cause(executable: String, limit: Duration, on loop: EventLoop) throws -> String? {
        let question = NameQuestion(host: "host.invalid", port: 2947)
        let answer = try NameService.ask(question, executable: executable, limit: limit, loop: loop)
        // An end that is not taken note of stays a zombie of the tests' process, whose exit tests wait for it for ever.
        #expect(loop.run(until: { !loop.isWatching }, timeout: .seconds(20)))
        guard case .unknown(let cause) = answer else { return nil }
        return cause
    }

    @Test func `A process that ends is no silent name server`() throws {
        let loop = try EventLoop()
        // It does not know the subcommand.
        #expect(
            try cause(executable: "/bin/false", limit: .seconds(20), on: loop)
                == "the process that looks it up has ended")
    }

    @Test func `A name server that is silent is named as one, and a wait that was ended is not`() throws {
        let loop = try EventLoop()
        // It never answers.
        let path = "/usr/bin/yes"
        let silent = try cause(executable: path, limit: .milliseconds(50), on: loop)
        #expect(silent == "no name server answers in 0.05 s")
        _ = loop.schedule(after: .milliseconds(50)) { loop.stop() }
        #expect(try cause(executable: path, limit: .seconds(20), on: loop) == "the wait was ended")
    }
}
