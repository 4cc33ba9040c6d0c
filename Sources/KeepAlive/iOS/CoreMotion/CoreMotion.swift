import Foundation

// The reproduced device has no motion sensors: all classes report that no data is available.

public let CMErrorDomain = "CMErrorDomain"

public struct CMError: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt32

    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    var error: NSError { NSError(domain: CMErrorDomain, code: Int(rawValue)) }
}

public let CMErrorDeviceRequiresMovement = CMError(101)
public let CMErrorMotionActivityNotAuthorized = CMError(105)
/// The error of every query for motion activities, as the device has no motion sensors.
public let CMErrorMotionActivityNotAvailable = CMError(104)
/// The error of every other handler, as the device has no motion sensors.
public let CMErrorNotAvailable = CMError(109)

public enum CMAuthorizationStatus: Int, Sendable {
    case notDetermined, restricted
    case denied = 2
    case authorized
}

/// Reads the motion sensors on iOS. The reproduced device has none.
open class CMMotionManager: NSObject, @unchecked Sendable {
    open var accelerometerUpdateInterval: TimeInterval = 0.01
    open var deviceMotionUpdateInterval: TimeInterval = 0.01
    open var gyroUpdateInterval: TimeInterval = 0.01
    open var isAccelerometerAvailable: Bool { false }
    open var isAccelerometerActive: Bool { false }
    open var isDeviceMotionAvailable: Bool { false }
    open var isDeviceMotionActive: Bool { false }
    open var isGyroAvailable: Bool { false }
    open var accelerometerData: CMAccelerometerData? { nil }
    open var deviceMotion: CMDeviceMotion? { nil }

    /// Has no effect, unlike on iOS: there is no accelerometer.
    open func startAccelerometerUpdates() { AppContext.current.note(.motion) }
    /// Calls the handler once, with the error ``CMErrorNotAvailable``: the device has no accelerometer.
    open func startAccelerometerUpdates(
        to queue: OperationQueue, withHandler handler: @escaping (CMAccelerometerData?, (any Error)?) -> Void
    ) {
        AppContext.current.note(.motion)
        nonisolated(unsafe) let handler = handler
        queue.addOperation { handler(nil, CMErrorNotAvailable.error) }
    }
    /// Has no effect, unlike on iOS: there are no motion sensors.
    open func startDeviceMotionUpdates() { AppContext.current.note(.motion) }
    /// Calls the handler once, with the error ``CMErrorNotAvailable``: the device has no motion sensors.
    open func startDeviceMotionUpdates(
        to queue: OperationQueue, withHandler handler: @escaping (CMDeviceMotion?, (any Error)?) -> Void
    ) {
        AppContext.current.note(.motion)
        nonisolated(unsafe) let handler = handler
        queue.addOperation { handler(nil, CMErrorNotAvailable.error) }
    }
    open func stopAccelerometerUpdates() {}
    open func stopDeviceMotionUpdates() {}
}

public struct CMAcceleration: Sendable {
    public var x = 0.0
    public var y = 0.0
    public var z = 0.0
}

/// A value of the accelerometer; always 0, unlike on iOS.
open class CMAccelerometerData: NSObject, @unchecked Sendable {
    public let acceleration = CMAcceleration()
}

/// A value of the motion sensors; always 0, unlike on iOS.
open class CMDeviceMotion: NSObject, @unchecked Sendable {
    public let userAcceleration = CMAcceleration()
    public let gravity = CMAcceleration()
}

public enum CMMotionActivityConfidence: Int, Sendable {
    case low
    case medium, high
}

/// A motion activity of the user; always unknown, unlike on iOS.
open class CMMotionActivity: NSObject, @unchecked Sendable {
    open var confidence: CMMotionActivityConfidence { .low }
    public let startDate = Date()
    open var unknown: Bool { true }
    open var stationary: Bool { false }
    open var walking: Bool { false }
    open var running: Bool { false }
    open var automotive: Bool { false }
    open var cycling: Bool { false }
}

