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
