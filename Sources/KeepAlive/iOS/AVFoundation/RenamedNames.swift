import Foundation

// Names of before Swift 4.2. Xcode knows them, too, and says what they are called now.

@available(*, deprecated, renamed: "AVPlayer.Status")
public typealias AVPlayerStatus = AVPlayer.Status
@available(*, deprecated, renamed: "AVPlayerItem.Status")
public typealias AVPlayerItemStatus = AVPlayerItem.Status
@available(*, deprecated, renamed: "CMTime.zero")
public let kCMTimeZero = CMTime.zero
@available(*, deprecated, renamed: "CMTime.invalid")
public let kCMTimeInvalid = CMTime.invalid
