/// The rules for the name of a plug-in.
package enum PlugInName {
    /// Refuses a name that is not valid or taken.
    ///
    /// - Parameters:
    ///   - name: the name: letters, digits, `-` and `_`.
    ///   - kind: what it names, such as `strategy`.
    ///   - taken: the names that there are.
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
