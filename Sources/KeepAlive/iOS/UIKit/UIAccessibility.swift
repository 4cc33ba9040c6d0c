import Foundation

/// What helps those who do not see the screen. None of it is in use here.
public enum UIAccessibility {
    public struct Notification: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        public static let screenChanged = Notification(rawValue: 1000)
        public static let layoutChanged = Notification(rawValue: 1001)
        public static let announcement = Notification(rawValue: 1008)
    }

    /// The setting Reduce Motion has changed; not posted here.
    public static let reduceMotionStatusDidChangeNotification = Foundation.Notification.Name(
        "UIAccessibilityReduceMotionStatusDidChangeNotification")
    /// Whether the screen is read out has changed; not posted here.
    public static let voiceOverStatusDidChangeNotification = Foundation.Notification.Name(
        "UIAccessibilityVoiceOverStatusDidChangeNotification")
    public static var isVoiceOverRunning: Bool { false }
    public static var isReduceMotionEnabled: Bool { false }
    public static var isDarkerSystemColorsEnabled: Bool { false }

    /// Tells such a help something. None is there.
    public static func post(notification: Notification, argument: Any?) {}
}

/// A touch that the user feels. There is none here.
@preconcurrency @MainActor
open class UIFeedbackGenerator {
    public init() {}
    open func prepare() {}
}

open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
    public enum FeedbackType: Int, Sendable {
        case success
        case warning = 1
        case error
    }

    open func notificationOccurred(_ notificationType: FeedbackType) {}
}

open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    public enum FeedbackStyle: Int, Sendable {
        case light = 0, medium, heavy, soft, rigid
    }

    public convenience init(style: FeedbackStyle) { self.init() }
    open func impactOccurred() {}
}

open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
    open func selectionChanged() {}
}
