import Foundation

/// A text, as calls of C take it.
public typealias CFString = String
/// Values by name, as calls of C take them.
public typealias CFDictionary = [AnyHashable: Any]
/// A flag, as calls of C take it.
public typealias CFBoolean = Bool
/// True, as a value of a `CFDictionary`.
public let kCFBooleanTrue: CFBoolean? = true
/// False, as a value of a `CFDictionary`.
public let kCFBooleanFalse: CFBoolean? = false
/// A URL, as calls of C take it.
public typealias CFURL = NSURL
/// Who gives memory to calls of C; not asked here.
public final class CFAllocator: Sendable {}
public let kCFAllocatorDefault: CFAllocator? = nil
