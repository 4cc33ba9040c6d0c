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
}
