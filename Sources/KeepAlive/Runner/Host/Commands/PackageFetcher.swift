import FoundationEssentials
import Glibc
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveXcode

/// Fetches packages by URL with SwiftPM, which also knows the user's mirrors and credentials.
struct PackageFetcher {
    /// The time limit for one `swift package resolve`, in seconds.
    private static let secondsMax = 600

    /// The folder of the package whose dependencies are fetched.
    private let folder: String
    /// The project's Package.resolved.
    private let pins: String?

    /// - Parameters:
    ///   - folder: the folder for the checkouts. It need not exist.
    ///   - pins: the path of the project's Package.resolved; `nil` if there is none.
    init(folder: String, pins: String?) {
        self.folder = folder
        self.pins = pins
    }

    /// Fetches packages, and those on which they depend. If they cannot be fetched together, those that can are fetched
    /// one after the other.
    ///
    /// - Throws: ``KeepAliveError`` with code `output` if a file cannot be written, or if a signal ended SwiftPM.
    func fetch(_ packages: [RemotePackage]) throws -> PackageCheckouts {
        let names = packages.map(\.identity).joined(separator: ", ")
        Machine.tell("init: fetching packages: \(names)\n")
        var found = PackageCheckouts()
        var kept = packages
        // With the project's own versions, also of what the packages depend on. SwiftPM ignores those of other packages.
        var failure = try pins == nil ? "" : resolve(packages, withPins: true)
        if failure != nil { failure = try resolve(packages, withPins: false) }
        if let failure {
            kept = []
            for package in packages {
                if let reason = packages.count == 1 ? failure : try resolve(kept + [package], withPins: false) {
                    found.failures[package.identity] = reason
                } else {
                    kept.append(package)
                }
            }
            // The last attempt may have failed.
            if !kept.isEmpty { _ = try resolve(kept, withPins: false) }
        }
        guard !kept.isEmpty else { return found }
        let checkouts = "\(folder)/.build/checkouts"
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: checkouts)) ?? []
        let resolved = FileManager.default.contents(atPath: "\(folder)/Package.resolved").flatMap {
            try? PackagePins($0)
        }
        for (identity, package) in resolved?.packages ?? [:] {
            guard let name = folders.first(where: { $0.lowercased() == identity }) else { continue }
            found.packages[identity] = package
            found.folders[identity] = "\(checkouts)/\(name)"
        }
        return found
    }

    /// Has SwiftPM fetch packages together.
    ///
    /// - Returns: SwiftPM's error; `nil` if the packages were fetched.
    private func resolve(_ packages: [RemotePackage], withPins: Bool) throws -> String? {
        let manifest = """
            // swift-tools-version: 5.9
            import PackageDescription
            let package = Package(name: "Fetch", dependencies: [
                \(packages.map(\.dependency).joined(separator: ",\n    "))
            ])

            """
        let resolved = "\(folder)/Package.resolved"
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(manifest.utf8).write(to: URL(filePath: "\(folder)/Package.swift"), options: .atomic)
            if FileManager.default.fileExists(atPath: resolved) { try FileManager.default.removeItem(atPath: resolved) }
            if withPins, let pins { try FileManager.default.copyItem(atPath: pins, toPath: resolved) }
        } catch {
            throw KeepAliveError(.output, "\(folder) cannot be written: \(error)")
        }
        return try Self.resolve(folder)
    }

    /// Has SwiftPM fetch the dependencies of a package.
    ///
    /// - Returns: SwiftPM's error; `nil` if there is none.
    static func resolve(_ folder: String, scratchPath: String? = nil) throws -> String? {
        let scratch = scratchPath ?? "\(folder)/.build"
        let log = "\(scratch)/keepalive-resolve.log"
        // Without a terminal, git fails where it would ask for a password.
        let status = ProgramOutput.status(
            of: "mkdir -p \(Machine.quoted(scratch)) && GIT_TERMINAL_PROMPT=0 timeout \(secondsMax) swift package "
                + "--package-path \(Machine.quoted(folder)) --scratch-path \(Machine.quoted(scratch)) resolve >\(Machine.quoted(log)) 2>&1 </dev/null"
        )
        guard status != 0 else {
            try? FileManager.default.removeItem(atPath: log)
            return nil
        }
        guard status != 128 + SIGINT else { throw KeepAliveError(.output, "SwiftPM was ended by signal \(SIGINT)") }
        if status == 124 { return "SwiftPM took more than \(secondsMax) s" }
        let lines = FileManager.default.contents(atPath: log).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let errors = lines.split(separator: "\n").filter { $0.contains("error: ") || $0.contains("fatal: ") }
        let words = errors.first { $0.contains("fatal: ") } ?? errors.first
        return words.map { String($0.drop { $0 == " " }) } ?? "'swift package resolve' ended with status \(status)"
    }
}
