import Foundation

// Older code changes shared numbers with these functions. One lock for all of them gives the same results, but is
// slower.
private let atomicLock = NSLock()

/// Sets a bit. Bits are counted from the highest bit of each byte.
///
/// - Returns: true if the bit was set before.
public func OSAtomicTestAndSet(_ n: UInt32, _ address: UnsafeMutableRawPointer) -> Bool {
    atomicLock.withLock {
        let (byte, mask) = bit(n, address)
        defer { byte.pointee |= mask }
        return byte.pointee & mask != 0
    }
}

/// Clears a bit. Bits are counted from the highest bit of each byte.
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

/// Sets bits.
///
/// - Returns: the new value.
@discardableResult
public func OSAtomicOr32(_ mask: UInt32, _ value: UnsafeMutablePointer<UInt32>) -> Int32 {
    atomicLock.withLock {
        value.pointee |= mask
        return Int32(bitPattern: value.pointee)
    }
}

/// Adds to a number.
///
/// - Returns: the new value.
@discardableResult
public func OSAtomicAdd32(_ amount: Int32, _ value: UnsafeMutablePointer<Int32>) -> Int32 {
    atomicLock.withLock {
        value.pointee &+= amount
        return value.pointee
    }
}

/// Adds 1 to a number.
///
/// - Returns: the new value.
@discardableResult
public func OSAtomicIncrement32(_ value: UnsafeMutablePointer<Int32>) -> Int32 { OSAtomicAdd32(1, value) }

/// Subtracts 1 from a number.
///
/// - Returns: the new value.
@discardableResult
public func OSAtomicDecrement32(_ value: UnsafeMutablePointer<Int32>) -> Int32 { OSAtomicAdd32(-1, value) }
