import Foundation

// Names from before Swift 4.2. Xcode also accepts them, with a warning that gives the new name.

@available(*, deprecated, renamed: "AVAudioSession.Category.playback")
public let AVAudioSessionCategoryPlayback = AVAudioSession.Category.playback
@available(*, deprecated, renamed: "AVAudioSession.Category.playAndRecord")
public let AVAudioSessionCategoryPlayAndRecord = AVAudioSession.Category.playAndRecord
@available(*, deprecated, renamed: "AVAudioSession.Category.ambient")
public let AVAudioSessionCategoryAmbient = AVAudioSession.Category.ambient
@available(*, deprecated, renamed: "AVAudioSession.Mode.default")
public let AVAudioSessionModeDefault = AVAudioSession.Mode.default
@available(*, deprecated, renamed: "AVAudioSession.Mode.voiceChat")
public let AVAudioSessionModeVoiceChat = AVAudioSession.Mode.voiceChat

extension NSNotification.Name {
    @available(*, deprecated, renamed: "AVAudioSession.interruptionNotification")
    public static let AVAudioSessionInterruption = AVAudioSession.interruptionNotification
    @available(*, deprecated, renamed: "AVAudioSession.routeChangeNotification")
    public static let AVAudioSessionRouteChange = AVAudioSession.routeChangeNotification
}
