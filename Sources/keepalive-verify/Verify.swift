import ArgumentParser
import Glibc
import KeepAliveChecking
import KeepAlivePolicy

/// The program that reads a project's sources for `keepalive-run verify PROJECT`. It is a program of its own so that
/// the runner does not contain the parser of Swift.
@main
struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keepalive-verify",
        abstract: "Read an iOS project, and say what it does wrong in the background.",
        discussion: "'keepalive-run verify PROJECT' calls it, and its help has the details.")

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, sarif
    }

    @Argument(help: ArgumentHelp("The project, or its folder.", valueName: "PROJECT"))
    var project: String

    @Option(help: ArgumentHelp("The app's target. Default: the only app for iOS.", valueName: "NAME"))
    var target: String?

    @Option(help: ArgumentHelp("The build configuration whose settings are read. Default: Release.", valueName: "NAME"))
    var configuration: String?

    @Option(help: ArgumentHelp("The version of iOS whose rules apply.", valueName: "VERSION"))
    var ios = ProfileCatalogue.newest.version.description

    @Option(help: ArgumentHelp("How to print: text, json or sarif.", valueName: "FORMAT"))
    var format = Format.text

    func validate() throws {
        guard IOSVersion(parsing: ios) != nil else {
            throw ValidationError("'\(ios)' is no version of iOS: expected one such as 18.0")
        }
    }

    func run() throws {
        let begin = ContinuousClock.now
        let version = IOSVersion(parsing: ios) ?? ProfileCatalogue.newest.version
        let checked: CheckedProject
        do {
            checked = try CheckedProject(path: project, target: target, configuration: configuration)
        } catch let error as KeepAliveError {
            Self.write("keepalive-run: \(error)\n", to: STDERR_FILENO)
            throw ExitCode(error.code.exitStatus)
        }
        let result = ProjectChecks.run(checked, ios: version)
        let (seconds, attoseconds) = (ContinuousClock.now - begin).components
        let report = CheckReport(
            checked, result, ios: version, seconds: Double(seconds) + Double(attoseconds) / 1e18)
        let text =
            switch format {
            case .text: report.text
            case .json: try report.json()
            case .sarif: try report.sarif()
            }
        guard Self.write(text, to: STDOUT_FILENO) else {
            Self.write("keepalive-run: the findings cannot be written to standard output\n", to: STDERR_FILENO)
            throw ExitCode(125)
        }
        // Without its Info.plist or its settings a project has not passed.
        throw ExitCode(result.hasMistakes ? 3 : checked.isIncomplete ? 125 : 0)
    }

    /// Writes a text to a file descriptor.
    ///
    /// - Returns: false if the file cannot be written.
    @discardableResult
    private static func write(_ text: String, to descriptor: CInt) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return false }
            bytes = bytes.dropFirst(max(0, count))
        }
        return true
    }
}
