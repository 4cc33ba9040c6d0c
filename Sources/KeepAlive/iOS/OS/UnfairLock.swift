import Foundation

/// A lock that a thread must neither acquire twice nor release for another thread. Each of these errors ends the
/// program, as on iOS (`os/lock.h`). The lock is an error-checking pthread mutex.
public struct os_unfair_lock_s: @unchecked Sendable {
    fileprivate var mutex = pthread_mutex_t()

    public init() {
        mutex.__data.__kind = CInt(PTHREAD_MUTEX_ERRORCHECK)
    }
}

public typealias os_unfair_lock = os_unfair_lock_s
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>

/// Acquires a lock, and waits while another thread holds the lock. Ends the program if the calling thread already holds
/// the lock.
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) {
    UnfairLock.check(pthread_mutex_lock(&lock.pointee.mutex), "a thread that has an os_unfair_lock locks it again")
}

/// Acquires a lock if no thread holds the lock.
///
/// - Returns: true if the calling thread has acquired the lock.
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool {
    pthread_mutex_trylock(&lock.pointee.mutex) == 0
}

/// Releases a lock. Ends the program if the calling thread does not hold the lock.
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) {
    UnfairLock.check(pthread_mutex_unlock(&lock.pointee.mutex), "a thread unlocks an os_unfair_lock that it has not")
}

/// Ends the program if the calling thread does not hold the lock.
public func os_unfair_lock_assert_owner(_ lock: os_unfair_lock_t) {
    // If the calling thread holds the lock, `pthread_mutex_timedlock(3)` returns EDEADLK. Otherwise the time limit,
    // which has passed, makes it return at once.
    var past = timespec()
    let result = pthread_mutex_timedlock(&lock.pointee.mutex, &past)
    if result == 0 { pthread_mutex_unlock(&lock.pointee.mutex) }
    UnfairLock.check(result == EDEADLK ? 0 : EPERM, "a thread does not have an os_unfair_lock")
}

private enum UnfairLock {
    static func check(_ result: CInt, _ fault: String) {
        guard result != 0 else { return }
        FileHandle.standardError.write(Data("KeepAlive: \(fault)\n".utf8))
        abort()
    }
}

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
