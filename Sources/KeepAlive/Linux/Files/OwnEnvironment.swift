import CLinux
import Glibc
import KeepAlivePolicy
import Synchronization

/// The environment of this process. Some libraries have settings only there.
enum OwnEnvironment {
    private static let owner = Mutex(Replacement())

    /// The array that replaces the environment, or did so last.
    private struct Replacement {
        // The next replacement frees them: another thread may still be reading them.
        private var pointers: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>?
        private var strings: [UnsafeMutablePointer<CChar>] = []

        /// Makes a copy of the entries in which some variables are replaced.
        mutating func make(
            _ variables: [(name: String, value: String)],
            from entries: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
        ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
            pointers?.deallocate()
            for string in strings { free(string) }
            strings = variables.compactMap { strdup("\($0.name)=\($0.value)") }
            var all: [UnsafeMutablePointer<CChar>?] = strings
            var entry = entries
            while let pointer = entry.pointee {
                let isReplaced = variables.contains { strncmp(pointer, $0.name + "=", $0.name.utf8.count + 1) == 0 }
                if !isReplaced { all.append(pointer) }
                entry += 1
            }
            all.append(nil)
            let buffer = UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: all.count)
            _ = buffer.initialize(from: all)
            pointers = buffer
            return buffer.baseAddress
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
