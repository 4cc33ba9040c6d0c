import Foundation

/// The user's health data. There is none: `isHealthDataAvailable()` is always false.
open class HKHealthStore: NSObject, @unchecked Sendable {
    open class func isHealthDataAvailable() -> Bool { false }
}
