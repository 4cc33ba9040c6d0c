import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport
import KeepAliveXcode

/// The command `keepalive-run init`, which makes a Linux package for an unmodified iOS app.
struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a Package.swift for an iOS app's project, so that it builds and runs here, unedited.",
        usage:
            "keepalive-run init [PATH] [--slice|--whole] [--target NAME] [--configuration NAME] [--into DIR] [--scratch-path DIR] [--keepalive PATH] [--force]",
        discussion: """
            PATH is an Xcode project (MyApp.xcodeproj), or a folder with one, or a folder of Swift files. Beside the project, \
            it writes Package.swift and a folder KeepAlive: Sources.txt and Linux.swift of each target, and the app's bundle \
            with its Info.plist and links to its resources. Local packages of the project are targets, too. No file of the app \
            is changed. --slice compiles the files with background calls alone, as they are, makes stand-ins for the rest, and \
            builds until the compiler accepts both: what it leaves out is listed. An app that imports modules that are not here \
            gets a slice unless --whole is given. Exit status: 0, 64 when there is \
            no app, several, or a Package.swift; 125 when a file cannot be read or written, or the slice does not build.
            """
    )

    @Argument(
        help: ArgumentHelp("The project, or its folder. Default: the present one.", valueName: "path"),
        completion: .directory)
    var path = "."

    @Option(help: ArgumentHelp("The app's target. Default: the only app for iOS.", valueName: "NAME"))
    var target: String?

    @Option(
        help: ArgumentHelp(
            "The build configuration whose settings the Info.plist has. Default: Release, or the project's default.",
            valueName: "NAME"))
    var configuration: String?

    @Option(
        name: .customLong("keepalive"),
        help: ArgumentHelp(
            "Where the package KeepAlive is: a path, or a URL. Default: where this program was built, else where its sources are installed, else ../KeepAlive.",
            valueName: "PATH"), completion: .directory)
    var keepAlive: String?

    @Option(
        help: ArgumentHelp(
            "The folder for the package, below that of the project. Default: that of the project itself.",
            valueName: "DIR"))
    var into: String?

    @Option(
        help: ArgumentHelp(
            "The folder that the slice is built in, as of swift build: several apps may share it. Default: .build.",
            valueName: "DIR"), completion: .directory)
    var scratchPath: String?

    @Flag(help: "Compile the app's background part alone, with stand-ins for the rest, and build it (minutes).")
    var slice = false

    @Flag(help: "Write a package of the whole app, and build nothing, even if modules that it imports are not here.")
    var whole = false

    @Flag(help: "Write an earlier package of this command again; Linux.swift stays.")
    var force = false

    func validate() throws {
        if let into, into.isEmpty || into.hasPrefix("/") || into.split(separator: "/").contains("..") {
            throw ValidationError("--into '\(into)' is no folder below the project's: expected a name such as Linux")
        }
        if slice, whole { throw ValidationError("--slice and --whole exclude each other") }
        if scratchPath != nil, whole { throw ValidationError("--scratch-path is of --slice: nothing else is built") }
    }

    func run() throws {
        if slice { return try makeSlice() }
        if !whole {
            // Without fetching packages, if that cannot help.
            let first = try plan { _ in false }
            let missing = first.missingModules.filter {
                !first.unfetched.contains($0) && !first.unfetched.contains($0.lowercased())
            }
            if !missing.isEmpty { return try makeSlice(without: missing) }
        }
        var plan = try placed(plan { _ in true })
        let missing = whole ? [] : plan.missingModules
        if !missing.isEmpty { return try makeSlice(without: missing) }
        var outcomes = try writer(plan).write()
        if let combined = try combined(plan) {
            plan = combined.plan
            outcomes = combined.written + outcomes.dropFirst()
        }
        try Machine.show(description(plan, outcomes) + next(plan, isBuilt: false))
    }

    /// Makes a slice of an app that was not asked for.
    private func makeSlice(without modules: [String]) throws {
        let more = modules.count > 8 ? " and \(modules.count - 8) more" : ""
        Machine.tell(
            "init: not here: \(modules.prefix(8).joined(separator: ", "))\(more). So a slice is made; --whole writes a package of the whole app instead\n"
        )
        try makeSlice()
    }

    private func makeSlice() throws {
        var plan = try placed(plan { _ in false }.sliced)
        guard let app = plan.app else { return }
        let scratch = try scratchPath.map { try Machine.fullPath($0) }
        let build = try SliceBuild(folder: plan.folder, target: app.name, scratchPath: scratch)
        try writer(plan).writeSources(of: app)
        try build.begin(modules: [])
        // Of the packages, a slice takes those that its files import.
        let imported = build.importedModules()
        let names = imported.union(imported.map { $0.lowercased() })
        if plan.unfetched.contains(where: names.contains) {
            plan = try placed(self.plan(isWanted: names.contains).sliced)
        }
        let outcomes = try writer(plan).write()
        try build.begin(modules: plan.modules.map(\.name))
        if let combined = try combined(plan) {
            try build.leave(plan, for: combined.plan)
            plan = combined.plan
        }
        try Machine.show(description(plan, outcomes))
        let made = try build.run(plan) { plan in _ = try writer(plan).writeManifest(isAgain: true) }
        try Machine.show(made + next(plan, isBuilt: true))
    }

    private func writer(_ plan: LinuxPackage) throws -> PackageWriter {
        PackageWriter(plan, keepAlive: try dependency(from: plan.folder), force: force)
    }

    private func placed(_ plan: LinuxPackage) -> LinuxPackage { into.map { plan.moved(into: $0) } ?? plan }

    /// Leaves out packages by URL until SwiftPM can combine the others with KeepAlive, and writes the manifest each time.
    ///
    /// - Returns: the smaller package, and what was written; `nil` if nothing is left out.
    private func combined(_ plan: LinuxPackage) throws -> (plan: LinuxPackage, written: [PackageWriter.Outcome])? {
        let scratch = try scratchPath.map { try Machine.fullPath($0) }
        var found: (plan: LinuxPackage, written: [PackageWriter.Outcome])?
        var rest = plan
        while !rest.remotes.isEmpty, let reason = try PackageFetcher.resolve(rest.folder, scratchPath: scratch) {
            let all = rest.remotes.map(\.identity)
            let named = all.filter { reason.lowercased().contains("'\($0)'") }
            rest = rest.without(Set(named.isEmpty ? all : named), because: "not together with KeepAlive: \(reason)")
            found = (rest, try writer(rest).writeManifest(isAgain: true))
        }
        return found
    }

    private func description(_ plan: LinuxPackage, _ outcomes: [PackageWriter.Outcome]) -> String {
        var text = "\(plan.origin)\n"
        var written = TextTable(["", "file", "what is in it"])
        for outcome in outcomes { written.add([outcome.isKept ? "kept" : "wrote", outcome.path, outcome.content]) }
        text += written.rendered()
        if !plan.modules.isEmpty {
            text += "\npackages by URL: \(Set(plan.modules.map(\.package)).sorted().joined(separator: ", "))\n"
        }
        if !plan.leftOut.isEmpty {
            var table = TextTable(["left out", "why"])
            for item in plan.leftOut { table.add([item.name, item.reason]) }
            text += "\n" + table.rendered()
        }
        return text
    }

    private func next(_ plan: LinuxPackage, isBuilt: Bool) -> String {
        guard let app = plan.app else { return "" }
        let folder = plan.folder == "." ? "" : "cd \(Machine.quoted(plan.folder))\n"
        let built = try? scratchPath.map { Machine.quoted(try Machine.fullPath($0)) }
        return """

            next:
            \(folder)\(isBuilt ? "" : "swift build\n")keepalive-run --bundle KeepAlive/\(app.name).app -- \(built ?? ".build")/debug/\(app.name)

            """
    }

    /// - Parameter isWanted: returns whether a product of a package by URL is fetched, by its name.
    private func plan(isWanted: @escaping (String) -> Bool) throws -> LinuxPackage {
        let path = self.path.count > 1 && self.path.hasSuffix("/") ? String(self.path.dropLast()) : self.path
        if path.hasSuffix(".xcodeproj") { return try package(of: path, isWanted) }
        guard InputFile.isDirectory(path) else {
            throw KeepAliveError(
                .usage, "\(path): no such folder",
                remedy: "Expected the path of an Xcode project, or of a folder with one")
        }
        let projects = FolderFiles.projects(in: path)
        guard projects.count < 2 else {
            throw KeepAliveError(
                .usage, "\(path) has several projects", remedy: "Expected one of: \(projects.joined(separator: ", "))")
        }
        if let project = projects.first { return try package(of: "\(path)/\(project)", isWanted) }
        return try LinuxPackage(
            folder: path, name: LinuxPackage.name(ofFolder: try Machine.fullPath(path)) ?? "App",
            readPackage: ManifestReader.package, fetch: fetcher(in: path, pins: nil).fetch, isWanted: isWanted)
    }

    private func fetcher(in folder: String, pins: String?) -> PackageFetcher {
        let place = (into.map { [folder, $0] } ?? [folder]).joined(separator: "/")
        return PackageFetcher(folder: "\(place)/KeepAlive/.packages", pins: pins)
    }

    private func package(of path: String, _ isWanted: @escaping (String) -> Bool) throws -> LinuxPackage {
        let project = try XcodeProject(path: path)
        return try LinuxPackage(
            project, target: target, configuration: configuration, readPackage: ManifestReader.package,
            fetch: fetcher(in: project.folder, pins: project.pinsPath).fetch, isWanted: isWanted)
    }

    /// Returns the path or URL of the KeepAlive package, as seen from a folder.
    private func dependency(from folder: String) throws -> String {
        if let keepAlive {
            return keepAlive.contains("://") || keepAlive.hasPrefix("/")
                ? keepAlive : LinuxPackage.relative(try Machine.fullPath(keepAlive), from: try Machine.fullPath(folder))
        }
        // An executable that was built in a checkout is in a folder of that checkout, so the folders above the
        // executable are searched.
        var parts = Machine.executableDirectory.split(separator: "/")
        while !parts.isEmpty {
            let place = "/" + parts.joined(separator: "/")
            if FolderFiles.isKeepAlive(place) {
                return LinuxPackage.relative(place, from: try Machine.fullPath(folder))
            }
            parts.removeLast()
        }
        // The sources that are installed beside the program.
        let prefix = Machine.executableDirectory.split(separator: "/").dropLast().joined(separator: "/")
        let installed = "/\(prefix)/share/keepalive"
        return FolderFiles.isKeepAlive(installed) ? installed : "../KeepAlive"
    }
}
