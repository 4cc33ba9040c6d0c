import Foundation
import Observation

/// Tells of the first change of what a function has read of `@Observable` objects.
///
/// The library keeps a registration until something changes. So that a function that runs often leaves no more than one, each
/// registration reads a value of its own, and that is changed before the next one.
@MainActor
final class Tracking {
    /// One registration.
    private final class Registration: @unchecked Sendable {
        private let lock = NSLock()
        private var isCurrent = true

        func end() { lock.withLock { isCurrent = false } }

        var isUnused: Bool { lock.withLock { !isCurrent } }
    }

    @Observable
    fileprivate final class Round {
        var number = 0
    }

    private let round = Round()
    private var registration: Registration?

    /// Runs a function.
    ///
    /// - Parameter change: called before the first change of what the function has read, on the thread that makes it.
    func track<Value>(_ body: () -> Value, change: @escaping @Sendable () -> Void) -> Value {
        end()
        let fresh = Registration()
        registration = fresh
        return withObservationTracking {
            _ = round.number
            return body()
        } onChange: {
            if !fresh.isUnused { change() }
        }
    }

    /// Drops the registration.
    func end() {
        guard let registration else { return }
        registration.end()
        self.registration = nil
        round.number += 1
    }
}
