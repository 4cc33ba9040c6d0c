import CLinux
import Glibc
import KeepAlivePolicy
import Synchronization

/// The environment of this process. Some libraries read settings only from the environment, so variables are set while
/// such a library is called.
enum OwnEnvironment {
    private static let owner = Mutex(Replacement())

    /// The array that replaces the environment during a call, kept for the next call.
    private struct Replacement {
        private var variables: [String] = []
        private var others: [UnsafeMutablePointer<CChar>] = []
        private var array: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

        /// Returns a copy of the environment in which some variables are replaced. If the result would be the same as
        /// that of the last call, returns the array of the last call.
        ///
        /// The arrays are never freed, because another thread may still read one, and there is no way to know when it
        /// stops. There are few arrays, because a run has few different settings.
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

    /// Sets variables in the environment of this process for the duration of a call. The workload is not affected,
    /// because it has its own copy.
    ///
    /// The pointer to the whole environment is exchanged at once: `setenv` would free memory that another thread may be
    /// reading. `body` must not call this function again.
    static func with<Result, Failure: Error>(
        _ variables: [(name: String, value: String)], _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The body runs on this thread; the lock only prevents other threads from exchanging the environment meanwhile.
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

    /// The entries of this process's environment, without the variables that ``with(_:_:)`` sets.
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
