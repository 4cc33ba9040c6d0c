import Foundation

public typealias CFString = String
public typealias CFDictionary = [AnyHashable: Any]
public typealias CFBoolean = Bool
public let kCFBooleanTrue: CFBoolean? = true
public let kCFBooleanFalse: CFBoolean? = false
public typealias CFURL = NSURL
/// An allocator of memory, as C functions take it; ignored.
public final class CFAllocator: Sendable {}
public let kCFAllocatorDefault: CFAllocator? = nil
