import Foundation

@testable import KeepAlivePolicy

/// Stands for a text of any length, the same on every machine.
struct Digest: CustomStringConvertible {
    private var hash = FNV1a()
    /// The text itself, for who asked for it.
    private(set) var text: String?

    init(keepsText: Bool = false) { text = keepsText ? "" : nil }

    mutating func add(_ raw: String) {
        // The name of a module is no decision.
        let line = raw.replacingOccurrences(of: "KeepAlivePolicy.", with: "")
            .replacingOccurrences(of: "KeepAliveModel.", with: "")
        hash.addBytes(of: line)
        text?.append(line + "\n")
    }

    var description: String { hash.text }
}
