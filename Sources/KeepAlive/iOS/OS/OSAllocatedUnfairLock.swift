import KeepAliveFoundation

public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    private final class Storage {
        var lock = os_unfair_lock_s()
        var state: State

        init(_ state: State) {
            self.state = state
        }
    }

    private let storage: Storage

    public init(uncheckedState initialState: State) {
        storage = Storage(initialState)
    }

    public init(initialState: State) where State: Sendable {
        storage = Storage(initialState)
    }

    public func withLock<Result>(_ body: @Sendable (inout State) throws -> Result) rethrows -> Result {
        try withLockUnchecked(body)
    }

    public func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        os_unfair_lock_lock(&storage.lock)
        defer { os_unfair_lock_unlock(&storage.lock) }
        return try body(&storage.state)
    }

    public func withLockIfAvailable<Result>(_ body: @Sendable (inout State) throws -> Result) rethrows -> Result? {
        guard os_unfair_lock_trylock(&storage.lock) else { return nil }
        defer { os_unfair_lock_unlock(&storage.lock) }
        return try body(&storage.state)
    }
}

extension OSAllocatedUnfairLock where State == Void {
    public init() {
        self.init(uncheckedState: ())
    }

    public func lock() { os_unfair_lock_lock(&storage.lock) }
    public func lockIfAvailable() -> Bool { os_unfair_lock_trylock(&storage.lock) }
    public func unlock() { os_unfair_lock_unlock(&storage.lock) }

    public func withLock<Result>(_ body: @Sendable () throws -> Result) rethrows -> Result {
        try withLockUnchecked { (_: inout State) in try body() }
    }
}
