import CLinux
import Glibc
import KeepAlivePolicy
import Synchronization

/// The environment of this process. Some libraries have settings only there.
enum OwnEnvironment {
    private static let owner = Mutex(Replacement())

    /// The array that replaces the environment, or did so last.
    private struct Replacement {
        private var variables: [String] = []
        private var others: [UnsafeMutablePointer<CChar>] = []
        private var array: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

        /// Returns a copy of the entries in which some variables are replaced: the last one, if it is the same.
        ///
        /// None is ever freed: another thread may be reading it, and nothing tells for how long. They are few, as the
        /// settings of a run are.
        mutating func make(
            _ variables: [(name: String, value: String)],
            from entries: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
        ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
            let settings = variables.map { "\($0.name)=\($0.value)" }
            var kept: [UnsafeMutablePointer<CChar>] = []
            var entry = entries
            while let pointer = entry.pointee {
                let isReplaced = variables.contains { strncmp(pointer, $0.name + "=", $0.name.utf8.count + 1) == 0 }
                if !isReplaced { kept.append(pointer) }
                entry += 1
            }
            if array != nil, settings == self.variables, kept == others { return array }
            let all = settings.compactMap { strdup($0) } + kept + [nil]
            let made = UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: all.count)
            _ = made.initialize(from: all)
            (self.variables, others, array) = (settings, kept, made.baseAddress)
            return array
        }
    }

    /// Sets variables for the duration of a call; the workload has its copy already.
    ///
    /// The whole environment is exchanged at once: `setenv` would free what another thread is reading, and crash it.
    /// Calls cannot be nested.
    static func with<Result, Failure: Error>(
        _ variables: [(name: String, value: String)], _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The call runs on this thread; the lock only keeps others from doing the same meanwhile.
        nonisolated(unsafe) var outcome: Swift.Result<Result, Failure>?
        owner.withLock { replacement in
            guard !variables.isEmpty else {
                outcome = Swift.Result(catching: body)
                return
            }
            let entries = clinux_exchange_environment(replacement.make(variables, from: environ))
            outcome = Swift.Result(catching: body)
            _ = clinux_exchange_environment(entries)
        }
        guard let outcome else { preconditionFailure("the lock calls what it is given") }
        return try outcome.get()
    }

    /// All entries, without those that are set for the duration of a call.
    static var entries: [RawText] {
        owner.withLock { _ in
            var result: [RawText] = []
            var entry = environ
            while let pointer = entry.pointee {
                result.append(RawText(cString: pointer))
                entry += 1
            }
            return result
        }
    }
}
