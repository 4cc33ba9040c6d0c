import ArgumentParser
import FoundationEssentials
import KeepAliveRewriting
import KeepAliveSlicing

/// The command-line tool that the plug-in KeepAliveSources and `keepalive-run init --slice` call.
@main
struct Rewrite: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keepalive-rewrite",
        abstract: "Rewrites files of iOS code so that the compiler on Linux takes them.",
        subcommands: [Target.self, BeginSlice.self, LeaveModules.self, RepairSlice.self, DescribeSlice.self],
        defaultSubcommand: Target.self)
}

/// Rewrites the files of a target.
struct Target: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "target", abstract: "Rewrite the files of a target.",
        discussion: """
            The plug-in KeepAliveSources calls it for the files of a target. Files that did not change since the last \
            call with the same --state are left alone.
            """)

    @Option(help: ArgumentHelp("Where it remembers what it has done.", valueName: "FILE"))
    var state: String

    @Option(help: ArgumentHelp("The target's folder, which has a Slice.txt: stand-ins are made.", valueName: "DIR"))
    var slice: String?

    @Option(help: ArgumentHelp("The folder of Package.swift.", valueName: "DIR"))
    var package = "."

    @Option(
        name: .customLong("module"),
        help: ArgumentHelp("A module on which the target depends: imports of others are left out.", valueName: "NAME"))
    var modules: [String] = []

    @Argument(
        help: ArgumentHelp(
            "Files, each followed by the path of its result; of a slice, the stand-ins are the last.",
            valueName: "SOURCE RESULT"))
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
        var texts: [String: String] = [:]
        try problems { texts = try self.texts(pairs) }
        do {
            _ = try TargetRewriter(
                pairs, state: state, rewriter: "\(date) \(built?[.size] ?? 0)", texts: texts,
                modules: modules.isEmpty ? nil : Set(modules)
            )
            .run { print($0) }
        } catch is SourceProblem {
            throw ExitCode.failure
        }
    }

    /// Returns the texts of a slice, which differ from those of its files.
    private func texts(_ pairs: [TargetRewriter.Pair]) throws -> [String: String] {
        guard let slice, let standIns = pairs.last?.source else { return [:] }
        let folder = SliceFolder(package: package, folder: slice)
        let read = try folder.read()
        // The compiler's messages name this file.
        try FileManager.default.createDirectory(
            atPath: standIns.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/"),
            withIntermediateDirectories: true)
        try Data(read.standIns.text.utf8).write(to: URL(fileURLWithPath: standIns), options: .atomic)
        return folder.texts(read)
    }
}

/// Where a slice is.
struct SlicePlace: ParsableArguments {
    @Option(help: ArgumentHelp("The folder of Package.swift.", valueName: "DIR"))
    var package = "."

    @Argument(help: ArgumentHelp("The target's folder.", valueName: "DIR"))
    var target: String

    var folder: SliceFolder { SliceFolder(package: package, folder: target) }
}

/// Divides the sources of an app into those of a slice and others.
struct BeginSlice: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "begin-slice", abstract: "Choose the files of a slice among those of Sources.txt.")

    @OptionGroup var place: SlicePlace

    @Option(
        name: .customLong("module"),
        help: ArgumentHelp("A module that the files may import, of a package.", valueName: "NAME"))
    var modules: [String] = []

    @Option(
        name: .customLong("keep"),
        help: ArgumentHelp("A file of Sources.txt that the slice compiles in any case.", valueName: "FILE"))
    var kept: [String] = []

    func run() throws {
        try problems { try place.folder.begin(modules: modules, keeping: Set(kept)) }
    }
}

/// Has stand-ins take the place of modules.
struct LeaveModules: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave-modules", abstract: "Make stand-ins of modules that do not build.",
        discussion: "Reads lines of Slice.txt from standard input: modules, and the files of their sources.")

    @OptionGroup var place: SlicePlace

    func run() throws {
        var lines = ""
        while let line = readLine(strippingNewline: false) { lines += line }
        try problems { try place.folder.leaveModules(lines) }
    }
}

/// Learns from a build of a slice.
struct RepairSlice: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair-slice", abstract: "Learn from the errors of a build what the slice needs.",
        discussion: "Reads what 'swift build' printed from standard input. Exit status 3: nothing was learnt.")

    @OptionGroup var place: SlicePlace

    func run() throws {
        var output = ""
        while let line = readLine(strippingNewline: false) { output += line }
        try problems {
            guard try place.folder.repair(output) else { throw ExitCode(3) }
        }
    }
}

/// Says what a slice consists of.
struct DescribeSlice: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "describe-slice", abstract: "Say what a slice consists of, and what it leaves out.")

    @OptionGroup var place: SlicePlace

    func run() throws {
        try problems {
            print(SliceReport(try place.folder.read()).text, terminator: "")
        }
    }
}

/// Prints a problem of a source as a compiler does, and ends with a failure.
private func problems(_ body: () throws -> Void) throws {
    do { try body() } catch let problem as SourceProblem {
        print(problem)
        throw ExitCode.failure
    }
}
