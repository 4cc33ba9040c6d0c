import Glibc
import KeepAliveLinux
import KeepAlivePolicy

/// Builds a slice of an app, and lets it learn from the compiler's errors until it builds.
struct SliceBuild {
    /// The largest number of builds. Each leaves out more, or adds a stand-in.
    private static let buildsMax = 40

    private let folder: String
    private let target: String
    private let tool: String
    /// The folder that `swift build` builds in; `nil` for `.build`.
    private let scratchPath: String?

    /// - Parameters:
    ///   - folder: the folder of Package.swift.
    ///   - target: the name of the app's target.
    ///   - scratchPath: the folder that `swift build` builds in; `nil` for `.build`.
    init(folder: String, target: String, scratchPath: String?) throws {
        self.folder = folder
        self.target = target
        self.scratchPath = scratchPath
        tool = try SourceTool.rewrite.path()
    }

    /// Makes and builds the slice.
    ///
    /// - Returns: what the slice consists of, for the user.
    /// - Throws: ``KeepAliveError`` with code `output` if the slice does not build.
    func run() throws -> String {
        guard ProgramOutput.status(of: "\(command("begin-slice")) >&2") == 0 else {
            throw KeepAliveError(.output, "\(target) has no slice, as the line above says")
        }
        Machine.tell("slice: building KeepAlive for \(target), and what its stand-ins need (minutes the first time)\n")
        let scratch = scratchPath ?? "\(folder)/.build"
        let log = "\(scratch)/keepalive-slice.log"
        let build = "swift build --package-path \(quoted(folder)) --scratch-path \(quoted(scratch))"
        for number in 1...Self.buildsMax {
            let status = ProgramOutput.status(of: "mkdir -p \(quoted(scratch)) && \(build) >\(quoted(log)) 2>&1")
            if status == 0 { return try summary(builds: number) }
            guard status != 127 else {
                throw KeepAliveError(.output, "swift is not found", remedy: "A slice is built: put Swift into PATH")
            }
            // SwiftPM's own crashes are seldom seen twice.
            if status == 128 + SIGSEGV { continue }
            guard status < 128 else {
                throw KeepAliveError(.output, "the build was ended by signal \(status - 128)")
            }
            let learnt = ProgramOutput.status(of: "\(command("repair-slice")) <\(quoted(log)) >&2")
            guard learnt == 0 else { break }
            Machine.tell("slice: build \(number) has errors, and what they need is added or left out\n")
        }
        throw KeepAliveError(
            .output, "the slice does not build",
            remedy:
                "The compiler's errors are in \(log). Leave their file out ('!FILE' in KeepAlive/\(target)/Sources.txt), or add what they miss to Linux.swift"
        )
    }

    private func command(_ name: String) -> String {
        "\(quoted(tool)) \(name) --package \(quoted(folder)) \(quoted("\(folder)/KeepAlive/\(target)"))"
    }

    private func quoted(_ text: String) -> String { Machine.quoted(text) }

    private func summary(builds: Int) throws -> String {
        guard let output = ProgramOutput.of(command("describe-slice"), seconds: 60) else {
            throw KeepAliveError(.output, "the slice cannot be read: '\(command("describe-slice"))' says why")
        }
        return "\nthe slice builds (builds: \(builds))\n" + String(decoding: output, as: UTF8.self)
    }
}
