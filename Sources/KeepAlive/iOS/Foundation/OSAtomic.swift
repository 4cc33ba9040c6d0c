import Foundation

// Functions with which older code changes shared numbers atomically. One lock serves all of them: correct, but slower.
private let atomicLock = NSLock()

/// Sets a bit atomically. Bit 0 is the highest bit of the first byte.
///
/// - Returns: true if the bit was set before.
public func OSAtomicTestAndSet(_ n: UInt32, _ address: UnsafeMutableRawPointer) -> Bool {
    atomicLock.withLock {
        let (byte, mask) = bit(n, address)
        defer { byte.pointee |= mask }
        return byte.pointee & mask != 0
    }
}

/// Clears a bit atomically. Bit 0 is the highest bit of the first byte.
///
/// - Returns: true if the bit was set before.
public func OSAtomicTestAndClear(_ n: UInt32, _ address: UnsafeMutableRawPointer) -> Bool {
    atomicLock.withLock {
        let (byte, mask) = bit(n, address)
        defer { byte.pointee &= ~mask }
        return byte.pointee & mask != 0
    }
}

private func bit(_ n: UInt32, _ address: UnsafeMutableRawPointer) -> (UnsafeMutablePointer<UInt8>, UInt8) {
    (address.advanced(by: Int(n / 8)).assumingMemoryBound(to: UInt8.self), 0x80 >> UInt8(n % 8))
}

/// Sets the bits of `mask` atomically.
///
/// - Returns: the new value.
@discardableResult
public func OSAtomicOr32(_ mask: UInt32, _ value: UnsafeMutablePointer<UInt32>) -> Int32 {
    atomicLock.withLock {
        value.pointee |= mask
        return Int32(bitPattern: value.pointee)
    }
}

/// Adds a number atomically; an overflow wraps around.
///
/// - Returns: the new value.
@discardableResult
public func OSAtomicAdd32(_ amount: Int32, _ value: UnsafeMutablePointer<Int32>) -> Int32 {
    atomicLock.withLock {
        value.pointee &+= amount
        return value.pointee
    }
}

/// Adds 1 atomically; an overflow wraps around.
///
/// - Returns: the new value.
@discardableResult
public func OSAtomicIncrement32(_ value: UnsafeMutablePointer<Int32>) -> Int32 { OSAtomicAdd32(1, value) }

/// Subtracts 1 atomically; an overflow wraps around.
///
/// - Returns: the new value.
@discardableResult
public func OSAtomicDecrement32(_ value: UnsafeMutablePointer<Int32>) -> Int32 { OSAtomicAdd32(-1, value) }
