import Foundation

/// The user's health data. `isHealthDataAvailable()` is always false, as on a device without health data.
open class HKHealthStore: NSObject, @unchecked Sendable {
    open class func isHealthDataAvailable() -> Bool { false }
}
