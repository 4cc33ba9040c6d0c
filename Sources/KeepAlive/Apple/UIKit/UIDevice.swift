import Foundation
import KeepAlivePolicy

/// The device that the app runs on.
open class UIDevice: NSObject, @unchecked Sendable {
    private let context: AppContext

    init(_ context: AppContext) {
        self.context = context
        super.init()
    }

    /// Sets a property by its name, as apps do to turn the screen; it is upright here.
    open func setValue(_ value: Any?, forKey key: String) {}

    /// The device of the app.
    public class var current: UIDevice {
        let context = AppContext.current
        return context.only { UIDevice(context) }
    }

    /// "iOS".
    public var systemName: String { "iOS" }
    /// The version whose rules apply, such as "26.0".
    public var systemVersion: String { context.version.description }
    /// "iPhone".
    public var model: String { "iPhone" }
    /// The same, where iOS says it in the user's language.
    public var localizedModel: String { model }
    /// "iPhone", as iOS says it from version 16 on.
    public var name: String { model }
    /// A number of this installation; another one with the next process.
    public var identifierForVendor: UUID? { vendor }
    private let vendor = UUID()
    /// What the device is.
    public var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }
    /// How it is held; that is not known here.
    public var orientation: UIDeviceOrientation { .unknown }
    /// The device was turned; it never is here.
    public nonisolated static let orientationDidChangeNotification = Notification.Name(
        "UIDeviceOrientationDidChangeNotification")
    /// True between ``beginGeneratingDeviceOrientationNotifications()`` and its end; the device is not turned here.
    public private(set) var isGeneratingDeviceOrientationNotifications = false
    /// Asks to be told of turns.
    public func beginGeneratingDeviceOrientationNotifications() { isGeneratingDeviceOrientationNotifications = true }
    /// Asks to be told no more.
    public func endGeneratingDeviceOrientationNotifications() { isGeneratingDeviceOrientationNotifications = false }
    /// True if the app monitors the battery.
    public var isBatteryMonitoringEnabled = false
    /// The battery's level from 0 to 1; -1 as it is not known here.
    public var batteryLevel: Float { -1 }
    /// What the battery does, once the app monitors it: it is charged, or not.
    public var batteryState: BatteryState {
        guard isBatteryMonitoringEnabled else { return .unknown }
        return DeviceState.of(context).conditions.externalPower ? .charging : .unplugged
    }
    /// The device was connected to power, or disconnected; posted while the app monitors the battery.
    public nonisolated static let batteryStateDidChangeNotification = Notification.Name(
        "UIDeviceBatteryStateDidChangeNotification")
    /// The battery's level has changed; not posted here.
    public nonisolated static let batteryLevelDidChangeNotification = Notification.Name(
        "UIDeviceBatteryLevelDidChangeNotification")

    /// What a battery does.
    public enum BatteryState: Int, Sendable {
        /// Not known.
        case unknown = 0
        /// It feeds the device.
        case unplugged = 1
        /// It is fed.
        case charging = 2
        /// It is full.
        case full = 3
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

/// What a device is.
public enum UIUserInterfaceIdiom: Int, Sendable {
    /// Not known.
    case unspecified = -1
    /// A phone.
    case phone = 0
    /// A tablet.
    case pad = 1
    /// A television.
    case tv = 2
    /// The screen of a car.
    case carPlay = 3
    /// A Mac.
    case mac = 5
}

/// How a device is held.
public enum UIDeviceOrientation: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// Upright.
    case portrait = 1
    /// Upside down.
    case portraitUpsideDown = 2
    /// To the left.
    case landscapeLeft = 3
    /// To the right.
    case landscapeRight = 4
    /// On its back.
    case faceUp = 5
    /// On its face.
    case faceDown = 6

    /// True if it is upright, or upside down.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// True if it is on a side.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
    /// True if it lies.
    public var isFlat: Bool { self == .faceUp || self == .faceDown }
    /// True if it is upright, or on a side.
    public var isValidInterfaceOrientation: Bool { isPortrait || isLandscape }
}
