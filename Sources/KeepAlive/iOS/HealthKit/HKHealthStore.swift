import Foundation

/// The data of the user's health. There are none here: `isHealthDataAvailable()` says so, as on a device without them.
open class HKHealthStore: NSObject, @unchecked Sendable {
    open class func isHealthDataAvailable() -> Bool { false }
}
