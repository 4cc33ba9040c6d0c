/// The rules for the names of plug-ins.
package enum PlugInName {
    /// Throws an error if a name is invalid or already taken.
    ///
    /// - Parameters:
    ///   - name: the name, which may contain letters, digits, `-` and `_`.
    ///   - kind: the kind of the plug-in, such as `strategy`.
    ///   - taken: the names that exist already.
    /// - Throws: ``KeepAliveError`` with code `usage`.
    package static func check(_ name: String, of kind: String, taken: [String]) throws {
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }) else {
            throw KeepAliveError(.usage, "'\(name)' is no name for a \(kind): letters, digits, - and _")
        }
        guard !taken.contains(name) else {
            throw KeepAliveError(.usage, "there is a \(kind) '\(name)' already", remedy: "Give yours another name")
        }
    }
}
