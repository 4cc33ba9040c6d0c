import Glibc
import KeepAlivePolicy
import SystemPackage

/// Opens files with the program that the desktop has for them.
package enum DesktopOpener {
    private static let tool = ExternalTool(name: "xdg-open", package: "xdg-utils", purpose: "to open a file")

    /// Opens a file by replacing this process with `xdg-open`. Does not return.
    ///
    /// - Throws: ``KeepAliveError`` with code `control` if the file cannot be read or `xdg-open` is missing.
    package static func open(_ path: String) throws -> Never {
        guard access(path, R_OK) == 0 else {
            throw KeepAliveError(.control, "\(path): \(Errno(rawValue: errno))")
        }
        guard let program = tool.find() else {
            throw KeepAliveError(
                .control, "\(tool.name) is not installed: it is needed \(tool.purpose)",
                remedy: "Install it with: apt-get install \(tool.package)")
        }
        // "./" keeps a path that begins with a dash from being read as an option.
        let arguments = CStringArray([tool.name, path.hasPrefix("/") ? path : "./\(path)"].map { RawText($0) })
        withExtendedLifetime(arguments) { _ = execv(program, arguments.pointer) }
        throw KeepAliveError(.control, "\(program): \(Errno(rawValue: errno))")
    }
}
