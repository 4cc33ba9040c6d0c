import FoundationEssentials
import Glibc
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveXcode

/// Builds a slice of an app, and lets it learn from the compiler's errors until it builds.
struct SliceBuild {
    /// The largest number of builds. Each leaves out more, or adds a stand-in.
    private static let buildsMax = 40

    private let folder: String
    private let target: String
    private let tool: String
    /// The folder that `swift build` builds in; `nil` for `.build`.
    private let scratchPath: String?
    /// The files that the app's developer has added to those of an earlier slice.
    private let added: [String]

    /// Reads what there is of an earlier slice.
    ///
    /// - Parameters:
    ///   - folder: the folder of Package.swift.
    ///   - target: the name of the app's target.
    ///   - scratchPath: the folder that `swift build` builds in; `nil` for `.build`.
    init(folder: String, target: String, scratchPath: String?) throws {
        self.folder = folder
        self.target = target
        self.scratchPath = scratchPath
        let place = "\(folder)/KeepAlive/\(target)"
        func lines(_ name: String) -> [String] {
            (ProjectFile.text("\(place)/\(name)") ?? "").split(whereSeparator: \.isNewline).map(String.init)
        }
        // The files of which stand-ins were made are not chosen: whoever names one in Sources.txt has added it.
        let others = Set(lines("Slice.txt").compactMap { $0.hasPrefix("from\t") ? String($0.dropFirst(5)) : nil })
        added = lines("Sources.txt").filter(others.contains)
        tool = try SourceTool.rewrite.path()
    }

    /// Chooses the slice's files among those of Sources.txt.
    ///
    /// - Parameter modules: the modules of packages that the files may import.
    /// - Throws: ``KeepAliveError`` with code `output` if the app has no slice.
    func begin(modules: [String]) throws {
        let options = (modules.map { " --module \(quoted($0))" } + added.map { " --keep \(quoted($0))" }).joined()
        guard ProgramOutput.status(of: "\(command("begin-slice"))\(options) >&2") == 0 else {
            throw KeepAliveError(.output, "\(target) has no slice, as the line above says")
        }
    }

    /// Returns the modules that the slice's files import.
    func importedModules() -> Set<String> {
        let list = ProjectFile.text("\(folder)/KeepAlive/\(target)/Sources.txt") ?? ""
        return list.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") && !$0.hasPrefix("!") }
            .compactMap { ProjectFile.text("\(folder)/\($0)") }
            .reduce(into: []) { $0.formUnion(ImportedModules.modules(of: $1)) }
    }

    /// Has stand-ins take the place of modules that a package lacks, and an earlier one had.
    func leave(_ former: LinuxPackage, for plan: LinuxPackage) throws {
        let gone = former.modules.filter { module in !plan.modules.contains { $0.name == module.name } }
        let file = "\(folder)/KeepAlive/\(target)/.left-modules"
        let lines = gone.flatMap { module in ["module\t\(module.name)"] + module.files.map { "from\t\($0)" } }
        do {
            try Data(lines.map { "\($0)\n" }.joined().utf8).write(to: URL(filePath: file), options: .atomic)
        } catch {
            throw KeepAliveError(.output, "\(file) cannot be written: \(error)")
        }
        defer { try? FileManager.default.removeItem(atPath: file) }
        guard ProgramOutput.status(of: "\(command("leave-modules")) <\(quoted(file)) >&2") == 0 else {
            throw KeepAliveError(.output, "Slice.txt cannot be changed, as the line above says")
        }
    }

    /// Builds the slice. Packages that do not build are left out.
    ///
    /// - Parameters:
    ///   - plan: the package that was written.
    ///   - rewrite: writes the manifest of another package.
    /// - Returns: what the slice consists of, for the user.
    /// - Throws: ``KeepAliveError`` with code `output` if the slice does not build.
    func run(_ plan: LinuxPackage, rewrite: (LinuxPackage) throws -> Void) throws -> String {
        Machine.tell("slice: building KeepAlive for \(target), and what its stand-ins need (minutes the first time)\n")
        var plan = plan
        let scratch = scratchPath ?? "\(folder)/.build"
        let log = "\(scratch)/keepalive-slice.log"
        // Of several packages that share a folder, SwiftPM's cached manifest may be that of another one.
        let build =
            "swift build --disable-build-manifest-caching --package-path \(quoted(folder)) --scratch-path \(quoted(scratch))"
        for number in 1...Self.buildsMax {
            let status = ProgramOutput.status(of: "mkdir -p \(quoted(scratch)) && \(build) >\(quoted(log)) 2>&1")
            if status == 0 { return try summary(builds: number, plan) }
            guard status != 127 else {
                throw KeepAliveError(.output, "swift is not found", remedy: "A slice is built: put Swift into PATH")
            }
            // SwiftPM's own crashes are seldom seen twice.
            if status == 128 + SIGSEGV { continue }
            guard status < 128 else {
                throw KeepAliveError(.output, "the build was ended by signal \(status - 128)")
            }
            if let reduced = try Self.withoutBroken(plan, log) {
                for item in reduced.leftOut.dropFirst(plan.leftOut.count) {
                    Machine.tell("slice: build \(number): stand-ins take the place of \(item.name): \(item.reason)\n")
                }
                try leave(plan, for: reduced)
                try rewrite(reduced)
                plan = reduced
                continue
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

    /// Returns a package without the packages by URL in which a build found errors; `nil` if there are none.
    private static func withoutBroken(_ plan: LinuxPackage, _ log: String) throws -> LinuxPackage? {
        let lines = FileManager.default.contents(atPath: log).map { String(decoding: $0, as: UTF8.self) } ?? ""
        var broken: [String: String] = [:]
        for line in lines.split(whereSeparator: \.isNewline) {
            guard let message = line.firstRange(of: ": error: "), let place = line.firstRange(of: "/checkouts/"),
                place.upperBound <= message.lowerBound
            else { continue }
            let identity = line[place.upperBound...].prefix { $0 != "/" }.lowercased()
            guard plan.modules.contains(where: { $0.package == identity }), broken[identity] == nil else { continue }
            broken[identity] = String(line[message.upperBound...])
        }
        guard !broken.isEmpty else { return nil }
        return broken.reduce(plan) { $0.without([$1.key], because: "it does not build here: \($1.value)") }
    }

    private func command(_ name: String) -> String {
        "\(quoted(tool)) \(name) --package \(quoted(folder)) \(quoted("\(folder)/KeepAlive/\(target)"))"
    }

    private func quoted(_ text: String) -> String { Machine.quoted(text) }

    private func summary(builds: Int, _ plan: LinuxPackage) throws -> String {
        guard let output = ProgramOutput.of(command("describe-slice"), seconds: 60) else {
            throw KeepAliveError(.output, "the slice cannot be read: '\(command("describe-slice"))' says why")
        }
        let modules =
            plan.modules.isEmpty ? "" : "modules of packages: \(plan.modules.map(\.name).joined(separator: ", "))\n"
        return "\nthe slice builds (builds: \(builds))\n" + String(decoding: output, as: UTF8.self) + modules
    }
}
