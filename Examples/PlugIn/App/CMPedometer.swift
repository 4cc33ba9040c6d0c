import Foundation
import KeepAlive
import PedometerCalls

/// Core Motion's names for the pedometer, so that an app of iOS finds them.
final class CMPedometerData: NSObject, Sendable {
    let numberOfSteps: NSNumber
    /// The distance in metres; `nil` where only the steps are told.
    let distance: NSNumber?

    init(_ steps: Int, metres: Double? = nil) {
        numberOfSteps = NSNumber(value: steps)
        distance = metres.map { NSNumber(value: $0) }
    }
}

typealias CMPedometerHandler = @Sendable (CMPedometerData?, (any Error)?) -> Void

final class CMPedometer: NSObject, @unchecked Sendable {
    private let lock = NSLock()
    private var handler: CMPedometerHandler?

    override init() {
        super.init()
        SystemService.listen(to: PedometerCalls.didUpdate, self) { pedometer, steps in
            pedometer.lock.withLock { pedometer.handler }?(CMPedometerData(steps), nil)
        }
    }

    class func isStepCountingAvailable() -> Bool { true }

    func queryPedometerData(from start: Date, to end: Date, withHandler handler: @escaping CMPedometerHandler) {
        do {
            let walk = Duration.seconds(max(0, end.timeIntervalSince(start)))
            let (steps, metres) = try SystemService.call(PedometerCalls.query, walk)
            handler(CMPedometerData(steps, metres: metres), nil)
        } catch {
            handler(nil, error)
        }
    }

    func startUpdates(from start: Date, withHandler handler: @escaping CMPedometerHandler) {
        lock.withLock { self.handler = handler }
        do {
            try SystemService.call(PedometerCalls.startUpdates, .seconds(1))
        } catch {
            handler(nil, error)
        }
    }
}
