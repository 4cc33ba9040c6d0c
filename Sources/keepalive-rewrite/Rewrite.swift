import ArgumentParser
import FoundationEssentials
import KeepAliveRewriting

/// The command-line tool that the plug-in KeepAliveSources calls.
@main
struct Rewrite: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keepalive-rewrite",
        abstract: "Rewrites files of iOS code so that the compiler on Linux takes them.",
        discussion: """
            The plug-in KeepAliveSources calls it for the files of a target. Files that did not change since the last \
            call with the same --state are left alone.
            """)

    @Option(help: ArgumentHelp("Where it remembers what it has done.", valueName: "FILE"))
    var state: String

    @Argument(help: ArgumentHelp("Files, each followed by the path of its result.", valueName: "SOURCE RESULT"))
    var files: [String] = []

    func validate() throws {
        guard files.count.isMultiple(of: 2) else {
            throw ValidationError("'\(files.last ?? "")' has no path for its result: SOURCE RESULT [SOURCE RESULT]…")
        }
    }

    func run() throws {
        let pairs = stride(from: 0, to: files.count, by: 2).map {
            TargetRewriter.Pair(source: files[$0], result: files[$0 + 1])
        }
        // The date and size of the executable identify this build. Another build may rewrite differently, so all
        // files are rewritten.
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let built = program.flatMap { try? FileManager.default.attributesOfItem(atPath: $0) }
        let date = (built?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        do {
            _ = try TargetRewriter(pairs, state: state, rewriter: "\(date) \(built?[.size] ?? 0)").run { print($0) }
        } catch is SourceProblem {
            throw ExitCode.failure
        }
    }
}
