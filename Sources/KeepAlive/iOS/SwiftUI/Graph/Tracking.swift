import Foundation
import Observation

/// Reports the first change of the `@Observable` properties that a function has read.
///
/// The Observation library keeps a registration until one of the properties changes. If a function runs often,
/// registrations would pile up. So each registration also reads `round.number`, which is changed before the next
/// registration: this change removes the old registration.
@MainActor
final class Tracking {
    /// One registration with the Observation library.
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

    /// Runs a function, and observes the properties that it reads.
    ///
    /// - Parameter change: called before the first change of such a property, on the thread that changes the property.
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
