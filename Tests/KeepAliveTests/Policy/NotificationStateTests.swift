import Testing

@testable import KeepAliveModel
@testable import KeepAlivePolicy

/// Notifications that wait, that are shown and that are answered. The state that a machine keeps from one event to the next, where no timeline shows it at once.
@Suite struct NotificationStateTests {
    private static func notification(_ identifier: String, category: String = "") -> NotificationRequest {
        var request = NotificationRequest(identifier: identifier, trigger: .immediate)
        request.content.categoryIdentifier = category
        return request
    }

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
        let reason = device.reason { $0 == .log("notification once is discarded") }
        #expect(reason == Reason("LN-14", "in the new time zone its date is past"))
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
}
