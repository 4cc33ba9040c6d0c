import Glibc
import KeepAlivePolicy
import SystemPackage

/// The programs that contain the parser of Swift, which the runner does not.
package enum SourceTool: String {
    /// Checks the sources of a project.
    case verify = "keepalive-verify"
    /// Rewrites sources, and makes slices of apps.
    case rewrite = "keepalive-rewrite"

    /// Returns the path of the program.
    ///
    /// - Throws: ``KeepAliveError`` with code `supervision` if the program is missing.
    package func path() throws -> String {
        let here = Machine.executableDirectory
        // Beside this program in a build, in the folder for its parts where it is installed.
        let places = ["\(here)/\(rawValue)", "\(here)/../lib/keepalive/\(rawValue)"]
        guard let program = places.first(where: { access($0, X_OK) == 0 }) else {
            throw KeepAliveError(
                .supervision, "\(places[0]) is missing: it reads the sources",
                remedy: "In a checkout of KeepAlive: swift build --product \(rawValue)")
        }
        return program
    }

    /// Replaces this process with the program. Does not return.
    ///
    /// - Parameter arguments: the arguments of the program, without its name.
    /// - Throws: ``KeepAliveError`` with code `supervision` if the program is missing or cannot be executed.
    package func execute(_ arguments: [String]) throws -> Never {
        let program = try path()
        let words = CStringArray(([rawValue] + arguments).map { RawText($0) })
        withExtendedLifetime(words) { _ = execv(program, words.pointer) }
        throw KeepAliveError(.supervision, "\(program): \(Errno(rawValue: errno))")
    }
}
