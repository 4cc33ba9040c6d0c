import Foundation

// Names from before Swift 4.2. Xcode also accepts them, with a warning that gives the new name.

@available(*, deprecated, renamed: "AVPlayer.Status")
public typealias AVPlayerStatus = AVPlayer.Status
@available(*, deprecated, renamed: "AVPlayerItem.Status")
public typealias AVPlayerItemStatus = AVPlayerItem.Status
@available(*, deprecated, renamed: "CMTime.zero")
public let kCMTimeZero = CMTime.zero
@available(*, deprecated, renamed: "CMTime.invalid")
public let kCMTimeInvalid = CMTime.invalid
