import Foundation

// There are no sensors of motion here. An app is told so as on a device without them: nothing is available.

/// The domain of the errors of Core Motion.
public let CMErrorDomain = "CMErrorDomain"

/// An error of Core Motion.
public struct CMError: RawRepresentable, Hashable, Sendable {
    /// The number of the error.
    public var rawValue: UInt32

    /// Creates an error of its number.
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
    /// Creates an error of its number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    var error: NSError { NSError(domain: CMErrorDomain, code: Int(rawValue)) }
}

/// The device does not move enough to be seen.
public let CMErrorDeviceRequiresMovement = CMError(101)
/// The app may not have the activities of the user.
public let CMErrorMotionActivityNotAuthorized = CMError(105)
/// There is no sensor for activities.
public let CMErrorMotionActivityNotAvailable = CMError(104)
/// There is no sensor for it.
public let CMErrorNotAvailable = CMError(109)

/// Whether an app may have the data of motion.
public enum CMAuthorizationStatus: Int, Sendable {
    /// It has not asked.
    case notDetermined = 0
    /// It may not.
    case restricted = 1
    /// The user does not want it.
    case denied = 2
    /// It may.
    case authorized = 3
}

/// The sensors of a device's own motion. There are none.
open class CMMotionManager: NSObject, @unchecked Sendable {
    /// The time between two values of the accelerometer, in seconds.
    open var accelerometerUpdateInterval: TimeInterval = 0.01
    /// The time between two values of motion, in seconds.
    open var deviceMotionUpdateInterval: TimeInterval = 0.01
    /// The time between two values of the gyroscope, in seconds.
    open var gyroUpdateInterval: TimeInterval = 0.01
    /// False.
    open var isAccelerometerAvailable: Bool { false }
    /// False.
    open var isAccelerometerActive: Bool { false }
    /// False.
    open var isDeviceMotionAvailable: Bool { false }
    /// False.
    open var isDeviceMotionActive: Bool { false }
    /// False.
    open var isGyroAvailable: Bool { false }
    /// `nil`.
    open var accelerometerData: CMAccelerometerData? { nil }
    /// `nil`.
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
    /// Ends with the accelerometer.
    open func stopAccelerometerUpdates() {}
    /// Ends with the motion.
    open func stopDeviceMotionUpdates() {}
}

/// Three numbers, for the axes of a device.
public struct CMAcceleration: Sendable {
    /// From side to side.
    public var x = 0.0
    /// Up and down.
    public var y = 0.0
    /// To and fro.
    public var z = 0.0
}

/// A value of the accelerometer; none is made here.
open class CMAccelerometerData: NSObject, @unchecked Sendable {
    /// The acceleration, in times that of gravity.
    public let acceleration = CMAcceleration()
}

/// A value of the motion; none is made here.
open class CMDeviceMotion: NSObject, @unchecked Sendable {
    /// What the user does, in times gravity.
    public let userAcceleration = CMAcceleration()
    /// Gravity.
    public let gravity = CMAcceleration()
}

/// How sure an activity is.
public enum CMMotionActivityConfidence: Int, Sendable {
    /// Not very.
    case low = 0
    /// Rather.
    case medium = 1
    /// Very.
    case high = 2
}

/// What the user does; none is found here.
open class CMMotionActivity: NSObject, @unchecked Sendable {
    /// How sure it is.
    open var confidence: CMMotionActivityConfidence { .low }
    /// Since when.
    public let startDate = Date()
    /// True if it is not known.
    open var unknown: Bool { true }
    /// True if the user stands still.
    open var stationary: Bool { false }
    /// True if the user walks.
    open var walking: Bool { false }
    /// True if the user runs.
    open var running: Bool { false }
    /// True if the user is in a car.
    open var automotive: Bool { false }
    /// True if the user is on a bicycle.
    open var cycling: Bool { false }
}

/// Takes what the user does now.
public typealias CMMotionActivityHandler = (CMMotionActivity?) -> Void
/// Takes what the user has done.
public typealias CMMotionActivityQueryHandler = ([CMMotionActivity]?, (any Error)?) -> Void

/// Tells what the user does. There is no sensor for it.
open class CMMotionActivityManager: NSObject, @unchecked Sendable {
    /// False.
    open class func isActivityAvailable() -> Bool { false }
    /// `notDetermined`: nothing asks the user.
    open class func authorizationStatus() -> CMAuthorizationStatus { .notDetermined }

    /// Begins to tell: there is no sensor, and the handler is never called.
    open func startActivityUpdates(to queue: OperationQueue, withHandler handler: @escaping CMMotionActivityHandler) {
        AppContext.current.note(.motion)
    }
    /// Ends it.
    open func stopActivityUpdates() {}
    /// Asks for what the user has done: the handler gets `motionActivityNotAvailable`.
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
    /// From when.
    public let startDate = Date()
    /// To when.
    public let endDate = Date()
    /// The number of steps.
    open var numberOfSteps: NSNumber { 0 }
    /// The distance in metres.
    open var distance: NSNumber? { nil }
    /// The number of floors that the user went up.
    open var floorsAscended: NSNumber? { nil }
    /// The number of floors that the user went down.
    open var floorsDescended: NSNumber? { nil }
    /// The seconds of a metre.
    open var currentPace: NSNumber? { nil }
    /// The steps of a second.
    open var currentCadence: NSNumber? { nil }
    /// The seconds of a metre, on average.
    open var averageActivePace: NSNumber? { nil }
}

/// Takes what the user has walked.
public typealias CMPedometerHandler = (CMPedometerData?, (any Error)?) -> Void

/// Counts steps. There is no sensor for them.
open class CMPedometer: NSObject, @unchecked Sendable {
    /// False.
    open class func isStepCountingAvailable() -> Bool { false }
    /// False.
    open class func isDistanceAvailable() -> Bool { false }
    /// False.
    open class func isFloorCountingAvailable() -> Bool { false }
    /// `notDetermined`: nothing asks the user.
    open class func authorizationStatus() -> CMAuthorizationStatus { .notDetermined }

    /// Begins to count: the handler gets `notAvailable`.
    open func startUpdates(from start: Date, withHandler handler: @escaping CMPedometerHandler) { refuse(handler) }
    /// Ends it.
    open func stopUpdates() {}
    /// Asks for what was counted: the handler gets `notAvailable`.
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
    /// In kilopascals.
    open var pressure: NSNumber { 0 }
}

/// Takes a change of height.
public typealias CMAltitudeHandler = (CMAltitudeData?, (any Error)?) -> Void

/// Measures changes of height. There is no barometer.
open class CMAltimeter: NSObject, @unchecked Sendable {
    /// False.
    open class func isRelativeAltitudeAvailable() -> Bool { false }
    /// `notDetermined`: nothing asks the user.
    open class func authorizationStatus() -> CMAuthorizationStatus { .notDetermined }

    /// Begins to measure: the handler gets `notAvailable`.
    open func startRelativeAltitudeUpdates(to queue: OperationQueue, withHandler handler: @escaping CMAltitudeHandler) {
        AppContext.current.note(.motion)
        nonisolated(unsafe) let handler = handler
        queue.addOperation { handler(nil, CMErrorNotAvailable.error) }
    }
    /// Ends it.
    open func stopRelativeAltitudeUpdates() {}
}
