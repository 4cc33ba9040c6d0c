/// The result of a function of Apple's older frameworks; 0 is success.
public typealias OSStatus = Int32
public let noErr: OSStatus = 0

public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
