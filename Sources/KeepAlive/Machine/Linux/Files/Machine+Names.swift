import Glibc
import KeepAlivePolicy

/// Treatment of file names and arguments that are not UTF-8. For Linux, a name is bytes; options, JSON and Swift have
/// strings. Converting such a name to a string changes it, so that another file would be used. Therefore such names are
/// refused.
extension Machine {
    /// Checks that the arguments that are used as strings are UTF-8.
    ///
    /// - Parameter passesOn: true if the words after `--` are a command whose arguments are passed on unchanged and
    ///   need not be UTF-8.
    /// - Throws: ``KeepAliveError`` with code `usage`; the message names the option.
    package static func checkArguments(passesOn: Bool) throws {
        let arguments = rawArguments
        let terminator = arguments.firstIndex { $0.text == "--" } ?? arguments.endIndex
        let end = passesOn ? min(terminator + 2, arguments.endIndex) : arguments.endIndex
        for index in 1..<max(1, end) where !arguments[index].isText {
            let argument = arguments[index]
            var what = "the argument"
            if index == terminator + 1, passesOn {
                what = "the command"
            } else if argument.bytes.starts(with: "--".utf8), let equals = argument.bytes.firstIndex(of: 0x3D) {
                what = RawText(bytes: Array(argument.bytes[..<equals])).visible
            } else if index < terminator, arguments[index - 1].bytes.starts(with: "--".utf8) {
                what = arguments[index - 1].visible
            }
            throw KeepAliveError(
                .usage, "\(what): '\(argument.visible.shortened(to: 200))' is not UTF-8",
                remedy:
                    "Give one that is; only the arguments of a command that 'run' or 'measure' starts may have other bytes"
            )
        }
    }

    /// Makes a path from the command line or from a client absolute.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` for a relative path if the name of the working directory is not
    ///   UTF-8, or the working directory has been deleted.
    package static func fullPath(_ path: String) throws -> String {
        guard !path.hasPrefix("/") else { return path }
        return "\(try workingDirectory())/\(path)"
    }

    /// Returns the path of the working directory.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` if the name is not UTF-8, or the directory has been deleted.
    package static func workingDirectory() throws -> String {
        guard let path = getcwd(nil, 0) else {
            throw KeepAliveError(.usage, "the working directory is gone", remedy: "Run this in another one")
        }
        defer { free(path) }
        let name = RawText(cString: path)
        guard name.isText else {
            throw KeepAliveError(
                .usage, "the working directory '\(name.visible)' has a name that is not UTF-8",
                remedy: "Run this in another one")
        }
        return name.text
    }
}
