import Glibc
import KeepAlivePolicy
import SystemPackage

/// The program with which this desktop opens files.
package enum DesktopOpener {
    private static let tool = ExternalTool(name: "xdg-open", package: "xdg-utils", purpose: "to open a file")

    /// Opens a file, in place of this program: it does not return.
    ///
    /// - Throws: ``KeepAliveError`` with code `control` when the file or the program is not there.
    package static func open(_ path: String) throws -> Never {
        guard access(path, R_OK) == 0 else {
            throw KeepAliveError(.control, "\(path): \(Errno(rawValue: errno))")
        }
        guard let program = tool.find() else {
            throw KeepAliveError(
                .control, "\(tool.name) is not installed: it is needed \(tool.purpose)",
                remedy: "Install it with: apt-get install \(tool.package)")
        }
        // A path that begins with a dash is no option.
        let arguments = CStringArray([tool.name, path.hasPrefix("/") ? path : "./\(path)"].map { RawText($0) })
        withExtendedLifetime(arguments) { _ = execv(program, arguments.pointer) }
        throw KeepAliveError(.control, "\(program): \(Errno(rawValue: errno))")
    }
}
