import Foundation

/// A text, as calls of C take it.
public typealias CFString = NSString
/// A URL, as calls of C take it.
public typealias CFURL = NSURL
/// Who gives memory to calls of C; not asked here.
public final class CFAllocator: Sendable {}
/// The usual one.
public let kCFAllocatorDefault: CFAllocator? = nil
