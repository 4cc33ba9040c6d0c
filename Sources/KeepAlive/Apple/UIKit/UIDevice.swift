import Foundation
import KeepAlivePolicy

/// The device that the app runs on.
open class UIDevice: NSObject, @unchecked Sendable {
    private let context: AppContext

    init(_ context: AppContext) {
        self.context = context
        super.init()
    }

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
    /// True if the app may go on in the background: the device runs several apps (SD-05).
    public var isMultitaskingSupported: Bool { context.isMultitaskingSupported }

    /// Returns true if the device has a version of iOS or a later one: what `#available(iOS 15.4, *)` asks on a phone.
    ///
    /// The patch does not count: no rule differs by it. On Linux, the compiler takes each version as available. The plug-in KeepAliveSources writes this call instead.
    public static func isAvailable(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) -> Bool {
        AppContext.current.version >= IOSVersion(major, minor)
    }
}
