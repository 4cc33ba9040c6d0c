/// The origin of an event, which decides when the event can happen at all.
enum EventOrigin {
    /// The app's own code: only while it runs.
    case app
    /// The app's process or the devices that it uses: only while there is a process.
    case process
    /// The user, the device, the services: always.
    case world
}

/// A fact that only the system can tell was reported as a call of the app.
///
/// The policy has not heard it: evidence of a mode comes from devices, never from the app.
public struct NotACallOfTheApp: Error, Hashable, CustomStringConvertible {
    /// The fact.
    public let event: PolicyEvent

    /// The event in words.
    public var description: String {
        "\(event) was reported as a call of the app; only the system and its devices can cause it"
    }
}

extension PolicyEvent {
    /// Expects an event that the app's own code can cause.
    ///
    /// - Throws: ``NotACallOfTheApp`` for every other.
    package func expectCallOfApp() throws(NotACallOfTheApp) {
        if origin != .app { throw NotACallOfTheApp(event: self) }
    }

    /// It cannot happen on a device that is switched off.
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
        // The token of a Live Activity is a reason to launch the app (WK-21).
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
