import Foundation
import KeepAliveModel

/// One element of the endless sequence of live updates (iOS 17): a fix, or the reason why there is none.
///
/// Updates go on in the background while a ``CLBackgroundActivitySession`` lasts and `UIBackgroundModes` has
/// `location`. On iOS the configuration sets the accuracy and the pace. In this reproduction the configuration is
/// ignored, and the receiver's fixes are passed on.
public struct CLLocationUpdate: Sendable {
    /// The kind of movement that the app tracks; ignored, unlike on iOS.
    public enum LiveConfiguration: Int, Sendable {
        case `default`, automotiveNavigation
        case otherNavigation = 2
        case fitness, airborne
    }

    /// The fix; `nil` if the update reports a reason instead.
    public let location: CLLocation?
    /// True if updates pause until the device moves again; always false, as live updates do not pause.
    public var isStationary: Bool { false }
    public let authorizationDenied: Bool
    public var authorizationDeniedGlobally: Bool { false }
    public let authorizationRequestInProgress: Bool
    /// True if the user allows only approximate positions; always false, unlike on iOS.
    public var accuracyLimited: Bool { false }
    public let insufficientlyInUse: Bool
    /// True if no fix is available at present.
    public let locationUnavailable: Bool
    /// True if the app needs a ``CLServiceSession``; always false, unlike on iOS.
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
            /// Held so that the updates go on until the iterator is released, which releases the listener.
            private let listener: Listener

            fileprivate init(_ context: AppContext) {
                let (stream, continuation) = AsyncStream.makeStream(of: CLLocationUpdate.self)
                iterator = stream.makeAsyncIterator()
                listener = context.inside { Listener(continuation) }
            }

            /// Waits for the next update.
            ///
            /// - Returns: `nil` if the calling task is cancelled.
            /// - Throws: no error, unlike on iOS.
            public mutating func next() async throws -> CLLocationUpdate? { await iterator.next() }
        }
    }

    /// Feeds the sequence with the fixes of a location manager that it creates.
    fileprivate final class Listener: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
        private let manager = CLLocationManager()
        private let continuation: AsyncStream<CLLocationUpdate>.Continuation

        init(_ continuation: AsyncStream<CLLocationUpdate>.Continuation) {
            self.continuation = continuation
            super.init()
            manager.delegate = self
            manager.isForLiveUpdates = true
            // Live updates resume by themselves when the device moves again, so they must not pause until the app
            // restarts them.
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
