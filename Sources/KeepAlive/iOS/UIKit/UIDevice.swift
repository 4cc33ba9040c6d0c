import Foundation
import KeepAliveModel

open class UIDevice: NSObject, @unchecked Sendable {
    private let context: AppContext

    init(_ context: AppContext) {
        self.context = context
        super.init()
    }

    /// Has no effect. Apps rotate the screen by setting `orientation` with this method; here the screen stays upright.
    open func setValue(_ value: Any?, forKey key: String) {}

    public class var current: UIDevice {
        let context = AppContext.current
        return context.only { UIDevice(context) }
    }

    public var systemName: String { "iOS" }
    public var systemVersion: String { context.version.description }
    public var model: String { "iPhone" }
    /// The value of ``model``; unlike on iOS, not in the user's language.
    public var localizedModel: String { model }
    public var name: String { model }
    public var identifierForVendor: UUID? { vendor }
    private let vendor = UUID()
    public var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }
    /// Always `.unknown`, unlike on iOS.
    public var orientation: UIDeviceOrientation { .unknown }
    /// Never posted, unlike on iOS.
    public nonisolated static let orientationDidChangeNotification = Notification.Name(
        "UIDeviceOrientationDidChangeNotification")
    /// True between ``beginGeneratingDeviceOrientationNotifications()`` and
    /// ``endGeneratingDeviceOrientationNotifications()``. Nothing is generated, as the device is never rotated.
    public private(set) var isGeneratingDeviceOrientationNotifications = false
    public func beginGeneratingDeviceOrientationNotifications() { isGeneratingDeviceOrientationNotifications = true }
    public func endGeneratingDeviceOrientationNotifications() { isGeneratingDeviceOrientationNotifications = false }
    public var isBatteryMonitoringEnabled = false
    /// Always -1, which stands for an unknown level, unlike on iOS.
    public var batteryLevel: Float { -1 }
    public var batteryState: BatteryState {
        guard isBatteryMonitoringEnabled else { return .unknown }
        return DeviceState.of(context).conditions.externalPower ? .charging : .unplugged
    }
    public nonisolated static let batteryStateDidChangeNotification = Notification.Name(
        "UIDeviceBatteryStateDidChangeNotification")
    /// Never posted, unlike on iOS.
    public nonisolated static let batteryLevelDidChangeNotification = Notification.Name(
        "UIDeviceBatteryLevelDidChangeNotification")

    public enum BatteryState: Int, Sendable {
        case unknown
        case unplugged, charging, full
    }

    /// True if the device runs several apps, so that the app may continue in the background (SD-05).
    public var isMultitaskingSupported: Bool { context.isMultitaskingSupported }

    /// Returns true if the device has at least the given version of iOS, as `#available(iOS 15.4, *)` does on a phone.
    ///
    /// The patch number is ignored, since no rule depends on it. The plug-in KeepAliveSources replaces `#available` by
    /// this call: on Linux the compiler takes every version of iOS as available.
    public static func isAvailable(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) -> Bool {
        AppContext.current.version >= IOSVersion(major, minor)
    }
}

public enum UIUserInterfaceIdiom: Int, Sendable {
    case unspecified = -1
    case phone, pad, tv, carPlay
    case mac = 5
}

public enum UIDeviceOrientation: Int, Sendable {
    case unknown
    case portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown

    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
    public var isFlat: Bool { self == .faceUp || self == .faceDown }
    public var isValidInterfaceOrientation: Bool { isPortrait || isLandscape }
}
