import Foundation
import KeepAliveModel

/// An element of the endless sequence of live updates (iOS 17): a fix, or the reason why there is none.
///
/// Updates continue in the background while a ``CLBackgroundActivitySession`` lasts, if `UIBackgroundModes` has
/// `location`. Unlike on iOS, the configuration does not change the accuracy and the frequency of the fixes.
public struct CLLocationUpdate: Sendable {
    /// The kind of movement that the app tracks; ignored, unlike on iOS.
    public enum LiveConfiguration: Int, Sendable {
        case `default`, automotiveNavigation
        case otherNavigation = 2
        case fitness, airborne
    }

    /// The fix; `nil` if the update says why there is none.
    public let location: CLLocation?
    /// True if updates pause until the device moves; always false, as live updates do not pause here.
    public var isStationary: Bool { false }
    public let authorizationDenied: Bool
    public var authorizationDeniedGlobally: Bool { false }
    public let authorizationRequestInProgress: Bool
    /// True if the user allows reduced accuracy only; always false, unlike on iOS.
    public var accuracyLimited: Bool { false }
    public let insufficientlyInUse: Bool
    /// True if no fix is available now.
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
            /// Retained so that the updates continue until the iterator is released.
            private let listener: Listener

            fileprivate init(_ context: AppContext) {
                let (stream, continuation) = AsyncStream.makeStream(of: CLLocationUpdate.self)
                iterator = stream.makeAsyncIterator()
                listener = context.inside { Listener(continuation) }
            }

            /// Waits for the next update.
            ///
            /// - Returns: the update; `nil` if the calling task is cancelled.
            /// - Throws: no error, unlike on iOS.
            public mutating func next() async throws -> CLLocationUpdate? { await iterator.next() }
        }
    }

    /// Passes the fixes of a location manager of its own to the sequence.
    fileprivate final class Listener: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
        private let manager = CLLocationManager()
        private let continuation: AsyncStream<CLLocationUpdate>.Continuation

        init(_ continuation: AsyncStream<CLLocationUpdate>.Continuation) {
            self.continuation = continuation
            super.init()
            manager.delegate = self
            manager.isForLiveUpdates = true
            // Automatic pauses are off: they last until the app restarts the updates, but live updates must resume by
            // themselves.
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
