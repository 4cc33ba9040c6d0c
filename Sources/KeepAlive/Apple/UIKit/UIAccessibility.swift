import Foundation

/// What helps those who do not see the screen. None of it is in use here.
public enum UIAccessibility {
    /// What such a help is told.
    public struct Notification: RawRepresentable, Hashable, Sendable {
        /// The number.
        public let rawValue: UInt32

        /// Creates a notification from its number.
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// The screen has changed.
        public static let screenChanged = Notification(rawValue: 1000)
        /// A part of the screen has changed.
        public static let layoutChanged = Notification(rawValue: 1001)
        /// Something is to be said.
        public static let announcement = Notification(rawValue: 1008)
    }

    /// The wish for few movements has changed; not posted here.
    public static let reduceMotionStatusDidChangeNotification = Foundation.Notification.Name(
        "UIAccessibilityReduceMotionStatusDidChangeNotification")
    /// Whether the screen is read out has changed; not posted here.
    public static let voiceOverStatusDidChangeNotification = Foundation.Notification.Name(
        "UIAccessibilityVoiceOverStatusDidChangeNotification")
    /// True if the screen is read out.
    public static var isVoiceOverRunning: Bool { false }
    /// True if movements are to be few.
    public static var isReduceMotionEnabled: Bool { false }
    /// True if contrasts are to be strong.
    public static var isDarkerSystemColorsEnabled: Bool { false }

    /// Tells such a help something. None is there.
    public static func post(notification: Notification, argument: Any?) {}
}

/// A touch that the user feels. There is none here.
@preconcurrency @MainActor
open class UIFeedbackGenerator {
    /// Creates one.
    public init() {}
    /// Gets ready.
    open func prepare() {}
}

/// The touch for the end of something.
open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
    /// How it has ended.
    public enum FeedbackType: Int, Sendable {
        /// Well.
        case success = 0
        /// Not quite.
        case warning = 1
        /// Not well.
        case error = 2
    }

    /// Has the user feel it.
    open func notificationOccurred(_ notificationType: FeedbackType) {}
}

/// The touch of a thing.
open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    /// How heavy the thing is.
    public enum FeedbackStyle: Int, Sendable {
        /// Heavy or light, soft or hard.
        case light = 0, medium, heavy, soft, rigid
    }

    /// Creates one.
    public convenience init(style: FeedbackStyle) { self.init() }
    /// Has the user feel it.
    open func impactOccurred() {}
}

/// The touch of a choice.
open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
    /// Has the user feel it.
    open func selectionChanged() {}
}
