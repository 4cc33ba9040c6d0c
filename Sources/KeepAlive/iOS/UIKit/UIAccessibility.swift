import Foundation

/// The accessibility features of iOS; always off, unlike on iOS.
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

    /// Never posted, unlike on iOS.
    public static let reduceMotionStatusDidChangeNotification = Foundation.Notification.Name(
        "UIAccessibilityReduceMotionStatusDidChangeNotification")
    /// Never posted, unlike on iOS.
    public static let voiceOverStatusDidChangeNotification = Foundation.Notification.Name(
        "UIAccessibilityVoiceOverStatusDidChangeNotification")
    public static var isVoiceOverRunning: Bool { false }
    public static var isReduceMotionEnabled: Bool { false }
    public static var isDarkerSystemColorsEnabled: Bool { false }

    /// Has no effect, unlike on iOS: no assistive technology runs.
    public static func post(notification: Notification, argument: Any?) {}
}

/// Haptic feedback; without effect, unlike on iOS.
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