public typealias CMMotionActivityHandler = (CMMotionActivity?) -> Void
public typealias CMMotionActivityQueryHandler = ([CMMotionActivity]?, (any Error)?) -> Void

/// Reports the user's motion activities on iOS. The reproduced device has no motion sensors.
open class CMMotionActivityManager: NSObject, @unchecked Sendable {
    open class func isActivityAvailable() -> Bool { false }
    open class func authorizationStatus() -> CMAuthorizationStatus { .notDetermined }

    /// Has no effect, unlike on iOS: there are no motion sensors, and the handler is never called.
    open func startActivityUpdates(to queue: OperationQueue, withHandler handler: @escaping CMMotionActivityHandler) {
        AppContext.current.note(.motion)
    }
    open func stopActivityUpdates() {}
    open func queryActivityStarting(
        from start: Date, to end: Date, to queue: OperationQueue,
        withHandler handler: @escaping CMMotionActivityQueryHandler
    ) {
        AppContext.current.note(.motion)
        nonisolated(unsafe) let handler = handler
        queue.addOperation { handler(nil, CMErrorMotionActivityNotAvailable.error) }
    }
}

/// The steps and distances that the user has walked. Unlike on iOS, nothing is counted.
open class CMPedometerData: NSObject, @unchecked Sendable {
    public let startDate = Date()
    public let endDate = Date()
    open var numberOfSteps: NSNumber { 0 }
    /// The distance in metres; always `nil`, unlike on iOS.
    open var distance: NSNumber? { nil }
    open var floorsAscended: NSNumber? { nil }
    open var floorsDescended: NSNumber? { nil }
    /// The pace in seconds per metre; always `nil`, unlike on iOS.
    open var currentPace: NSNumber? { nil }
    open var currentCadence: NSNumber? { nil }
    /// The average pace in seconds per metre; always `nil`, unlike on iOS.
    open var averageActivePace: NSNumber? { nil }
}

public typealias CMPedometerHandler = (CMPedometerData?, (any Error)?) -> Void

/// Counts steps on iOS. The device has no motion sensors: each handler gets the error ``CMErrorNotAvailable``.
open class CMPedometer: NSObject, @unchecked Sendable {
    open class func isStepCountingAvailable() -> Bool { false }
    open class func isDistanceAvailable() -> Bool { false }
    open class func isFloorCountingAvailable() -> Bool { false }
    open class func authorizationStatus() -> CMAuthorizationStatus { .notDetermined }

    open func startUpdates(from start: Date, withHandler handler: @escaping CMPedometerHandler) { refuse(handler) }
    open func stopUpdates() {}
    open func queryPedometerData(from start: Date, to end: Date, withHandler handler: @escaping CMPedometerHandler) {
        refuse(handler)
    }

    private func refuse(_ handler: @escaping CMPedometerHandler) {
        let context = AppContext.current
        context.note(.motion)
        context.perform(on: nil as DispatchQueue?) { handler(nil, CMErrorNotAvailable.error) }
    }
}

/// A change of altitude; always 0, unlike on iOS.
open class CMAltitudeData: NSObject, @unchecked Sendable {
    /// The change since the start of the updates, in metres.
    open var relativeAltitude: NSNumber { 0 }
    open var pressure: NSNumber { 0 }
}

public typealias CMAltitudeHandler = (CMAltitudeData?, (any Error)?) -> Void

/// Measures changes of altitude on iOS. The device has no barometer: the handler gets the error
/// ``CMErrorNotAvailable``.
open class CMAltimeter: NSObject, @unchecked Sendable {
    open class func isRelativeAltitudeAvailable() -> Bool { false }
    open class func authorizationStatus() -> CMAuthorizationStatus { .notDetermined }

    open func startRelativeAltitudeUpdates(to queue: OperationQueue, withHandler handler: @escaping CMAltitudeHandler) {
        AppContext.current.note(.motion)
        nonisolated(unsafe) let handler = handler
        queue.addOperation { handler(nil, CMErrorNotAvailable.error) }
    }
    open func stopRelativeAltitudeUpdates() {}
}
