/// The queries about a machine. Code outside of the policy uses these instead of the machine's stored properties.
extension PolicyMachine {
    /// A change of state that has begun and that lasts until the app returns from a callback or a time limit is over.
    package enum Transition: Sendable, Equatable {
        /// The app is launching: `didFinishLaunching` has not returned (LC-14).
        case launching
        /// The user is leaving the app: `willResignActive` has not returned (LC-05).
        case leaving
        /// The app is ending: `willTerminate` has not returned (LC-12). The value is the reason for the termination.
        case ending(Reason)
    }

    /// The transition in progress, or `nil`.
    package var transition: Transition? {
        if let ending = process.ending { return .ending(ending.reason) }
        switch process.awaited {
        case .launch: return .launching
        case .resignation: return .leaving
        case .nothing, .background, .foreground: return nil
        }
    }

    /// True while the app is in the foreground, or is coming to the foreground and still has the background state
    /// (LC-05).
    @inline(__always)
    package var isOnScreen: Bool { state.isForeground || process.isComingToFront }

    /// True while the app runs in the background and is not coming to the front.
    @inline(__always)
    var runsBehind: Bool { state == .background && !process.isComingToFront }

    /// True when the user sees the app, is not leaving it, and the app is not ending.
    package var isInFront: Bool {
        guard isOnScreen else { return false }
        switch transition {
        case .launching, nil: return true
        case .leaving, .ending: return false
        }
    }

    /// The value of `PKVoIPPushMetadata.mustReport`: true while a VoIP push waits for the report of a call (WK-08).
    package var awaitsCallReport: Bool { voip.awaitedReports > 0 }

    /// The location authorization that the user gave the app.
    package var locationAuthorization: LocationAuthorization { location.authorization }

    /// Returns a region that the system monitors for the app (CL-17).
    ///
    /// - Returns: the circle, `nil` for a region without one; and the side of the boundary that the app knows, true for
    ///   inside.
    package func monitoredRegion(_ identifier: String) -> (circle: CircularRegion?, isInside: Bool)? {
        location.regions[identifier].map { ($0.circle, $0.isInside) }
    }

    /// The circular regions that the system monitors for the app, by identifier. `isInside` is true if the device is in
    /// the circle, and `nil` while the device's position is unknown.
    package var monitoredRegions: [(identifier: String, circle: CircularRegion, isInside: Bool?)] {
        location.regions.sorted { $0.key < $1.key }.compactMap { identifier, region in
            region.circle.map { (identifier, $0, location.position.map($0.contains)) }
        }
    }

    /// True if the system takes the sockets from an app that it suspends (LC-23).
    package var mayReclaimSockets: Bool { profile.switches.reclaimsSockets }

    /// True if the device can run several apps at once (SD-05).
    package var supportsMultitasking: Bool { conditions.supportsMultitasking }

    /// Returns the identifier of the wake for which the app is being launched; `nil` if there is none.
    package func identifierOfPendingWake(_ kind: WakeKind) -> String? {
        wakes.pending.first { $0.kind == kind }?.identifier
    }

    /// The number of sockets that the app has tagged as VoIP sockets (SD-50).
    package var taggedSocketCount: Int { voip.taggedSockets }

    /// True while the system calls a keep-alive handler of the app at regular intervals (WK-13).
    package var hasKeepAliveTimeout: Bool { voip.keepAliveTimeout != nil }

    package var audioRoute: AudioPort { audio.route }

    /// The configuration of the app's audio session (AS-02).
    package var audioSession: AudioSessionConfiguration { audio.configuration }

    /// True while the app's audio session is active.
    package var isAudioSessionActive: Bool { audio.active }
}

extension PolicyMachine {
    /// Sets the instant at which the device's clock starts, and the date at that instant. Must be called before the
    /// first event.
    package mutating func startClock(at start: MonotonicInstant, date: DeviceDate) {
        conditions.start = start
        conditions.date = date
        if state == profile.lifecycle.stateBeforeLaunch { install(at: start) }
    }

    /// Installs the app on the device, before the first event: the app counts as not started from `start` on.
    package mutating func install(at start: MonotonicInstant) { stateSince = max(stateSince, start) }
}
