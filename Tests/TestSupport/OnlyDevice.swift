import Foundation
import Testing

/// A test whose virtual device is the only one while it runs.
///
/// Code of an app that runs outside of the device's calls, such as an initializer in the test or a block on the main queue, belongs
/// to the only virtual device there is. A test that waits, with its device, would take that from the others.
public struct OnlyDevice: SuiteTrait, TestTrait, TestScoping {
    /// The trait of a suite is that of its tests.
    public var isRecursive: Bool { true }

    /// Each case has its turn.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> OnlyDevice? { testCase == nil ? nil : self }

    /// Waits for its turn, and runs the case.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await Turns.shared.take()
        do {
            try await function()
        } catch {
            await Turns.shared.giveBack()
            throw error
        }
        await Turns.shared.giveBack()
    }

    /// One after the other.
    private actor Turns {
        static let shared = Turns()

        private var isTaken = false
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func take() async {
            guard isTaken else {
                isTaken = true
                return
            }
            await withCheckedContinuation { waiting.append($0) }
        }

        func giveBack() {
            if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
        }
    }
}

extension Trait where Self == OnlyDevice {
    /// The test's virtual device is the only one while it runs.
    public static var onlyDevice: OnlyDevice { OnlyDevice() }
}
