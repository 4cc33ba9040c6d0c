import Dispatch
import Foundation
import Synchronization

/// Writes lines to standard error, from a thread of its own: a terminal that does not take them stops no push.
package final class ServerLog: Sendable {
    private let queue = DispatchQueue(label: "log")
    private let waiting = Atomic(0)
    private let leftOut = Atomic(0)
    private let isQuiet: Bool

    /// The most lines that may wait.
    private static let waitingMax = 1000

    /// - Parameter isQuiet: whether lines about single pushes are left out.
    package init(isQuiet: Bool = false) { self.isQuiet = isQuiet }

    /// Writes a line about one push.
    func detail(_ line: @autoclosure () -> String) { if !isQuiet { say(line()) } }

    /// Writes a line.
    package func say(_ line: String) {
        guard waiting.add(1, ordering: .relaxed).newValue <= Self.waitingMax else {
            waiting.subtract(1, ordering: .relaxed)
            leftOut.add(1, ordering: .relaxed)
            return
        }
        queue.async { [self] in
            waiting.subtract(1, ordering: .relaxed)
            let missing = leftOut.exchange(0, ordering: .relaxed)
            if missing > 0 { write("\(missing) lines are left out here: they were not taken fast enough") }
            write(line)
        }
    }

    /// Returns when all lines have been written.
    package func finish() { queue.sync {} }

    private func write(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data("keepalive-apns: \(line)\n".utf8))
    }
}
