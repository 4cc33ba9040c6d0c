import Foundation

public final class SecRandomRef: Sendable {
    fileprivate init() {}
}

public let kSecRandomDefault: SecRandomRef? = SecRandomRef()
public let errSecSuccess: OSStatus = 0

/// Fills memory with random bytes of the machine's generator.
///
/// - Returns: ``errSecSuccess``, always.
@discardableResult
public func SecRandomCopyBytes(_ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer) -> OSStatus {
    var generator = SystemRandomNumberGenerator()
    for index in 0..<count { bytes.storeBytes(of: generator.next(), toByteOffset: index, as: UInt8.self) }
    return errSecSuccess
}
