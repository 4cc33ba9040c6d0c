import Foundation

/// Something that the user has done.
@preconcurrency @MainActor
open class UIEvent {
    /// The kind of an event.
    public enum EventType: Int, Sendable {
        /// A finger on the screen.
        case touches = 0
        /// The device was moved.
        case motion = 1
        /// A headset or the lock screen.
        case remoteControl = 2
        /// A button of the device.
        case presses = 3
    }

    /// What exactly.
    public enum EventSubtype: Int, Sendable {
        /// Nothing special.
        case none = 0
        /// The device was shaken.
        case motionShake = 1
        /// What a headset or the lock screen asks for.
        case remoteControlPlay = 100, remoteControlPause, remoteControlStop, remoteControlTogglePlayPause
        /// What a headset or the lock screen asks for.
        case remoteControlNextTrack = 104, remoteControlPreviousTrack, remoteControlBeginSeekingBackward
        /// What a headset or the lock screen asks for.
        case remoteControlEndSeekingBackward = 107, remoteControlBeginSeekingForward, remoteControlEndSeekingForward
    }

    /// The kind.
    public let type: EventType
    /// What exactly.
    public let subtype: EventSubtype

    /// The fingers; none are here.
    open var allTouches: Set<UITouch>? { nil }
    /// When it was, in seconds of the machine's clock.
    public let timestamp = ProcessInfo.processInfo.systemUptime

    /// Creates an event.
    public init(type: EventType = .touches, subtype: EventSubtype = .none) {
        self.type = type
        self.subtype = subtype
    }
}
