import Testing

@testable import KeepAliveModel
@testable import KeepAlivePolicy

/// What a machine keeps from one event to the next, where no timeline shows it at once.
@Suite struct StateTests {
    private static let alone = AudioSessionConfiguration(category: .playback)

    private static func item(
        _ account: String, bytes: Int = 1, _ accessibility: KeychainItem.Accessibility = .whenUnlocked
    ) -> KeychainItem {
        KeychainItem(
            attributes: ["account": .string(account)], accessibility: accessibility,
            value: String(repeating: "x", count: bytes))
    }

    private static func query(_ account: String) -> KeychainQuery {
        KeychainQuery(attributes: ["account": .string(account)])
    }

    private static func notification(_ identifier: String, category: String = "") -> NotificationRequest {
        var request = NotificationRequest(identifier: identifier, trigger: .immediate)
        request.content.categoryIdentifier = category
        return request
    }

    // MARK: The keychain

    @Test("DP-05: a keychain takes items up to its limit, to the byte, and numbers them")
    func keychainLimit() throws {
        var keychain = DataProtection()
        let rest = KeychainItem.bytesMax - Self.item("a", bytes: 0).size
        try keychain.add(Self.item("a", bytes: rest), hasPasscode: true) { _ in true }
        #expect(throws: ServiceError.keychainFull) {
            try keychain.add(Self.item("b", bytes: 0), hasPasscode: true) { _ in true }
        }
        try keychain.update(Self.query("a"), KeychainUpdate(value: "y"), hasPasscode: true) { _ in true }
        let full = KeychainUpdate(value: String(repeating: "y", count: rest))
        try keychain.update(Self.query("a"), full, hasPasscode: true) { _ in true }
        #expect(throws: ServiceError.keychainFull) {
            let more = KeychainUpdate(value: String(repeating: "y", count: rest + 1))
            try keychain.update(Self.query("a"), more, hasPasscode: true) { _ in true }
        }
        try keychain.delete(Self.query("a"))
        for name in ["c", "d"] { try keychain.add(Self.item(name), hasPasscode: true) { _ in true } }
        #expect(keychain.items.map(\.number) == [1, 2])
        try keychain.delete(Self.query("c"))
        try keychain.add(Self.item("e"), hasPasscode: true) { _ in true }
        #expect(keychain.items.map(\.number) == [2, 3])
    }

    @Test("DP-03: a search that fails leaves nothing found")
    func keychainSearch() throws {
        var keychain = DataProtection()
        try keychain.add(Self.item("a"), hasPasscode: true) { _ in true }
        try keychain.search(Self.query("a")) { _ in true }
        #expect(keychain.found.count == 1)
        #expect(throws: ServiceError.keychainItemNotFound) { try keychain.search(Self.query("b")) { _ in true } }
        #expect(keychain.found.isEmpty)
    }

    @Test("DP-04: an item moves to the class that needs a passcode only where there is one")
    func keychainPasscode() throws {
        var keychain = DataProtection()
        try keychain.add(Self.item("a"), hasPasscode: false) { _ in true }
        try keychain.update(Self.query("a"), KeychainUpdate(value: "y"), hasPasscode: false) { _ in true }
        let update = KeychainUpdate(accessibility: .whenPasscodeSetThisDeviceOnly)
        #expect(throws: ServiceError.keychainNeedsPasscode) {
            try keychain.update(Self.query("a"), update, hasPasscode: false) { _ in true }
        }
        try keychain.update(Self.query("a"), update, hasPasscode: true) { _ in true }
        #expect(keychain.items.map(\.accessibility) == [.whenPasscodeSetThisDeviceOnly])
    }

    @Test("DP-05: items of the container come back with their numbers, but for those that could not have been added")
    func keychainRestored() {
        var kept = ["a", "b", "a"].map { Self.item($0) }
        for (place, number) in [7, 9, 11].enumerated() { kept[place].number = number }
        var device = TestDevice.launched()
        var machine = device.machine
        machine.restoreKeychain(kept)
        #expect(machine.keychainItems.map(\.number) == [7, 9])
        device.happen(.keychain(.added(Self.item("c"))))
        #expect(device.machine.keychainItems.map(\.number) == [1])
    }

    @Test("DP-02: the drop of the key is awaited up to the instant at which it has happened")
    func keyDropAwaited() {
        var device = TestDevice.launched()
        device.happen(.device(.passcode(true)))
        device.happen(.device(.locked(true)))
        #expect(device.machine.deadlines[.protectedData] != nil)
        var machine = device.machine
        machine.now = device.now + machine.profile.fileProtectionDelay
        machine.watchProtection()
        #expect(machine.deadlines[.protectedData] == nil)
    }

    // MARK: Notifications and documents

    @Test("LN-13: the list holds two hundred notifications, and so does that of questions to the app; the oldest go")
    func notificationLists() {
        var center = NotificationCenterState()
        for number in 0..<200 {
            center.deliver(Self.notification("\(number)"))
            center.ask(Self.notification("\(number)"))
        }
        #expect(center.delivered.map(\.identifier).first == "0" && center.delivered.count == 200)
        #expect(center.asked.map(\.identifier).first == "0" && center.asked.count == 200)
        center.deliver(Self.notification("200"))
        center.ask(Self.notification("200"))
        #expect(center.delivered.map(\.identifier).first == "1" && center.delivered.count == 200)
        #expect(center.asked.map(\.identifier).first == "1" && center.asked.count == 200)
        center.hasDelegate = true
        center.forgetProcess()
        #expect(!center.hasDelegate && center.asked.isEmpty && center.delivered.count == 200)
    }

    @Test("SD-70: of several entries of one rank the first counts")
    func documentEntries() {
        var app = Manifest()
        app.documentTypes = ["first", "second"].map {
            Manifest.DocumentType(name: $0, handlerRank: "Owner", contentTypes: ["public.text"])
        }
        #expect(DocumentOpening.entry(of: app, for: ["public.text"])?.name == "first")
    }

    @Test("LN-13: a category with a report of dismissal, or with an action that does not open the app, can wake it")
    func notificationWakes() {
        for (reports, opens, wakes) in [(false, true, false), (true, true, true), (false, false, true)] {
            var device = TestDevice.launched()
            device.happen(
                .notification(
                    .categoriesSet([
                        NotificationCategory(
                            identifier: "c", actions: [.init(identifier: "a", title: "A", opensApp: opens)],
                            reportsDismissal: reports)
                    ])))
            var machine = device.machine
            machine.notifications.deliver(Self.notification("n", category: "c"))
            #expect(machine.isSetUp(.notificationAction) == wakes, "\(reports) \(opens)")
        }
    }

    // MARK: Regions and location

    @Test("CL-17: an entry is told with the metres within the boundary, and not with those of an exit")
    func entryMetres() {
        let circle = CircularRegion(latitude: 48, longitude: 11, radius: 300)
        let outside = LocationFix(latitude: 48.01, longitude: 11, timestamp: 0)
        var region = MonitoredRegion(circle, over: nil, at: outside)
        let crossed = region.crossing(
            at: LocationFix(latitude: 48, longitude: 11, timestamp: 1), entry: 0, exit: 1000, stay: .zero, now: .zero)
        #expect(crossed?.isEntry == true)
        #expect(abs((crossed?.metres ?? 0) - 300) < 1)
    }

    @Test("CL-48: an accuracy of a hundred metres is enough")
    func accuracy() {
        var activity = LocationActivity()
        activity.desiredAccuracy = 100
        #expect(activity.coarseness == nil)
        activity.desiredAccuracy = 100.5
        #expect(activity.coarseness != nil)
    }

    @Test("CL-10, CL-48: a refusal goes when what it was for has gone")
    func forgiven() {
        var device = TestDevice.launched(modes: [.location])
        device.happen(.locationAuthorizationChanged(.authorizedAlways))
        device.happen(.allowsBackgroundLocationUpdatesSet(true))
        device.happen(.locationService(.distanceFilterSet(50)))
        device.happen(.locationUpdatesStarted(pausesAutomatically: false))
        #expect(device.machine.refusals[.location]?.rule == "CL-48")
        device.happen(.locationService(.distanceFilterSet(0)))
        #expect(device.machine.refusals[.location] == nil)

        device = TestDevice.launched(modes: [.location, .audio])
        device.happen(.locationAuthorizationChanged(.authorizedWhenInUse))
        device.happen(.allowsBackgroundLocationUpdatesSet(true))
        _ = device.beginTask()
        device.happen(.left(by: .home))
        device.happen(.locationUpdatesStarted(pausesAutomatically: false))
        #expect(device.machine.refusals[.location]?.rule == "CL-10")
        device.happen(.returnedToForeground)
        #expect(device.machine.refusals[.location] == nil)
    }

    // MARK: Sound

    @Test("AS-30: a refused activation is forgotten by the next one alone")
    func activation() {
        var activity = AudioActivity()
        activity.activationRefused = true
        activity.active = false
        #expect(activity.activationRefused)
        activity.active = true
        #expect(!activity.activationRefused)
    }

    @Test("AS-41: Siri records on when the app's process has ended")
    func siri() {
        var activity = AudioActivity()
        activity.siriRecords = true
        activity.forgetProcess()
        #expect(activity.siriRecords)
    }

    /// A running app whose sound flows.
    private static func player(_ ios: PolicyProfile = ProfileCatalogue.newest, engine: Int? = nil) -> TestDevice {
        var device = TestDevice.launched(ios: ios, modes: [.audio, .voip])
        device.happen(.audioSessionActivated(alone))
        device.happen(.audioPlaybackRequested(engine: engine))
        device.happen(.audioAdvanced(frames: 4800, sampleRate: 48_000))
        return device
    }

    @Test("AS-39: a player that is interrupted is no recorder; a recorder that the app stops does not record again")
    func recordsAgain() {
        var device = Self.player()
        device.happen(.audioSession(.interruptionBegan(.call)))
        #expect(device.machine.audio.playsAgain && !device.machine.audio.recordsAgain)
        device = TestDevice.launched(modes: [.audio])
        device.happen(.audioSessionActivated(AudioSessionConfiguration(category: .playAndRecord)))
        device.happen(.audioRecordingRequested)
        device.happen(.audioSession(.interruptionBegan(.call)))
        #expect(device.machine.audio.recordsAgain)
        device.happen(.audioPlaybackStopped)
        #expect(!device.machine.audio.recordsAgain)
    }

    @Test("AS-58: where interrupted sound does not run on, nothing plays again by itself")
    func playsAgain() throws {
        let profile = try ProfileCatalogue.newest.applying([ProfileOverride(parsing: "interruptedAudioRuns=false")])
        var device = Self.player(profile)
        device.happen(.audioSession(.interruptionBegan(.call)))
        #expect(!device.machine.audio.playsAgain)
    }

    @Test("AS-40, AS-61, AS-62: what the loss of a route stops in the background was stopped in the background")
    func stoppedByRoute() {
        for engine in [nil, 1] {
            var device = Self.player(engine: engine)
            device.happen(.audioSession(.routeChanged(to: .headphones, disconnected: false)))
            if engine != nil { device.happen(.audioPlaybackRequested(engine: 2)) }
            device.happen(.audioAdvanced(frames: 9600, sampleRate: 48_000))
            device.happen(.left(by: .home))
            #expect(device.machine.audio.flow == .playing)
            #expect(!device.machine.audio.stoppedInBackground)
            device.happen(.audioSession(.routeChanged(to: .builtInSpeaker, disconnected: true)))
            #expect(device.machine.audio.flow == .stopped)
            #expect(device.machine.audio.stoppedInBackground, "\(engine ?? 0)")
            #expect(device.machine.audio.engine == nil)
        }
    }

    @Test("AS-60: an app whose session mixes has no controls, and the timeline says so")
    func mixingControls() {
        var device = TestDevice.launched(modes: [.audio])
        device.happen(.audioSessionActivated(AudioSessionConfiguration(category: .playback)))
        device.happen(.audioPlaybackRequested())
        device.happen(.audioSession(.nowPlaying(true)))
        device.happen(.audioSession(.remoteCommandsHandled([.pause])))
        var machine = device.machine
        machine.audio.configuration = AudioSessionConfiguration(category: .playback, mixWithOthers: true)
        let effects = machine.handle(.audioSession(.remoteCommand(RemoteCommand(.pause))), at: device.now)
        let logged = effects.first { if case .log = $0.action { true } else { false } }
        #expect(logged?.reason == Reason("AS-60", "the session mixes, so the app has no controls"))
    }

    @Test("AS-49: the late beginning of an interruption is told once, and is not lost in a suspension")
    func lateBeginning() {
        let notice = ProcessLife.Queued(
            callback: .audioInterruptionBegan(reason: 1, wasSuspended: true), reason: Reason("AS-49", "late"))
        var machine = TestDevice.launched(modes: [.audio]).machine
        machine.audio.lateBeginning = notice
        machine.tellLateBeginning()
        #expect(machine.audio.lateBeginning == nil)

        machine.audio.lateBeginning = notice
        machine.process.record.queued = []
        machine.deactivateAudioOnSuspension()
        #expect(machine.audio.lateBeginning == nil)
        #expect(machine.process.record.queued.contains(notice))

        machine.audio.lateBeginning = notice
        machine.giveBackAudioSession()
        #expect(machine.audio.lateBeginning == nil)

        var device = Self.player()
        device.happen(.audioPlaybackStopped)
        device.suspend()
        machine = device.machine
        machine.audio.lateBeginning = notice
        let effects = machine.handle(.returnedToForeground, at: device.now)
        #expect(effects.contains { $0.action == .deliver(notice.callback) })
    }

    @Test("BM-13: Push to Talk leaves an ambient session alone, and the timeline says so")
    func ambientChannel() {
        var machine = TestDevice.launched(modes: [.pushToTalk]).machine
        machine.audio.configuration = AudioSessionConfiguration(category: .ambient)
        machine.effects = []
        machine.activateForPushToTalk()
        #expect(machine.effects.map(\.reason) == [Reason("BM-13", "the app rests in the category ambient")])
        #expect(!machine.audio.active)
    }

    // MARK: Calls

    private static func caller(_ calls: [String]) -> TestDevice {
        var device = TestDevice.launched(modes: [.voip, .audio])
        for call in calls { device.happen(.call(.reported(call: call))) }
        return device
    }

    @Test("WK-18: while a call rings, CallKit alone activates the session of an app behind")
    func ringing() {
        var device = Self.caller(["a"])
        device.happen(.left(by: .home))
        device.happen(.audioSessionActivated(Self.alone))
        let reason = device.reason { if case .refuseAudio = $0 { true } else { false } }
        #expect(reason?.rule == "WK-18")
    }

    @Test("WK-17: a phone has room for so many calls")
    func tooManyCalls() {
        var device = Self.caller((0..<PolicyMachine.callsMax).map { "call \($0)" })
        #expect(device.serviceErrors.isEmpty)
        device.happen(.call(.reported(call: "one more")))
        #expect(device.serviceErrors == [.tooManyCalls])
        #expect(device.reason { if case .refuse = $0 { true } else { false } }?.rule == "WK-17")
        #expect(device.machine.calls.count == PolicyMachine.callsMax)
    }

    @Test("WK-17: actions of other calls, and other actions of a call, stay open beside each other")
    func openActions() {
        var device = Self.caller(["a", "b"])
        device.happen(.call(.userRequested(.answer, call: "a")))
        device.happen(.call(.userRequested(.answer, call: "b")))
        #expect(device.machine.callKit.openActions.map(\.call) == ["a", "b"])
        device.happen(.call(.userRequested(.end, call: "a")))
        #expect(device.machine.callKit.openActions.map(\.action) == [.answer, .answer, .end])
        device.happen(.call(.ended(call: "a")))
        device.happen(.call(.ended(call: "b")))
        #expect(device.machine.callKit.openActions.isEmpty)
        #expect(device.machine.deadlines[.callAction] == nil)
    }

    @Test("WK-17: a call rings to its end also after one that the app has ended itself")
    func ringsOn() {
        var device = Self.caller(["a"])
        device.advance(by: .seconds(10))
        device.happen(.call(.reported(call: "b")))
        device.happen(.call(.ended(call: "a")))
        device.advance(by: .seconds(60))
        #expect(device.callbacks.contains(.performCallAction(.end, call: "b")))
    }

    @Test("AS-46, WK-18: the phone's call holds the app's; the session is the call's, and ends with it")
    func phoneCall() {
        var device = Self.caller(["a"])
        device.happen(.audioSessionActivated(Self.alone))
        device.happen(.audioSession(.interruptionBegan(.otherApp)))
        #expect(device.machine.audio.interruption != nil)
        device.happen(.call(.userRequested(.answer, call: "a")))
        device.happen(.call(.fulfilled(.answer, call: "a")))
        #expect(device.machine.audio.interruption == nil)
        #expect(device.machine.audio.active)
        device.happen(.audioSession(.interruptionBegan(.call)))
        #expect(device.machine.callKit.heldForPhone == ["a"])
        device.happen(.call(.fulfilled(.hold, call: "a")))
        #expect(!device.machine.audio.active)
        device.happen(.audioSession(.interruptionEnded(.call, shouldResume: true)))
        #expect(device.machine.callKit.heldForPhone.isEmpty)
    }

    // MARK: Tasks, transitions, processes

    @Test("BT-12: a task that was told that the time is spent is not told again with the next one")
    func renewedOnce() {
        var device = TestDevice.launched()
        _ = device.beginTask()
        device.happen(.left(by: .home))
        device.advance(by: .seconds(27))
        let second = device.beginTask()
        device.advance(by: .milliseconds(20))
        let third = device.beginTask()
        device.advance(by: .milliseconds(20))
        #expect(device.callbacks.count { $0 == .backgroundTaskExpired(second) } == 1)
        #expect(device.callbacks.count { $0 == .backgroundTaskExpired(third) } == 1)
    }

    @Test("a decision ends a transition only if one went on; it names transfers only to who wants them")
    func decisions() {
        var machine = TestDevice.launched().machine
        #expect(!machine.decide(.device(.lowDataMode(true)), at: .zero, keepsTransfers: false).endsTransition)
        var request = TransferRequest(url: "http://example.org/film")
        request.file = nil
        _ = machine.handle(.transfer(.taskCreated(identifier: "films", task: 1, request)), at: .zero)
        let wanted = machine.decide(
            .transfer(.taskCreated(identifier: "films", task: 2, request)), at: .zero, keepsTransfers: true)
        let unwanted = machine.decide(
            .transfer(.taskCreated(identifier: "films", task: 3, request)), at: .zero, keepsTransfers: false)
        #expect(!wanted.changedTransfers.isEmpty)
        #expect(unwanted.changedTransfers.isEmpty)
    }

    @Test("LC-05: an app whose host does not await returns is in use at once")
    func notAwaited() {
        var machine = PolicyMachine(profile: ProfileCatalogue.newest, manifest: Manifest())
        _ = machine.handle(.launched, at: .zero)
        _ = machine.handle(.callbackReturned(.didFinishLaunching), at: .zero)
        _ = machine.handle(.left(by: .home), at: .zero)
        _ = machine.handle(.returnedToForeground, at: .zero)
        #expect(machine.state == .foregroundActive)
    }

    @Test("LC-05: who leaves an app that is covered leaves the cover, too")
    func coveredAndLeft() {
        var device = TestDevice.launched()
        device.happen(.covered(by: .controlCenter))
        #expect(device.machine.process.record.isCovered)
        device.happen(.left(by: .home))
        #expect(!device.machine.process.record.isCovered)
    }

    @Test("LC-19: a force quit takes the place of another reason for which the app is ending")
    func endsForForceQuit() {
        var device = TestDevice.launched(hangs: [.willTerminate])
        device.happen(.terminationRequested(cause: "an update"))
        let before = device.machine.process.ending
        device.happen(.forceQuit)
        #expect(before != nil && device.machine.process.ending != before)
        #expect(device.machine.process.ending?.code == .forceQuit)
    }

    @Test("RB-10: the limits of a process begin anew with the next one")
    func usageOfNext() {
        var device = TestDevice(ios: ProfileCatalogue.newest, manifest: Manifest(), monitorsUsage: true)
        device.happen(.launched)
        let fresh = device.machine.usage
        device.happen(.usageSampled(cpu: .seconds(3), wakeups: 10))
        #expect(device.machine.usage != fresh)
        device.happen(.processExited(.exited(0)))
        #expect(device.machine.usage == UsageMonitor(cpuCount: 1))
    }

    // MARK: Live Activities

    @Test("WK-24: twenty Live Activities are shown; none is awaited that has ended")
    func liveActivities() {
        var device = TestDevice.launched()
        device.happen(.liveActivity(.requested("one")))
        #expect(device.machine.deadlines[.liveActivity] != nil)
        device.happen(.liveActivity(.ended("one")))
        #expect(device.machine.deadlines[.liveActivity] == nil)
        var machine = device.machine
        for number in 0..<21 { machine.beginLiveActivity("\(number)", Reason("WK-21", "a push")) }
        #expect(machine.liveActivities.count == 20)
    }

    // MARK: What notifications wait for

    private static func timed(_ identifier: String, _ trigger: NotificationRequest.Trigger) -> NotificationRequest {
        var content = NotificationContent()
        content.body = "text"
        return NotificationRequest(identifier: identifier, content: content, trigger: trigger)
    }

    /// An app that may show notifications.
    private static func notifier(ios: PolicyProfile = ProfileCatalogue.newest) -> TestDevice {
        var device = TestDevice.launched(ios: ios, modes: [.location])
        device.happen(.notification(.authorizationRequested()))
        return device
    }

    @Test("LN-11: one that appears at once takes the place of the one that waits, and of no other")
    func replacedAtOnce() {
        var device = Self.notifier()
        for name in ["a", "b"] {
            device.happen(.notification(.added(Self.timed(name, .interval(.seconds(60), repeats: false)))))
        }
        device.happen(.notification(.added(Self.timed("a", .immediate))))
        #expect(device.machine.pendingNotifications.map(\.request.identifier) == ["b"])
    }

    @Test("LN-16: a notification for a region is looked at from its addition to its time")
    func regionWatched() {
        var device = Self.notifier()
        device.happen(.locationAuthorizationChanged(.authorizedWhenInUse))
        let outside = LocationFix(latitude: 48.01, longitude: 11, timestamp: 0)
        device.happen(.locationService(.moved(outside)))
        let circle = CircularRegion(latitude: 48, longitude: 11, radius: 300)
        device.happen(.notification(.added(Self.timed("home", .region(circle, repeats: false)))))
        device.happen(.locationService(.moved(LocationFix(latitude: 48, longitude: 11, timestamp: 1))))
        #expect(device.machine.deadlines[.regionStay] != nil)
        device.advance(by: .seconds(60))
        #expect(device.machine.pendingNotifications.isEmpty)
        #expect(device.machine.deadlines[.regionStay] == nil)
    }

    @Test("LN-14: in another time zone a date moves, or is past and the notification discarded")
    func timeZone() {
        var device = Self.notifier()
        device.setConditions { $0.date = DeviceDate(atStart: 1_700_000_000, zone: .utc) }
        var once = CalendarMatch()
        (once.year, once.month, once.day, once.hour, once.minute) = (2023, 11, 14, 23, 0)
        device.happen(.notification(.added(Self.timed("once", .calendar(once, repeats: false)))))
        var daily = CalendarMatch()
        daily.hour = 23
        device.happen(.notification(.added(Self.timed("daily", .calendar(daily, repeats: true)))))
        #expect(device.machine.pendingNotifications.count == 2)
        let before = device.machine.deadlines[.notification]
        device.happen(.device(.timeZone(TimeZoneRules(name: "Later", offset: 7200))))
        #expect(device.machine.pendingNotifications.map(\.request.identifier) == ["daily"])
        #expect(device.logs.contains("notification once is discarded"))
        #expect(device.machine.deadlines[.notification] != before)
    }

    @Test("LN-04: a repeating notification keeps its times; those that were missed do not come all at once")
    func repeated() {
        var device = Self.notifier()
        device.happen(.notification(.added(Self.timed("r", .interval(.seconds(60), repeats: true)))))
        for (late, next) in [(0, 60), (30, 30), (59, 1), (60, 60), (100, 60)] {
            var machine = device.machine
            machine.now = machine.now + .seconds(60 + late)
            machine.fireNotification(at: 0)
            #expect(machine.pendingNotifications.map(\.firesIn) == [.seconds(next)], "\(late) s late")
            #expect(machine.deadlines[.notification] == machine.now + .seconds(next))
        }
    }

    @Test(
        "LN-11: a push that only sounds is heard, and a notification offers its actions from iOS 8 on, once in the list"
    )
    func shown() throws {
        for (sound, count) in [("default", 1), (nil, 0)] as [(String?, Int)] {
            var device = Self.notifier()
            device.happen(.left(by: .home))
            var content = NotificationContent()
            content.sound = sound
            let push = NotificationRequest(identifier: "p", content: content, trigger: .push)
            device.happen(.push(.alert(push)))
            #expect(device.logs.count { $0 == "a sound is played" } == count)
        }
        for (ios, count) in [("7.0", 0), ("26.0", 1)] {
            var device = Self.notifier(ios: try ProfileCatalogue.profile(named: ios))
            device.happen(.left(by: .home))
            var machine = device.machine
            machine.notifications.categories["c"] = NotificationCategory(
                identifier: "c", actions: [.init(identifier: "a", title: "A")])
            var request = Self.timed("n", .interval(.seconds(1), repeats: false))
            request.content.categoryIdentifier = "c"
            for _ in 0..<2 {
                machine.notifications.add(.init(request: request, firesAt: machine.now))
                machine.effects = []
                machine.fireNotification(at: 0)
            }
            let actions = machine.effects.compactMap {
                if case .showNotification(let shown) = $0.action { shown.actions } else { nil }
            }
            #expect(actions.map(\.count) == [count], "iOS \(ios)")
            #expect(machine.deliveredNotifications.count == 1)
        }
    }

    @Test(
        "LN-12: an answer in front is told at once, to an app that is not ending; one for a wake is kept until that is over"
    )
    func answers() {
        var device = Self.notifier()
        var request = Self.timed("n", .immediate)
        let answered = AnsweredNotification(
            request: request, response: NotificationResponse(identifier: "n", action: .custom("later")))
        device.happen(.notification(.delegateSet(true)))
        var machine = device.machine
        machine.effects = []
        machine.tell(of: answered)
        #expect(machine.effects.map(\.reason.rule) == ["LN-12"])
        request.isLegacy = true
        machine.effects = []
        machine.tell(of: AnsweredNotification(request: request, response: answered.response))
        #expect(machine.effects.map(\.reason.rule) == ["LN-12"])
        let push = NotificationRequest(identifier: "p", trigger: .push)
        machine.notifications.hasDelegate = false
        machine.effects = []
        machine.tell(of: AnsweredNotification(request: push, response: NotificationResponse(identifier: "p")))
        #expect(machine.effects.map(\.reason.rule) == ["LN-12"])

        machine.notifications.answered = ["gone": answered, "waits": answered]
        machine.wakes.pending = [.init(kind: .notificationAction, identifier: "waits")]
        machine.forgetAnsweredNotifications()
        #expect(machine.notifications.answered.keys.sorted() == ["waits"])
        machine.wakes.pending = []
        machine.forgetProcess()
        #expect(machine.notifications.answered.isEmpty)
    }

    // MARK: Precise location, denials

    @Test(
        "CL-49, CL-51: a place some kilometres wide is given anew after each change; behind nobody is asked for another"
    )
    func reducedAccuracy() {
        var machine = TestDevice.launched(modes: [.location]).machine
        let fix = LocationFix(latitude: 48, longitude: 11, timestamp: 0)
        machine.location.lastCoarse = .zero
        machine.switchPreciseLocation(false)
        #expect(machine.location.lastCoarse == nil)
        machine.location.lastCoarse = .zero
        machine.location.isPreciseForNow = true
        machine.endTemporaryAccuracy()
        #expect(machine.location.lastCoarse == nil)
        _ = machine.asAllowed(fix)

        var device = TestDevice.launched(modes: [.location])
        device.happen(.locationAuthorizationChanged(.authorizedAlways))
        device.happen(.device(.lowDataMode(false)))
        machine = device.machine
        machine.switchPreciseLocation(false)
        _ = machine.handle(.left(by: .home), at: device.now)
        _ = machine.handle(.callbackReturned(.willResignActive), at: device.now)
        let effects = machine.handle(
            .locationService(.fullAccuracyRequested(purpose: "map", granted: true)), at: device.now)
        let refused = effects.first { $0.action == .refuse(.coreLocation(18)) }
        #expect(refused?.reason == Reason("CL-51", "the user is not asked in the background"))
    }

    @Test("CL-07: a denial behind is told once, until the app is in front again")
    func deniedBehind() {
        var device = TestDevice.launched(modes: [.location])
        var machine = device.machine
        machine.location.deniedBehind = true
        machine.updateLocationPause()
        #expect(!machine.location.deniedBehind)
        machine.denyLocationBehind()
        #expect(machine.location.deniedBehind)
        device.suspend()
        machine = device.machine
        machine.updateLocationPause()
        #expect(!machine.location.deniedBehind)
        machine.denyLocationBehind()
        machine.updateLocationPause()
        #expect(machine.location.deniedBehind)
    }

    // MARK: Launches, resources, the system's own life

    @Test("LC-34: a prewarmed process begins with its own limits, and its launch is the next")
    func prewarmed() {
        var device = TestDevice(ios: ProfileCatalogue.newest, manifest: Manifest(), monitorsUsage: true)
        device.hostIsPrompt = false
        device.happen(.prewarmed)
        #expect(device.reason { if case .launch = $0 { true } else { false } }?.rule == "LC-34")
        var machine = device.machine
        machine.process.nextLaunch = .user
        machine.deadlines[.usage] = nil
        machine.beginPrewarmedProcess()
        #expect(machine.process.nextLaunch == nil)
        #expect(machine.deadlines[.usage] == machine.now)
    }

    @Test("WK-23: pushes that are held for no time are not held")
    func held() {
        var machine = TestDevice.launched().machine
        let before = machine.pushes
        machine.holdPushes(for: .zero, since: .network)
        #expect(machine.pushes == before)
        machine.holdPushes(for: .seconds(1), since: .network)
        #expect(machine.pushes.heldUntil == machine.now + .seconds(1) && machine.pushes.holdCause == .network)
    }

    @Test("MD-20: the clock of the day begins when and where the device does")
    func clock() {
        var machine = TestDevice().machine
        let date = DeviceDate(atStart: 1_700_000_000, zone: .utc)
        let start = MonotonicInstant.zero + .seconds(5)
        machine.startClock(at: start, date: date)
        #expect(machine.conditions.start == start)
        #expect(machine.conditions.date == date)
    }

    @Test("LC-23: sockets that are taken are gone, and none is no news")
    func sockets() {
        var device = TestDevice.launched()
        device.happen(.resource(.socketsOpen(5)))
        device.suspend()
        let before = device.effects.count
        device.happen(.resource(.socketsTaken(0)))
        #expect(device.effects.count == before)
        let left = device.machine.resources.sockets
        device.happen(.resource(.socketsTaken(2)))
        #expect(device.machine.resources.sockets == max(0, left - 2))
        #expect(device.effects.count > before)
    }

    @Test("LC-30: a scene that is shown is asked for no more")
    func requestedScene() {
        var machine = TestDevice.launched().machine
        machine.process.record.scenes.requested = machine.process.record.scenes.front
        machine.showRequestedScene()
        #expect(machine.process.record.scenes.requested == nil)
    }

    @Test("MD-20: what is due waits for its own run; a task waits for another of its identifier alone")
    func opportunities() {
        var device = TestDevice.launched(modes: [.processing, .fetch])
        device.setConditions { $0.systemLife = .eager }
        var machine = device.machine
        machine.deadlines[.opportunity] = machine.now
        machine.updateOpportunity()
        #expect(machine.deadlines[.opportunity] == machine.now)
        machine.deadlines[.opportunity] = machine.now + .seconds(1000)
        machine.updateOpportunity()
        #expect(machine.deadlines[.opportunity] == nil)

        device.suspend()
        machine = device.machine
        machine.scheduler.pending = [
            .init(request: BackgroundTaskRequest(.processing, identifier: "b"), submittedAt: .zero)
        ]
        machine.wakes.live = [.init(kind: .processing, identifier: "a", since: .zero)]
        machine.deadlines[.opportunity] = nil
        machine.updateOpportunity()
        #expect(machine.deadlines[.opportunity] != nil)
        machine.wakes.live = []
        machine.wakes.pending = [.init(kind: .remoteNotification, identifier: "b")]
        machine.deadlines[.opportunity] = nil
        machine.updateOpportunity()
        #expect(machine.deadlines[.opportunity] != nil)
        machine.wakes.pending = [.init(kind: .processing, identifier: "b")]
        machine.deadlines[.opportunity] = nil
        machine.updateOpportunity()
        #expect(machine.deadlines[.opportunity] == nil)
    }

    // MARK: Task requests and transfers

    @Test("BG-14, BG-15: what holds a request back, by the kind of the request and the state of the device")
    func obstacles() throws {
        let profile = try ProfileCatalogue.newest.applying([
            ProfileOverride(parsing: "refreshNeedsNetwork=true"),
            ProfileOverride(parsing: "processingOnlyOnPower=true"),
        ])
        let refresh = BackgroundTaskRequest(.appRefresh, identifier: "a")
        let processing = BackgroundTaskRequest(.processing, identifier: "b")
        for network in [DeviceConditions.Network.none, .wifi] {
            for power in [false, true] {
                var device = TestDevice.launched(ios: profile)
                device.setConditions {
                    $0.network = network
                    $0.externalPower = power
                }
                let ofRefresh = device.machine.obstacle(to: refresh)
                #expect(ofRefresh == (network == .none ? Reason("BG-14", "there is no network") : nil))
                let ofProcessing = device.machine.obstacle(to: processing)
                #expect(ofProcessing == (power ? nil : Reason("BG-15", "the device is not on external power")))
            }
        }
        // Without the switches neither is asked for.
        var device = TestDevice.launched()
        device.setConditions {
            $0.network = .none
            $0.externalPower = false
        }
        #expect(device.machine.obstacle(to: refresh) == nil && device.machine.obstacle(to: processing) == nil)
    }

    @Test("BG-21: progress counts for a continued task of that name, and for no other task")
    func progress() {
        var machine = TestDevice.launched().machine
        for (kind, identifier, counts) in [
            (WakeKind.continuedProcessing, "a", true), (.continuedProcessing, "b", false), (.processing, "a", false),
        ] {
            machine.wakes.live = [.init(kind: kind, identifier: identifier, since: .zero)]
            machine.deadlines[.continuedTaskStall] = nil
            _ = machine.handle(.taskScheduler(.progressed(identifier: "a")), at: machine.now)
            #expect((machine.deadlines[.continuedTaskStall] != nil) == counts, "\(kind) \(identifier)")
        }
    }

    @Test("BG-23: a continued task that waits is submitted all the same; no more than the limit run")
    func continuedTasks() {
        var machine = TestDevice.launched().machine
        let limit = machine.profile.continuedTaskLimit
        machine.wakes.live = (0..<limit).map { .init(kind: .continuedProcessing, identifier: "\($0)", since: .zero) }
        let waiting = BackgroundTaskRequest(.continuedProcessing, identifier: "next")
        machine.scheduler.pending = [.init(request: waiting, submittedAt: .zero)]
        machine.startNextContinuedTask()
        #expect(machine.scheduler.pending.count == 1)
        machine.wakes.live.removeLast()
        machine.startNextContinuedTask()
        #expect(machine.scheduler.pending.isEmpty)
        #expect(machine.wakes.live.map(\.identifier) == (0..<limit - 1).map { "\($0)" } + ["next"])
    }

    @Test("UR-01: of a task whose end the app knows nothing is kept; others are kept by their numbers")
    func keptTransfers() {
        var machine = TestDevice.launched().machine
        var session = TransferSession()
        for number in [1, 2, 3] { session.add(number, TransferRequest(url: "http://example.org/\(number)"), at: .zero) }
        session.end(1, code: nil)
        session.end(2, code: -1001)
        session.ended[0].isTold = true
        machine.transfers.sessions["films"] = session
        #expect(machine.transferToKeep("films", task: 1) == nil)
        #expect(machine.transferToKeep("films", task: 2)?.tasks.map(\.number) == [2])
        #expect(machine.transferToKeep("films", task: 2)?.tasks.map(\.code) == [-1001])
        #expect(machine.transferToKeep("films", task: 3) == nil)
        #expect(machine.openTransfers(of: "films").map(\.number) == [2, 3])
    }

    @Test("UR-02: a question that no process has answered is awaited while a wake for its session waits")
    func awaitedQuestions() {
        var machine = TestDevice.launched().machine
        var session = TransferSession()
        session.add(1, TransferRequest(url: "http://example.org/1"), at: .zero)
        session.tasks[1]?.state = .challenged
        machine.transfers.sessions["films"] = session
        for (kind, identifier, awaits) in [
            (WakeKind.urlSession, "films", true), (.urlSession, "songs", false), (.processing, "films", false),
        ] {
            machine.wakes.pending = [.init(kind: kind, identifier: identifier)]
            #expect(machine.awaitsTransfers == awaits, "\(kind) \(identifier)")
        }
    }

    @Test("MD-25: what has been sent or has come begins the pauses between attempts anew")
    func failuresForgotten() {
        for event in [
            TransferEvent.wrote(identifier: "films", task: 1, bytes: 5, of: 10),
            .sent(identifier: "films", task: 1, bytes: 5, of: 10),
        ] {
            var machine = TestDevice.launched().machine
            var session = TransferSession()
            session.add(1, TransferRequest(url: "http://example.org/1"), at: .zero)
            session.tasks[1]?.failures = 3
            machine.transfers.sessions["films"] = session
            _ = machine.handle(.transfer(event), at: machine.now)
            #expect(machine.transfers.sessions["films"]?.tasks[1]?.failures == 0)
        }
    }

    @Test("UR-01: a session that was kept comes back with its tasks, their ages and their ends, for the next process")
    func restoredSession() {
        var machine = TestDevice().machine
        machine.now = .zero + .seconds(100)
        let request = TransferRequest(url: "http://example.org/film")
        let kept = RestoredSession(
            identifier: "films", sendsLaunchEvents: false, discretionary: true,
            tasks: [
                .init(
                    number: 1, request: request, isResumed: true, age: .seconds(50), timeSinceResume: .seconds(40)),
                .init(number: 2, request: request, isResumed: true, hasEnded: true, code: -1001),
            ])
        _ = machine.handle(.transfer(.restored(kept)), at: machine.now)
        let session = machine.transfers.sessions["films"]
        #expect(session?.sendsLaunchEvents == false && session?.discretionary == true && session?.connected == false)
        #expect(session?.tasks[1]?.since == .zero + .seconds(60))
        #expect(session?.tasks[1]?.createdAt == .zero + .seconds(50))
        #expect(session?.tasks[2] == nil)
        #expect(session?.ended.map(\.end.code) == [-1001])
        #expect(machine.transfers.sessionsWithEvents == ["films"])
    }

    @Test("UR-02: a credential goes out with the method and the address that it is for")
    func credentials() {
        var machine = TestDevice.launched().machine
        var session = TransferSession()
        session.add(1, TransferRequest(url: "http://example.org/1"), at: .zero)
        var challenge = TransferChallenge(.digest, realm: "films")
        challenge.url = "http://mirror.example.org/1"
        session.tasks[1]?.challenge = challenge
        session.tasks[1]?.state = .challenged
        session.tasks[1]?.isAsked = true
        machine.transfers.sessions["films"] = session
        _ = machine.handle(
            .transfer(
                .challengeAnswered(
                    identifier: "films", task: 1, .useCredential,
                    credential: TransferCredential(user: "me", password: "secret"))), at: machine.now)
        let credential = machine.transfers.sessions["films"]?.tasks[1]?.request.credential
        #expect(credential?.method == .digest && credential?.url == "http://mirror.example.org/1")
    }

    @Test("SD-44, UR-04: what was told of a session's events is told once")
    func toldOnce() {
        var machine = TestDevice.launched().machine
        var session = TransferSession()
        session.add(1, TransferRequest(url: "http://example.org/1"), at: .zero)
        session.end(1, code: -1001)
        session.hasHandler = true
        session.questions = [7]
        machine.transfers.sessions["films"] = session
        machine.transfers.sessionsWithEvents = ["films"]
        machine.deliverTransferEvents("films")
        #expect(machine.transfers.sessionsWithEvents.isEmpty)
        #expect(machine.transfers.sessions["films"]?.questions.isEmpty == true)
        machine.transfers.sessions["films"]?.owesFinish = true
        _ = machine.handle(.transfer(.handlerCalled(identifier: "films")), at: machine.now)
        #expect(machine.transfers.sessions["films"]?.owesFinish == false)
        machine.transfers.sessions["films"] = session
        _ = machine.handle(.transfer(.fileTaken(identifier: "films", task: 1)), at: machine.now)
        #expect(machine.transfers.sessions["films"]?.ended.map(\.fileIsTaken) == [true])
    }

    @Test("UR-08: the user who brings the app to the front ends the delays of the rate limiter, and no others")
    func rateLimiter() {
        var machine = TestDevice.launched().machine
        var session = TransferSession()
        for number in [1, 2] {
            session.add(number, TransferRequest(url: "http://example.org/\(number)"), at: .zero)
            session.tasks[number]?.wait(until: .zero + .seconds(500), number == 1 ? .rateLimiter : .retry)
        }
        machine.transfers.sessions["films"] = session
        machine.transfersBroughtToFront()
        #expect(machine.transfers.sessions["films"]?.tasks[1]?.notBefore == nil)
        #expect(machine.transfers.sessions["films"]?.tasks[2]?.notBefore != nil)
    }

    @Test("UR-07: after a force quit the next process is told of each session, and of none that has nothing to tell")
    func cancelledSessions() {
        var machine = TestDevice.launched().machine
        for (name, count) in [("films", 1), ("songs", 0)] {
            var session = TransferSession()
            for number in 0..<count {
                session.add(number + 1, TransferRequest(url: "http://example.org/1"), at: .zero)
            }
            machine.transfers.sessions[name] = session
        }
        machine.transfersForceQuit(Reason("LC-19", "test"))
        #expect(machine.transfers.sessionsWithEvents == ["films"])
    }

    @Test("UR-12: Low Power Mode concerns transfers outside of the policy's sight that have been resumed")
    func lowPower() {
        for (isTold, isActive, count) in [(true, true, 1), (true, false, 0), (false, true, 0)] {
            var machine = TestDevice.launched().machine
            var session = TransferSession()
            session.discretionary = true
            session.add(1, TransferRequest(url: "http://example.org/1"), at: .zero)
            session.tasks[1]?.isTold = isTold
            session.tasks[1]?.state = isActive ? .running : .suspended
            machine.transfers.sessions["films"] = session
            machine.effects = []
            machine.transfersMeetLowPowerMode()
            #expect(machine.effects.count == count, "\(isTold) \(isActive)")
        }
    }

    @Test("RB-12, RB-37: an app whose CPU time is limited again is measured anew, in both windows")
    func measuredAnew() {
        var device = TestDevice(ios: ProfileCatalogue.newest, manifest: Manifest(), monitorsUsage: true)
        device.happen(.launched)
        _ = device.beginTask()
        device.happen(.left(by: .home))
        var machine = device.machine
        machine.usage?.isLimited = false
        let window = UsageMonitor.Window(since: .zero, cpu: .zero, wakeups: 0)
        machine.usage?.cpuWindow = window
        machine.usage?.callCPUWindow = window
        machine.updateCPUExemption()
        #expect(machine.usage?.isLimited == true)
        #expect(machine.usage?.cpuWindow == nil && machine.usage?.callCPUWindow == nil)
    }

    @Test("LN-12: the answer is forgotten when the wake for it is over")
    func answerForgotten() {
        var device = Self.notifier()
        device.happen(.notification(.delegateSet(true)))
        device.happen(
            .notification(
                .categoriesSet([
                    NotificationCategory(identifier: "c", actions: [.init(identifier: "later", title: "Later")])
                ])))
        device.happen(.left(by: .home))
        var request = Self.timed("n", .immediate)
        request.content.categoryIdentifier = "c"
        device.happen(.notification(.added(request)))
        device.happen(.notification(.responded(NotificationResponse(identifier: "n", action: .custom("later")))))
        #expect(device.machine.notifications.answered.count == 1)
        device.happen(.wakeCompleted(.notificationAction))
        #expect(device.machine.notifications.answered.isEmpty)
    }

    @Test("UR-06: a process that ends has told nothing of what it was being told; the next one begins anew")
    func sessionOfNextProcess() {
        var session = TransferSession()
        for number in [1, 2] { session.add(number, TransferRequest(url: "http://example.org/\(number)"), at: .zero) }
        for number in [1, 2] { session.end(number, code: nil) }
        session.fileIsTaken(from: 2)
        #expect(session.ended.map(\.fileIsTaken) == [false, true])
        session.owesFinish = true
        session.hasToldFinish = true
        session.hasHandler = true
        session.questions = [1]
        session.completing = [1]
        session.beginTelling(of: session.ended.removeFirst())
        session.forgetProcess()
        #expect(!session.owesFinish && !session.hasToldFinish && !session.hasHandler && !session.connected)
        #expect(session.questions.isEmpty && session.completing.isEmpty)
        #expect(session.ended.map(\.task) == [1, 2])
    }

    @Test("MD-25: a task waits for the longer of two delays, for that one's cause")
    func longerDelay() {
        var task = TransferTask()
        task.wait(until: .zero + .seconds(5), .rateLimiter)
        #expect(task.delay == .rateLimiter)
        task.wait(until: .zero + .seconds(5), .retry)
        #expect(task.delay == .rateLimiter)
        task.wait(until: .zero + .seconds(6), .retry)
        #expect(task.delay == .retry && task.notBefore == .zero + .seconds(6))
    }

    @Test(
        "UR-06, LN-11: an app waits for the app's calls no longer than so long; a process takes its questions with it")
    func endOfWaits() {
        var machine = TestDevice.launched().machine
        var session = TransferSession()
        session.add(1, TransferRequest(url: "http://example.org/1"), at: .zero)
        session.completing = [1]
        machine.transfers.sessions["films"] = session
        machine.deadlines[.transferTelling] = machine.now
        #expect(machine.transfers.waitsForCalls)
        _ = machine.handle(.deadlineReached, at: machine.now)
        #expect(!machine.transfers.waitsForCalls)

        session.end(1, code: nil)
        machine.transfers.sessions["films"] = session
        machine.transfers.sessions["songs"] = TransferSession()
        machine.notifications.hasDelegate = true
        machine.forgetProcess()
        #expect(machine.transfers.sessionsWithEvents == ["films"])
        #expect(!machine.notifications.hasDelegate)
    }

    @Test("LC-34: a prewarmed process keeps nothing of the one before it")
    func prewarmedAnew() {
        var machine = TestDevice.launched().machine
        machine.process.record.isCovered = true
        machine.process.prewarms()
        #expect(!machine.process.record.isCovered)
        #expect(machine.process.record.launchedFor == .prewarm)
    }
}
