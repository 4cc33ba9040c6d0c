import Glibc
import KeepAlivePolicy
import SystemPackage

/// The program that checks the sources of a project, `keepalive-verify`. It contains the parser of Swift, which the
/// runner does not.
package enum SourceChecker {
    private static let name = "keepalive-verify"

    /// Checks a project by replacing this process with the program. Does not return.
    ///
    /// - Parameter arguments: the arguments of the program, without its name.
    /// - Throws: ``KeepAliveError`` with code `supervision` if the program is missing or cannot be executed.
    package static func check(_ arguments: [String]) throws -> Never {
        let here = Machine.executableDirectory
        // Beside this program in a build, in the folder for its parts where it is installed.
        let places = ["\(here)/\(name)", "\(here)/../lib/keepalive/\(name)"]
        guard let program = places.first(where: { access($0, X_OK) == 0 }) else {
            throw KeepAliveError(
                .supervision, "\(places[0]) is missing: it reads the sources",
                remedy: "In a checkout of KeepAlive: swift build --product \(name)")
        }
        let words = CStringArray(([name] + arguments).map { RawText($0) })
        withExtendedLifetime(words) { _ = execv(program, words.pointer) }
        throw KeepAliveError(.supervision, "\(program): \(Errno(rawValue: errno))")
    }
}
