import Foundation

// There are no sensors of motion here. An app is told so as on a device without them: nothing is available.

public let CMErrorDomain = "CMErrorDomain"

public struct CMError: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt32

    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    var error: NSError { NSError(domain: CMErrorDomain, code: Int(rawValue)) }
}

public let CMErrorDeviceRequiresMovement = CMError(101)
public let CMErrorMotionActivityNotAuthorized = CMError(105)
/// There is no sensor for activities.
public let CMErrorMotionActivityNotAvailable = CMError(104)
/// There is no sensor for it.
public let CMErrorNotAvailable = CMError(109)

public enum CMAuthorizationStatus: Int, Sendable {
    case notDetermined, restricted
    case denied = 2
    case authorized
}

/// The sensors of a device's own motion. There are none.
open class CMMotionManager: NSObject, @unchecked Sendable {
    /// The time between two values of the accelerometer, in seconds.
    open var accelerometerUpdateInterval: TimeInterval = 0.01
    /// The time between two values of motion, in seconds.
    open var deviceMotionUpdateInterval: TimeInterval = 0.01
    /// The time between two values of the gyroscope, in seconds.
    open var gyroUpdateInterval: TimeInterval = 0.01
    open var isAccelerometerAvailable: Bool { false }
    open var isAccelerometerActive: Bool { false }
    open var isDeviceMotionAvailable: Bool { false }
    open var isDeviceMotionActive: Bool { false }
    open var isGyroAvailable: Bool { false }
    open var accelerometerData: CMAccelerometerData? { nil }
    open var deviceMotion: CMDeviceMotion? { nil }

    /// Begins with the accelerometer: there is none.
    open func startAccelerometerUpdates() { AppContext.current.note(.motion) }
    /// Begins with the accelerometer: there is none, and the handler gets `notAvailable`.
    open func startAccelerometerUpdates(
        to queue: OperationQueue, withHandler handler: @escaping (CMAccelerometerData?, (any Error)?) -> Void
    ) {
        AppContext.current.note(.motion)
        nonisolated(unsafe) let handler = handler
        queue.addOperation { handler(nil, CMErrorNotAvailable.error) }
    }
    /// Begins with the motion: there is no sensor.
    open func startDeviceMotionUpdates() { AppContext.current.note(.motion) }
    /// Begins with the motion: there is no sensor, and the handler gets `notAvailable`.
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

/// A value of the accelerometer; none is made here.
open class CMAccelerometerData: NSObject, @unchecked Sendable {
    public let acceleration = CMAcceleration()
}

/// A value of the motion; none is made here.
open class CMDeviceMotion: NSObject, @unchecked Sendable {
    public let userAcceleration = CMAcceleration()
    public let gravity = CMAcceleration()
}

public enum CMMotionActivityConfidence: Int, Sendable {
    case low
    case medium, high
}

/// What the user does; none is found here.
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

/// Tells what the user does. There is no sensor for it.
open class CMMotionActivityManager: NSObject, @unchecked Sendable {
    open class func isActivityAvailable() -> Bool { false }
    open class func authorizationStatus() -> CMAuthorizationStatus { .notDetermined }

    /// Begins to tell: there is no sensor, and the handler is never called.
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

/// What the user has walked; none is counted here.
open class CMPedometerData: NSObject, @unchecked Sendable {
    public let startDate = Date()
    public let endDate = Date()
    open var numberOfSteps: NSNumber { 0 }
    /// The distance in metres.
    open var distance: NSNumber? { nil }
    open var floorsAscended: NSNumber? { nil }
    open var floorsDescended: NSNumber? { nil }
    /// The seconds of a metre.
    open var currentPace: NSNumber? { nil }
    open var currentCadence: NSNumber? { nil }
    /// The seconds of a metre, on average.
    open var averageActivePace: NSNumber? { nil }
}

public typealias CMPedometerHandler = (CMPedometerData?, (any Error)?) -> Void

/// Counts steps. There is no sensor for them.
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

/// A change of height; none is measured here.
open class CMAltitudeData: NSObject, @unchecked Sendable {
    /// In metres, since the beginning.
    open var relativeAltitude: NSNumber { 0 }
    open var pressure: NSNumber { 0 }
}

public typealias CMAltitudeHandler = (CMAltitudeData?, (any Error)?) -> Void

/// Measures changes of height. There is no barometer.
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
