import Foundation
import KeepAliveModel

open class UIDevice: NSObject, @unchecked Sendable {
    private let context: AppContext

    init(_ context: AppContext) {
        self.context = context
        super.init()
    }

    /// Sets a property by its name, as apps do to turn the screen; it is upright here.
    open func setValue(_ value: Any?, forKey key: String) {}

    public class var current: UIDevice {
        let context = AppContext.current
        return context.only { UIDevice(context) }
    }

    public var systemName: String { "iOS" }
    public var systemVersion: String { context.version.description }
    public var model: String { "iPhone" }
    /// The same, where iOS says it in the user's language.
    public var localizedModel: String { model }
    public var name: String { model }
    public var identifierForVendor: UUID? { vendor }
    private let vendor = UUID()
    public var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }
    /// How it is held; that is not known here.
    public var orientation: UIDeviceOrientation { .unknown }
    /// The device was turned; it never is here.
    public nonisolated static let orientationDidChangeNotification = Notification.Name(
        "UIDeviceOrientationDidChangeNotification")
    /// True between ``beginGeneratingDeviceOrientationNotifications()`` and its end; the device is not turned here.
    public private(set) var isGeneratingDeviceOrientationNotifications = false
    public func beginGeneratingDeviceOrientationNotifications() { isGeneratingDeviceOrientationNotifications = true }
    public func endGeneratingDeviceOrientationNotifications() { isGeneratingDeviceOrientationNotifications = false }
    public var isBatteryMonitoringEnabled = false
    /// The battery's level from 0 to 1; -1 as it is not known here.
    public var batteryLevel: Float { -1 }
    public var batteryState: BatteryState {
        guard isBatteryMonitoringEnabled else { return .unknown }
        return DeviceState.of(context).conditions.externalPower ? .charging : .unplugged
    }
    public nonisolated static let batteryStateDidChangeNotification = Notification.Name(
        "UIDeviceBatteryStateDidChangeNotification")
    /// The battery's level has changed; not posted here.
    public nonisolated static let batteryLevelDidChangeNotification = Notification.Name(
        "UIDeviceBatteryLevelDidChangeNotification")

    public enum BatteryState: Int, Sendable {
        case unknown
        case unplugged, charging, full
    }

    /// True if the app may go on in the background: the device runs several apps (SD-05).
    public var isMultitaskingSupported: Bool { context.isMultitaskingSupported }

    /// Returns true if the device has a version of iOS or a later one: what `#available(iOS 15.4, *)` asks on a phone.
    ///
    /// The patch does not count: no rule differs by it. On Linux, the compiler takes each version as available. The plug-in KeepAliveSources writes this call instead.
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
