/// The result of a function of Apple's older frameworks; 0 is success.
public typealias OSStatus = Int32
/// Success.
public let noErr: OSStatus = 0
