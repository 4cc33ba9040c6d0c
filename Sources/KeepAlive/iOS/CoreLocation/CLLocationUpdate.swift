import Foundation
import KeepAliveModel

/// A fix, or the reason why there is none, of an endless sequence (iOS 17).
///
/// Updates go on in the background while a ``CLBackgroundActivitySession`` lasts and `UIBackgroundModes` has `location`. On iOS
/// the accuracy and the pace follow the configuration; here it is kept, and the fixes are those of the receiver.
public struct CLLocationUpdate: Sendable {
    /// What the app does with the fixes; without effect here.
    public enum LiveConfiguration: Int, Sendable {
        case `default`, automotiveNavigation
        case otherNavigation = 2
        case fitness, airborne
    }

    /// The fix; `nil` while there is none.
    public let location: CLLocation?
    /// True if the device does not move, so that updates pause until it does; never here: they do not pause.
    public var isStationary: Bool { false }
    public let authorizationDenied: Bool
    public var authorizationDeniedGlobally: Bool { false }
    public let authorizationRequestInProgress: Bool
    /// True if the user allows only rough ones; never here.
    public var accuracyLimited: Bool { false }
    public let insufficientlyInUse: Bool
    /// True if there is none at present.
    public let locationUnavailable: Bool
    /// True if a ``CLServiceSession`` is needed; never here.
    public var serviceSessionRequired: Bool { false }
    public var stationary: Bool { isStationary }

    fileprivate init(
        _ location: CLLocation? = nil, authorization: CLAuthorizationStatus,
        isUnavailable: Bool = false, isInsufficient: Bool = false
    ) {
        self.location = location
        authorizationDenied = authorization == .denied || authorization == .restricted
        authorizationRequestInProgress = authorization == .notDetermined
        locationUnavailable = isUnavailable
        insufficientlyInUse = isInsufficient
    }

    public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates { Updates() }

    public struct Updates: AsyncSequence, Sendable {
        public typealias Element = CLLocationUpdate

        private let context = AppContext.current

        public func makeAsyncIterator() -> Iterator { Iterator(context) }

        public struct Iterator: AsyncIteratorProtocol {
            private var iterator: AsyncStream<CLLocationUpdate>.Iterator
            /// It ends the updates when the iterator is released.
            private let listener: Listener

            fileprivate init(_ context: AppContext) {
                let (stream, continuation) = AsyncStream.makeStream(of: CLLocationUpdate.self)
                iterator = stream.makeAsyncIterator()
                listener = context.inside { Listener(continuation) }
            }

            /// Waits for the next update; `nil` when the task is cancelled.
            ///
            /// - Throws: nothing here; it may on iOS.
            public mutating func next() async throws -> CLLocationUpdate? { await iterator.next() }
        }
    }

    /// Takes the fixes of a manager of its own.
    fileprivate final class Listener: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
        private let manager = CLLocationManager()
        private let continuation: AsyncStream<CLLocationUpdate>.Continuation

        init(_ continuation: AsyncStream<CLLocationUpdate>.Continuation) {
            self.continuation = continuation
            super.init()
            manager.delegate = self
            manager.isForLiveUpdates = true
            // Live updates go on by themselves when the device moves again.
            manager.pausesLocationUpdatesAutomatically = false
            manager.startUpdatingLocation()
        }

        deinit {
            manager.stopUpdatingLocation()
            continuation.finish()
        }

        func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
            for location in locations {
                continuation.yield(CLLocationUpdate(location, authorization: manager.authorizationStatus))
            }
        }

        func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
            let status = manager.authorizationStatus
            let isDenied = (error as? CLError)?.code == .denied
            continuation.yield(
                CLLocationUpdate(
                    authorization: status, isUnavailable: !isDenied,
                    isInsufficient: isDenied && status == .authorizedWhenInUse))
        }

        func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
            let status = manager.authorizationStatus
            guard status != .authorizedAlways, status != .authorizedWhenInUse else { return }
            continuation.yield(CLLocationUpdate(authorization: status))
        }
    }
}
