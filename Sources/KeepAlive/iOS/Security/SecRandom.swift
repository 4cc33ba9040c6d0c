import Foundation

public final class SecRandomRef: Sendable {
    fileprivate init() {}
}

public let kSecRandomDefault: SecRandomRef? = SecRandomRef()
public let errSecSuccess: OSStatus = 0

/// Fills memory with random bytes from the machine's system generator. `rnd` is ignored.
///
/// - Returns: ``errSecSuccess``, always.
@discardableResult
public func SecRandomCopyBytes(_ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer) -> OSStatus {
    var generator = SystemRandomNumberGenerator()
    for index in 0..<count { bytes.storeBytes(of: generator.next(), toByteOffset: index, as: UInt8.self) }
    return errSecSuccess
}
