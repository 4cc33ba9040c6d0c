import Foundation
import KeepAliveModel
import KeepAliveProtocol

/// Combines the requests of an app's location managers: the system keeps one set of requests per app.
final class LocationRequests: @unchecked Sendable {
    /// The requests of one manager.
    struct Wishes {
        var updates = false
        var pausesAutomatically = true
        var distanceFilter = kCLDistanceFilterNone
        var desiredAccuracy = kCLLocationAccuracyBest
        var allowsBackground = false
        var showsIndicator = false
        var significantChanges = false
        var visits = false
        /// True if the manager serves live updates, which may run in the background while a
        /// `CLBackgroundActivitySession` lasts.
        var areLive = false
    }

    private let context: AppContext
    private let lock = NSLock()
    private var wishes: [ObjectIdentifier: Wishes] = [:]
    /// The requests of released managers that continue: significant changes and visits.
    private var outliving = Wishes()
    /// The number of `CLBackgroundActivitySession` objects that have not ended.
    private var activitySessions = 0
    /// The number of `CLServiceSession` objects that have not ended.
    private var serviceSessions = 0

    private init(_ context: AppContext) {
        self.context = context
    }

    /// Returns the object of an app. The first call creates the object.
    static func of(_ context: AppContext) -> LocationRequests {
        context.only { LocationRequests(context) }
    }

    /// Returns the requests of a manager.
    func wishes(of manager: CLLocationManager) -> Wishes {
        lock.withLock { wishes[ObjectIdentifier(manager)] ?? Wishes() }
    }

    /// Changes the requests of a manager.
    ///
    /// - Returns: the combined requests of all managers before and after the change.
    func change(_ manager: CLLocationManager, _ body: (inout Wishes) -> Void) -> (before: Wishes, now: Wishes) {
        lock.withLock {
            let before = together
            body(&wishes[ObjectIdentifier(manager), default: Wishes()])
            return (before, together)
        }
    }

    /// Removes a manager and its requests. Its significant changes and visits continue.
    func forget(_ manager: ObjectIdentifier) {
        let (before, now) = lock.withLock {
            let before = together
            if let former = wishes.removeValue(forKey: manager) {
                outliving.significantChanges = outliving.significantChanges || former.significantChanges
                outliving.visits = outliving.visits || former.visits
            }
            return (before, together)
        }
        tell(before, now)
    }

    /// Ends a service that this manager, a released manager or an earlier process of the app may have started.
    ///
    /// The service continues while another manager requests it.
    func end(_ wish: WritableKeyPath<Wishes, Bool>, by manager: CLLocationManager, with method: Method<Void, Bool>) {
        _ = change(manager) { $0[keyPath: wish] = false }
        let others = lock.withLock {
            outliving[keyPath: wish] = false
            return together[keyPath: wish]
        }
        if !others { context.send(method, false) }
    }

    private var together: Wishes {
        let updating = wishes.values.filter(\.updates)
        var all = Wishes()
        all.updates = !updating.isEmpty
        all.pausesAutomatically = updating.allSatisfy(\.pausesAutomatically)
        all.distanceFilter = updating.map(\.distanceFilter).min() ?? kCLDistanceFilterNone
        all.desiredAccuracy = updating.map(\.desiredAccuracy).min() ?? kCLLocationAccuracyBest
        let areLiveAllowed = activitySessions > 0 && context.backgroundModes.contains("location")
        all.allowsBackground = wishes.values.contains {
            $0.allowsBackground || $0.updates && $0.areLive && areLiveAllowed
        }
        all.areLive = updating.contains(where: \.areLive)
        all.showsIndicator = wishes.values.contains(where: \.showsIndicator)
        all.significantChanges = outliving.significantChanges || wishes.values.contains(where: \.significantChanges)
        all.visits = outliving.visits || wishes.values.contains(where: \.visits)
        return all
    }

    /// Sends the system the differences between two combined requests.
    ///
    /// - Parameter restarts: true to start the updates even if they already run.
    func tell(_ before: Wishes, _ now: Wishes, restarts: Bool = false) {
        if now.distanceFilter != before.distanceFilter {
            context.send(LocationMethods.setDistanceFilter, max(0, now.distanceFilter))
        }
        if now.desiredAccuracy != before.desiredAccuracy {
            context.send(LocationMethods.setDesiredAccuracy, max(0, now.desiredAccuracy))
        }
        if now.showsIndicator != before.showsIndicator {
            context.send(LocationMethods.setShowsBackgroundLocationIndicator, now.showsIndicator)
        }
        if now.significantChanges != before.significantChanges {
            context.send(LocationMethods.monitorSignificantLocationChanges, now.significantChanges)
        }
        if now.visits != before.visits { context.send(LocationMethods.monitorVisits, now.visits) }
        if before.allowsBackground, !now.allowsBackground {
            context.send(LocationMethods.setAllowsBackgroundLocationUpdates, false)
        } else if now.allowsBackground, !before.allowsBackground, now.areLive {
            context.send(LocationMethods.setAllowsBackgroundLocationUpdates, true)
        }
        if now.updates {
            if restarts || now.pausesAutomatically != before.pausesAutomatically {
                context.send(LocationMethods.startUpdatingLocation, now.pausesAutomatically)
            }
        } else if before.updates {
            context.send(LocationMethods.stopUpdatingLocation)
        }
    }

    // MARK: Sessions

    /// Begins or ends a `CLBackgroundActivitySession`. The system gets one session, from the first begin to the last
    /// end.
    func activitySession(_ begins: Bool) {
        let (before, count, now) = lock.withLock {
            let before = together
            activitySessions += begins ? 1 : -1
            return (before, activitySessions, together)
        }
        if begins || count == 0 { context.send(LocationMethods.backgroundActivitySession, begins) }
        tell(before, now)
    }

    /// Begins or ends a `CLServiceSession`. The system gets one session, from the first begin to the last end.
    func serviceSession(_ begins: Bool) {
        let count = lock.withLock {
            serviceSessions += begins ? 1 : -1
            return serviceSessions
        }
        if begins || count == 0 { context.send(LocationMethods.serviceSession, begins) }
    }
}
