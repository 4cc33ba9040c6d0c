public typealias OSStatus = Int32
public let noErr: OSStatus = 0

public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
