import Foundation
import Observation

/// Reports the first change of the `@Observable` properties that a function has read.
///
/// The Observation library keeps each registration until one of its properties changes, so the registrations of a
/// function that runs often would pile up. Therefore each registration also reads `round.number`, and a change of
/// `round.number` before the next registration removes it.
@MainActor
final class Tracking {
    /// A registration with the Observation library, which is unused once `end()` is called.
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

    /// Runs a function, and observes the properties that the function reads.
    ///
    /// - Parameter change: called before the first change of such a property, on the thread that makes the change.
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

    func end() {
        guard let registration else { return }
        registration.end()
        self.registration = nil
        round.number += 1
    }
}
