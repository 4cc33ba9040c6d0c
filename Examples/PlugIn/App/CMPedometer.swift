import Foundation
import KeepAlive
import PedometerCalls

/// Core Motion's names for the pedometer, so that an app of iOS finds them.
public final class CMPedometerData: NSObject, Sendable {
    public let numberOfSteps: NSNumber

    init(_ steps: Int) { numberOfSteps = NSNumber(value: steps) }
}

public typealias CMPedometerHandler = @Sendable (CMPedometerData?, (any Error)?) -> Void

public final class CMPedometer: NSObject, @unchecked Sendable {
    private let lock = NSLock()
    private var handler: CMPedometerHandler?

    override public init() {
        super.init()
        SystemService.listen(to: PedometerCalls.didUpdate, self) { pedometer, steps in
            pedometer.lock.withLock { pedometer.handler }?(CMPedometerData(steps), nil)
        }
    }

    public class func isStepCountingAvailable() -> Bool { true }

    public func queryPedometerData(from start: Date, to end: Date, withHandler handler: @escaping CMPedometerHandler) {
        do {
            let walk = Duration.seconds(max(0, end.timeIntervalSince(start)))
            handler(CMPedometerData(try SystemService.call(PedometerCalls.query, walk)), nil)
        } catch {
            handler(nil, error)
        }
    }

    public func startUpdates(from start: Date, withHandler handler: @escaping CMPedometerHandler) {
        lock.withLock { self.handler = handler }
        do {
            try SystemService.call(PedometerCalls.startUpdates, .seconds(1))
        } catch {
            handler(nil, error)
        }
    }
}
