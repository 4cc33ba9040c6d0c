import Foundation

@preconcurrency @MainActor
open class UIEvent {
    public enum EventType: Int, Sendable {
        case touches, motion, remoteControl, presses
    }

    public enum EventSubtype: Int, Sendable {
        case none, motionShake
        case remoteControlPlay = 100, remoteControlPause, remoteControlStop, remoteControlTogglePlayPause
        case remoteControlNextTrack = 104, remoteControlPreviousTrack, remoteControlBeginSeekingBackward
        case remoteControlEndSeekingBackward = 107, remoteControlBeginSeekingForward, remoteControlEndSeekingForward
    }

    public let type: EventType
    public let subtype: EventSubtype

    open var allTouches: Set<UITouch>? { nil }
    /// The machine's uptime at which the event was created, in seconds.
    public let timestamp = ProcessInfo.processInfo.systemUptime

    public init(type: EventType = .touches, subtype: EventSubtype = .none) {
        self.type = type
        self.subtype = subtype
    }
}
