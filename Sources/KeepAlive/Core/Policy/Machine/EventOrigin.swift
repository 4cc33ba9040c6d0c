/// The origin of an event. The origin decides when the event is possible at all.
enum EventOrigin {
    /// The app's own code: possible only while the app runs.
    case app
    /// The app's process or the devices that the app uses: possible only while the process exists.
    case process
    /// The user, the device or a service: possible at any time.
    case world
}

/// The error for a fact that was reported as a call of the app although only the system can cause it.
///
/// The event is not given to the policy: evidence for a background mode comes from devices, never from the app.
public struct NotACallOfTheApp: Error, Hashable, CustomStringConvertible {
    /// The event that the caller reported as a call of the app.
    public let event: PolicyEvent

    /// The event in words.
    public var description: String {
        "\(event) was reported as a call of the app; only the system and its devices can cause it"
    }
}

extension PolicyEvent {
    /// Checks that the app's own code can cause this event.
    ///
    /// - Throws: ``NotACallOfTheApp`` for every other event.
    package func expectCallOfApp() throws(NotACallOfTheApp) {
        if origin != .app { throw NotACallOfTheApp(event: self) }
    }

    /// True for an event that cannot happen on a device that is switched off.
    var needsDevice: Bool {
        switch self {
        case .device, .processExited, .deadlineReached, .launched, .launchedInBackground, .launchFailed: false
        default: true
        }
    }

    var origin: EventOrigin {
        switch self {
        case .checkedIn, .callbackReturned, .exceptionNotCaught, .sceneRequested, .backgroundTaskBegan,
            .backgroundTaskEnded,
            .audioCategorySet,
            .audioSessionActivated, .audioSessionDeactivated, .audioPlaybackRequested, .audioRecordingRequested,
            .audioPlaybackStopped, .locationAuthorizationRequested, .allowsBackgroundLocationUpdatesSet,
            .locationUpdatesStarted, .locationUpdatesStopped, .wakeCompleted, .launchDeclinedURL, .previewPresented,
            .previewWithdrawn, .keychain, .liveActivity:
            .app
        case .left, .covered, .uncovered, .terminationRequested, .sceneDisconnected, .audioAdvanced, .audioStalled,
            .locationSessionOpened, .locationSessionLost, .locationFixArrived, .locationFixMissing, .usageSampled,
            .freezeFailed:
            .process
        case .launched, .launchedInBackground, .launchFailed, .returnedToForeground, .forceQuit, .urlOpened,
            .processExited, .prewarmed, .previewDismissed, .deadlineReached, .locationAuthorizationChanged, .wake,
            .device,
            .documentOpened, .documentsBrowsed:
            .world
        case .audioSession(let event): event.origin
        case .locationService(let event): event.origin
        case .taskScheduler(let event): event.origin
        case .fetch(let event): event == .opportunity ? .world : .app
        case .push(let event): event.origin
        case .voip(let event): event.origin
        case .transfer(let event): event.origin
        case .call(let event): if case .userRequested = event { .process } else { .app }
        case .notification(let event): event.origin
        case .resource(let event):
            switch event {
            case .locksFoundAtSuspension, .socketsTaken: .process
            default: .app
            }
        }
    }
}

extension AudioSessionEvent {
    fileprivate var origin: EventOrigin {
        switch self {
        case .nowPlaying, .remoteCommandsHandled, .prefersNoInterruptionsFromSystemAlerts,
            .prefersInterruptionOnRouteDisconnect:
            .app
        default: .world
        }
    }
}

extension LocationServiceEvent {
    fileprivate var origin: EventOrigin {
        switch self {
        case .moved, .regionCrossed, .visited, .preciseLocation, .alwaysPromptAnswered: .world
        default: .app
        }
    }
}

extension TaskSchedulerEvent {
    fileprivate var origin: EventOrigin {
        switch self {
        case .opportunity, .launchSimulated, .expirationSimulated, .expired, .cancelledByUser: .world
        default: .app
        }
    }
}

extension PushEvent {
    fileprivate var origin: EventOrigin {
        switch self {
        case .silent, .alert, .arrived: .world
        // A new token of a Live Activity launches the app (WK-21), so the event is also possible without a process.
        case .tokenReceived(.liveactivity, _, activity: _?): .world
        case .tokenReceived: .process
        case .completed: .app
        }
    }
}

extension VoIPEvent {
    fileprivate var origin: EventOrigin {
        switch self {
        case .pushed, .reportedByExtension, .socketDataArrived, .pushToTalkPushed, .tokenInvalidated: .world
        case .credentialsUpdated: .process
        default: .app
        }
    }
}

extension TransferEvent {
    fileprivate var origin: EventOrigin {
        switch self {
        case .finished, .failed, .wrote, .sent, .resumedAtOffset, .taskBrokeOff, .taskCompleted, .restored, .challenged,
            .fileTaken, .serviceLost:
            .world
        case .sessionCreated, .taskCreated, .taskStarted, .taskResumed, .taskSuspended, .taskCancelled, .taskChanged,
            .handlerCalled, .challengeAnswered,
            .fileMoved, .unsupportedTaskMade,
            .delegateReturned, .completionReturned:
            .app
        }
    }
}

extension NotificationEvent {
    fileprivate var origin: EventOrigin {
        switch self {
        case .permissionChanged, .fired, .responded, .cleared: .world
        case .authorizationRequested, .added, .removedPending, .removedDelivered, .categoriesSet, .badgeSet,
            .delegateSet, .presentationChosen, .answerHandled:
            .app
        }
    }
}
