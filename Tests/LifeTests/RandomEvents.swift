@testable import KeepAliveFormats
@testable import KeepAlivePolicy

/// Makes any event with any argument, likely or not.
struct RandomEvents {
    var random: SplitMix64
    private var lastTask = 0
    private var frames: Int64 = 0
    private var cpu = Duration.zero

    init(seed: UInt64) { random = SplitMix64(state: seed) }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    private mutating func flag() -> Bool { Bool.random(using: &random) }
    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &random)]
    }
    private mutating func name() -> String {
        pick(["org.example.app.a", "org.example.app.b", "org.example.app.job.1"])
    }

    mutating func duration() -> Duration {
        .milliseconds(pick([1, 49, 200, 999, 1000, 4999, 5000, 10_000, 25_000, 30_000, 60_000, 600_000, 4_000_000]))
    }

    mutating func manifest() -> Manifest {
        var manifest = Manifest(adoptsScenes: flag(), exitsOnSuspend: chance(5))
        for mode in BackgroundMode.allCases where chance(60) { manifest.backgroundModes.insert(mode) }
        manifest.permittedTaskIdentifiers = ["org.example.app.a", "org.example.app.job.*"]
        manifest.linkedSDK = chance(20) ? IOSVersion(pick([8, 12, 18, 27])) : nil
        if chance(50) {
            manifest.documentTypes = [
                .init(name: "text", contentTypes: ["public.plain-text"]),
                .init(name: "image", handlerRank: "None", contentTypes: ["public.png"]),
            ]
        }
        return manifest
    }

    mutating func conditions() -> DeviceConditions {
        var conditions = DeviceConditions()
        conditions.supportsMultitasking = !chance(3)
        conditions.isSimulator = chance(3)
        conditions.hasPasscode = flag()
        return conditions
    }

    /// What a life is mostly about.
    enum Area: CaseIterable {
        case user, task, sound, session, location, locationService, scheduler, service, voip, device, resource, wake

        /// How often its events come up in a life that is about nothing in particular.
        var weight: Int {
            switch self {
            case .user: 3
            case .task, .sound, .location: 2
            default: 1
            }
        }
    }

    private static let mixture = Area.allCases.flatMap { Array(repeating: $0, count: $0.weight) }
    /// The area of two events in three; without one, all come up by their weights.
    var focus: Area?

    mutating func event() -> PolicyEvent {
        switch focus.flatMap({ chance(66) ? $0 : nil }) ?? pick(Self.mixture) {
        case .user: user()
        case .task: task()
        case .sound: sound()
        case .session: session()
        case .location: location()
        case .locationService: locationService()
        case .scheduler: scheduler()
        case .service: service()
        case .voip: voip()
        case .device: device()
        case .resource: resource()
        case .wake: .wake(pick(WakeKind.allCases))
        }
    }

    private mutating func user() -> PolicyEvent {
        pick([
            .left(by: .home), .left(by: .home), .left(by: .home), .left(by: .home), .returnedToForeground,
            .returnedToForeground,
            .returnedToForeground,
            .forceQuit, .sceneDisconnected(), .urlOpened("https://example.org"), .terminationRequested(cause: "test"),
            .launchFailed(cause: "test"), .callbackReturned(pick(AwaitedCallback.allCases)), .deadlineReached,
            .launchDeclinedURL, .checkedIn,
            .documentOpened(
                OpenedDocument(name: pick(["a", "b"]), contentType: pick(["public.plain-text", "public.png"]))),
            .documentsBrowsed,
            .exceptionNotCaught(AppleException(name: "NSGenericException", reason: "test", rule: "CL-01")),
        ])
    }

    private mutating func task() -> PolicyEvent {
        if chance(60) {
            lastTask += 1
            return .backgroundTaskBegan(
                .init(rawValue: lastTask), name: pick(["upload", "", "sync"]), hasHandler: chance(80))
        }
        return .backgroundTaskEnded(.init(rawValue: max(0, lastTask - Int.random(in: 0..<3, using: &random))))
    }

    private mutating func configuration() -> AudioSessionConfiguration {
        AudioSessionConfiguration(
            category: pick(AudioSessionConfiguration.Category.allCases),
            options: Set(
                (0..<Int.random(in: 0...2, using: &random)).map { _ in pick(AudioSessionConfiguration.Option.allCases) }
            ),
            mode: pick(AudioSessionConfiguration.Mode.allCases))
    }

    private mutating func sound() -> PolicyEvent {
        frames += 4800
        let playback = AudioSessionConfiguration(category: .playback, mixWithOthers: true)
        return pick([
            .audioCategorySet(configuration()), .audioSessionActivated(configuration()),
            .audioSessionActivated(playback),
            .audioSessionActivated(playback), .audioSessionActivated(nil),
            .audioSessionDeactivated(notifyOthers: flag()),
            .audioPlaybackRequested(silent: flag()), .audioPlaybackRequested(), .audioRecordingRequested,
            .audioPlaybackRequested(silent: flag(), engine: number()),
            .audioAdvanced(frames: frames, sampleRate: 48_000), .audioAdvanced(frames: frames, sampleRate: 48_000),
            .audioStalled(cause: "test"), .audioPlaybackStopped,
        ])
    }

    private mutating func session() -> PolicyEvent {
        .audioSession(
            pick([
                .otherAppBegan(mixes: flag()), .otherAppEnded(notifiesOthers: flag()),
                .otherAppBegan(
                    AudioSessionArbiter.Session(
                        app: pick(["another app", "a third app"]), mixes: flag(), speaks: flag(),
                        interruptsSpeech: flag())),
                .otherAppEnded(app: pick(["another app", "a third app"]), notifiesOthers: flag()),
                .interruptionBegan(pick(AudioSessionEvent.Cause.allCases)), .interruptionEnded(shouldResume: flag()),
                .interruptionEnded(pick(AudioSessionEvent.Cause.allCases), shouldResume: flag()),
                .routeChanged(to: .builtInSpeaker, disconnected: flag()), .mediaServicesLost, .mediaServicesReset,
                .siriRecording(flag()), pick([.nowPlaying(true), .nowPlaying(false), .nowPlayingTaken]),
                .remoteCommandsHandled(Set(RemoteCommand.Name.allCases.filter { _ in flag() })),
                .remoteCommand(RemoteCommand(pick(RemoteCommand.Name.allCases)).completed),
                .prefersNoInterruptionsFromSystemAlerts(flag()),
                .prefersInterruptionOnRouteDisconnect(flag()), .inputAvailable(chance(80)),
            ]))
    }

    private mutating func fix() -> LocationFix {
        // Some stay within metres, some are far apart.
        LocationFix(
            latitude: 48 + Double.random(in: 0...pick([0.0001, 0.02]), using: &random), longitude: 11, timestamp: 0)
    }

    private mutating func region() -> CircularRegion? {
        guard flag() else { return nil }
        return CircularRegion(
            latitude: 48, longitude: 11, radius: pick([50, 1000]), notifiesOnEntry: flag(), notifiesOnExit: chance(80))
    }

    private mutating func location() -> PolicyEvent {
        pick([
            .locationAuthorizationChanged(chance(70) ? .authorizedAlways : pick(LocationAuthorization.allCases)),
            .locationAuthorizationRequested(
                always: flag(), answer: chance(70) ? .authorizedAlways : pick(LocationAnswer.allCases)),
            .allowsBackgroundLocationUpdatesSet(chance(80)),
            .locationUpdatesStarted(pausesAutomatically: flag()), .locationUpdatesStarted(pausesAutomatically: true),
            .locationUpdatesStopped, .locationSessionOpened(source: "test"), .locationSessionOpened(source: "test"),
            .locationSessionLost(cause: "test"), .locationFixArrived(fix()), .locationFixMissing(cause: "test"),
        ])
    }

    private mutating func locationService() -> PolicyEvent {
        .locationService(
            pick([
                .distanceFilterSet(pick([50, 0, -1])), .showsIndicatorSet(flag()), .backgroundActivitySession(flag()),
                .serviceSession(flag()), .locationRequested(hasDelegate: chance(90)), .deferredUpdates(flag()),
                .significantChangeMonitoring(flag()), .moved(fix()),
                .regionMonitoringStarted(identifier: name(), region: region()),
                .regionMonitoringStopped(identifier: name()),
                .regionCrossed(
                    identifier: name(), metres: pick([20, 300]), stayed: chance(40) ? .seconds(pick([5, 19, 20])) : nil),
                .visitMonitoring(flag()), .visited(departs: flag()), .alwaysPromptAnswered(always: flag()),
                .locationRequested(hasDelegate: true, handlesFailure: flag()),
                .ranging(paired: flag(), liveActivity: flag()),
            ]))
    }

    private mutating func scheduler() -> PolicyEvent {
        .taskScheduler(
            pick([
                .registered(identifier: name()),
                .submitted(
                    BackgroundTaskRequest(
                        pick(BackgroundTaskRequest.Kind.allCases), identifier: name(),
                        earliestBegin: flag() ? duration() : nil, requiresNetwork: flag(),
                        requiresExternalPower: flag(),
                        strategy: pick(BackgroundTaskRequest.SubmissionStrategy.allCases))),
                .cancelled(identifier: flag() ? nil : name()), .opportunity, .opportunity,
                .launchSimulated(identifier: name()), .expirationSimulated(identifier: name()),
                .expirationHandlerSet(identifier: name(), flag()), .completed(identifier: name(), success: flag()),
                .progressed(identifier: name()), .cancelledByUser(identifier: name()), .expired(identifier: name()),
            ]))
    }

    private mutating func number() -> Int { pick([1, 2, 3]) }

    private mutating func request() -> TransferRequest {
        var request = TransferRequest(flag() ? .download : .upload, url: "https://example.org/film")
        request.allowsCellularAccess = flag()
        request.allowsConstrainedNetworkAccess = flag()
        request.earliestBegin = flag() ? nil : duration()
        request.resourceTimeout = flag() ? nil : duration()
        return request
    }

    private mutating func service() -> PolicyEvent {
        pick([
            .fetch(.intervalSet(flag() ? .zero : nil)), .fetch(.opportunity),
            .fetch(.completed(pick(BackgroundFetchResult.allCases))), .fetch(.implemented(.fetch)),
            .push(.silent(priority: pick([5, 10]), identifier: flag() ? name() : nil)),
            .push(.alert(NotificationRequest(identifier: name(), trigger: .push))),
            .push(.completed(.noData)),
            .push(
                .arrived(
                    RemotePush(
                        identifier: name(), type: flag() ? nil : pick(PushType.allCases), priority: pick([1, 5, 10]),
                        collapseIdentifier: flag() ? name() : nil,
                        payload: [
                            "aps": flag()
                                ? ["content-available": 1, "event": "start"]
                                : ["alert": "news", "content-available": 1]
                        ]))),
            .push(.tokenReceived(pick(PushType.allCases), token: [0xF0], activity: flag() ? name() : nil)),
            .transfer(.sessionCreated(identifier: name(), sendsLaunchEvents: flag(), discretionary: flag())),
            .transfer(.taskResumed(identifier: name())), .transfer(.finished(identifier: name())),
            .transfer(.handlerCalled(identifier: name())),
            .transfer(.wrote(identifier: name(), bytes: 10, of: 100)),
            .transfer(.resumedAtOffset(identifier: name(), offset: 50)),
            .transfer(.failed(identifier: name(), code: -1001)),
            .transfer(.taskStarted(identifier: name(), request())),
            .transfer(.taskStarted(identifier: name(), request())),
            .transfer(.taskCreated(identifier: name(), task: number(), request())),
            .transfer(.taskResumed(identifier: name(), task: number())),
            .transfer(.taskSuspended(identifier: name(), task: number())),
            .transfer(.taskCancelled(identifier: name(), task: number(), producesResumeData: flag())),
            .transfer(
                .taskChanged(
                    identifier: name(), task: number(), description: flag() ? name() : nil,
                    earliestBegin: flag() ? duration() : nil)),
            .transfer(.taskBrokeOff(identifier: name(), task: number(), code: -1005)),
            .transfer(.taskCompleted(identifier: name(), task: number(), code: flag() ? nil : -1100)),
            .transfer(.sent(identifier: name(), task: number(), bytes: 10, of: 100)),
            .transfer(.challenged(identifier: name(), task: number(), TransferChallenge(flag() ? .basic : .digest))),
            .transfer(
                .challengeAnswered(
                    identifier: name(), task: number(), pick(ChallengeDisposition.allCases),
                    credential: flag() ? TransferCredential(user: "me", password: "secret") : nil)),
            .transfer(.fileMoved(identifier: name(), afterReturn: flag())), .transfer(.serviceLost),
            .transfer(.unsupportedTaskMade(identifier: name(), pick(UnsupportedTask.allCases))),
            .liveActivity(flag() ? .requested(name()) : .ended(name())), .covered(by: pick(SystemCover.allCases)),
            .uncovered,
            .previewPresented(path: name()), .previewWithdrawn, .previewDismissed, notification(), notification(),
            call(), .wakeCompleted(pick(WakeKind.allCases)),
            .wakeCompleted(.bluetoothCentral), .wakeCompleted(.remoteCommand),
        ])
    }

    private mutating func call() -> PolicyEvent {
        let action = pick(CallAction.allCases)
        return .call(
            pick([
                .reported(call: name()), .transactionRequested(action, call: name()),
                .userRequested(action, call: name()), .fulfilled(action, call: name()),
                .failed(action, call: name()), .ended(call: name()), .providerInvalidated,
            ]))
    }

    private mutating func notification() -> PolicyEvent {
        var content = NotificationContent()
        content.title = "Title"
        content.badge = flag() ? number() : nil
        content.sound = flag() ? "default" : nil
        content.categoryIdentifier = name()
        var match = CalendarMatch()
        match.hour = number() % 24
        match.minute = flag() ? number() % 60 : nil
        let circle = CircularRegion(
            latitude: 48, longitude: 11, radius: 100, notifiesOnEntry: flag(), notifiesOnExit: flag())
        let trigger: NotificationRequest.Trigger = pick([
            .immediate, .interval(duration() + .seconds(60), repeats: flag()), .calendar(match, repeats: flag()),
            .region(circle, repeats: flag()),
        ])
        let actions = [
            NotificationCategory.Action(
                identifier: "action", title: "Action", opensApp: flag(), requiresAuthentication: flag())
        ]
        let response = NotificationResponse(
            identifier: name(), action: pick([.tapped, .dismissed, .custom("action"), .custom("other")]))
        return .notification(
            pick([
                .authorizationRequested(isProvisional: flag()),
                .added(
                    NotificationRequest(identifier: name(), content: content, trigger: trigger, isLegacy: flag())),
                .removedPending(flag() ? nil : [name()]), .removedDelivered(flag() ? nil : [name()]),
                .categoriesSet([
                    NotificationCategory(identifier: name(), actions: actions, reportsDismissal: flag())
                ]),
                .badgeSet(number()), .delegateSet(flag()),
                .presentationChosen(identifier: name(), flag() ? [] : [.banner, .list, .badge]),
                .permissionChanged(allowed: flag()), .fired(identifier: name()), .responded(response), .cleared,
            ]))
    }

    private mutating func voip() -> PolicyEvent {
        .voip(
            pick([
                .credentialsUpdated(token: [1, 0xAB]), .tokenInvalidated,
                .pushed(), .callReported, .returnedWithoutReport, .pushKitUsed, .callKitUsed, .reportedByExtension,
                .keepAliveTimeoutSet(duration()), .keepAliveCleared, .socketTagged(flag()), .socketDataArrived,
                .pushToTalkChannel(flag()), .pushToTalkPushed(identifier: nil),
            ]))
    }

    private mutating func device() -> PolicyEvent {
        .device(
            pick([
                .lowPowerMode(flag()), .lowDataMode(flag()), .externalPower(flag()),
                .network(pick(DeviceConditions.Network.allCases)),
                .thermalState(pick(DeviceConditions.ThermalState.allCases)), .locked(flag()), .passcode(flag()),
                .backgroundAppRefresh(chance(80)), .debugger(chance(20)), .inUse(flag()), .rebooted,
                .memoryPressure(pick(MemoryPressure.allCases)), .diskSpaceShort,
                .switchedOff, .switchedOn, .switchedOn, .updated, .busy(flag()),
                .privacyChanged(pick(PrivacySetting.allCases)),
            ]))
    }

    private mutating func resource() -> PolicyEvent {
        if chance(30) {
            cpu += .milliseconds(Int.random(in: 0...20_000, using: &random))
            return .usageSampled(cpu: cpu, wakeups: Int64(cpu.inSeconds * 1000))
        }
        return .resource(
            pick([
                .fileLocked(path: "a"), .fileLocked(path: "a", isShared: false), .fileUnlocked(path: "a"),
                .locksFoundAtSuspension(paths: ["b"]),
                .sharedDatabase(held: chance(20)), .socketsOpen(3), .socketsTaken(1), .bonjourPublished(flag()),
                .openGLUsed, .metalUsed,
                .memoryUsed(megabytes: pick([20, 80, 300])), .bluetoothRestoration(flag()),
                .fileWritten(path: pick(["Documents/Inbox/a", "a"])),
                .fileDeleted(path: pick(["Documents/Inbox/a", "a"])),
                .protectedFileOpened(path: "a"),
            ]))
    }
}
