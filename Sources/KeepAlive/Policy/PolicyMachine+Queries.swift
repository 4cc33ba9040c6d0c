/// What the machine tells of itself to who asks. What it keeps is nobody's business.
extension PolicyMachine {
    /// Something that has begun with the app and goes on until the app, or its time, ends it.
    package enum Transition: Sendable, Equatable {
        /// `didFinishLaunching` has not returned (LC-14).
        case launching
        /// `willResignActive` has not returned (LC-05).
        case leaving
        /// `willTerminate` has not returned (LC-12); why it was called.
        case ending(Reason)
    }

    /// What goes on with the app, or `nil`.
    package var transition: Transition? {
        if let ending = process.ending { return .ending(ending.reason) }
        switch process.awaited {
        case .launch: return .launching
        case .resignation: return .leaving
        case .nothing, .background: return nil
        }
    }

    /// Whether the user sees the app, and it stays there: it is neither being left nor ending.
    package var isInFront: Bool {
        guard state.isForeground else { return false }
        switch transition {
        case .launching, nil: return true
        case .leaving, .ending: return false
        }
    }

    /// What the user allows the app to know of the position.
    package var locationAuthorization: LocationAuthorization { location.authorization }

    /// A region that is watched for the app (CL-17).
    ///
    /// - Returns: the region, where it has a place, and on which side of the boundary the app was told last that the device
    ///   is.
    package func monitoredRegion(_ identifier: String) -> (circle: CircularRegion?, isInside: Bool)? {
        location.regions[identifier].map { ($0.circle, $0.isInside) }
    }

    /// The regions with a place that are watched for the app, by their identifiers; whether the device is in each, as far
    /// as is known.
    package var monitoredRegions: [(identifier: String, circle: CircularRegion, isInside: Bool?)] {
        location.regions.sorted { $0.key < $1.key }.compactMap { identifier, region in
            region.circle.map { (identifier, $0, location.position.map($0.contains)) }
        }
    }

    /// Where the sound goes.
    package var audioRoute: AudioPort { audio.route }

    /// What the app's audio session is set to (AS-02).
    package var audioSession: AudioSessionConfiguration { audio.configuration }

    /// Whether the app's audio session is active.
    package var isAudioSessionActive: Bool { audio.active }
}
