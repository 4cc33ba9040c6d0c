/// The machine's answers about itself. Its stored state is not for others to read.
extension PolicyMachine {
    /// A change that has begun with the app and goes on until the app, or its time, ends it.
    package enum Transition: Sendable, Equatable {
        /// `didFinishLaunching` has not returned (LC-14).
        case launching
        /// `willResignActive` has not returned (LC-05).
        case leaving
        /// `willTerminate` has not returned (LC-12); the value is the reason for the call.
        case ending(Reason)
    }

    /// The transition that goes on, or `nil`.
    package var transition: Transition? {
        if let ending = process.ending { return .ending(ending.reason) }
        switch process.awaited {
        case .launch: return .launching
        case .resignation: return .leaving
        case .nothing, .background, .foreground: return nil
        }
    }

    /// True while the app is in the foreground, and while it is told that it comes there, in the background still (LC-05).
    @inline(__always)
    package var isOnScreen: Bool { state.isForeground || process.isComingToFront }

    /// True while the app runs in the background and does not come to the front.
    @inline(__always)
    var runsBehind: Bool { state == .background && !process.isComingToFront }

    /// True when the user sees the app and it stays there: the user is not leaving it, and it is not ending.
    package var isInFront: Bool {
        guard isOnScreen else { return false }
        switch transition {
        case .launching, nil: return true
        case .leaving, .ending: return false
        }
    }

    /// `PKVoIPPushMetadata.mustReport`: a VoIP push waits for the report of a call (WK-08).
    package var awaitsCallReport: Bool { voip.awaitedReports > 0 }

    /// The location authorization that the user gave the app.
    package var locationAuthorization: LocationAuthorization { location.authorization }

    /// Returns a region that is watched for the app (CL-17).
    ///
    /// - Returns: the region, where it has a place, and whether the app was told last that the device is inside.
    package func monitoredRegion(_ identifier: String) -> (circle: CircularRegion?, isInside: Bool)? {
        location.regions[identifier].map { ($0.circle, $0.isInside) }
    }

    /// The regions with a place that are watched for the app, by their identifiers, and whether the device is in each,
    /// as far as is known.
    package var monitoredRegions: [(identifier: String, circle: CircularRegion, isInside: Bool?)] {
        location.regions.sorted { $0.key < $1.key }.compactMap { identifier, region in
            region.circle.map { (identifier, $0, location.position.map($0.contains)) }
        }
    }

    /// The system takes the sockets of a suspended app from it (LC-23).
    package var mayReclaimSockets: Bool { profile.switches.reclaimsSockets }

    /// The device runs several apps (SD-05).
    package var supportsMultitasking: Bool { conditions.supportsMultitasking }

    /// The identifier of the wake for which the app is being launched.
    package func identifierOfPendingWake(_ kind: WakeKind) -> String? {
        wakes.pending.first { $0.kind == kind }?.identifier
    }

    /// The number of sockets that the app has tagged (SD-50).
    package var taggedSocketCount: Int { voip.taggedSockets }

    /// True while the system calls a keep-alive handler of the app before each timeout (WK-13).
    package var hasKeepAliveTimeout: Bool { voip.keepAliveTimeout != nil }

    /// The output of the sound.
    package var audioRoute: AudioPort { audio.route }

    /// The configuration of the app's audio session (AS-02).
    package var audioSession: AudioSessionConfiguration { audio.configuration }

    /// True while the app's audio session is active.
    package var isAudioSessionActive: Bool { audio.active }
}

extension PolicyMachine {
    /// Sets the clock by which the day passes, before anything has happened.
    package mutating func startClock(at start: MonotonicInstant, date: DeviceDate) {
        conditions.start = start
        conditions.date = date
        if state == profile.lifecycle.stateBeforeLaunch { install(at: start) }
    }

    /// Puts the app onto the device, before anything has happened: not started yet is what it is from then on.
    package mutating func install(at start: MonotonicInstant) { stateSince = max(stateSince, start) }
}
