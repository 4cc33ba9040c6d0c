import Foundation

public typealias CFString = String
public typealias CFDictionary = [AnyHashable: Any]
public typealias CFBoolean = Bool
public let kCFBooleanTrue: CFBoolean? = true
public let kCFBooleanFalse: CFBoolean? = false
public typealias CFURL = NSURL
/// A memory allocator, which some C functions take; always ignored.
public final class CFAllocator: Sendable {}
public let kCFAllocatorDefault: CFAllocator? = nil

extension Data.WritingOptions {
    public static let atomicWrite = atomic
}
