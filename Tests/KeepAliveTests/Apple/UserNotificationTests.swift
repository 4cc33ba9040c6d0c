import Foundation
import TestSupport
import Testing

@testable import KeepAlive
@testable import KeepAlivePolicy
@testable import KeepAliveTesting

/// Local notifications by Apple's names (SD-60, LN rules).
@MainActor
@Suite(.serialized, .onlyDevice) struct UserNotificationTests {
    private final class Delegate: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
        nonisolated(unsafe) static var calls: [String] = []
        nonisolated(unsafe) static var presents: UNNotificationPresentationOptions = [.banner, .list]

        static func take() -> [String] {
            defer { calls = [] }
            return calls
        }

        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            let center = UNUserNotificationCenter.current()
            center.delegate = self
            center.requestAuthorization(options: [.alert, .sound, .badge]) { granted, _ in
                Self.calls.append("granted \(granted)")
            }
            if let old = options?[.localNotification] as? UILocalNotification {
                Self.calls.append("launched by \(old.alertBody ?? "")")
            }
            return true
        }

        func userNotificationCenter(
            _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
            withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
        ) {
            Self.calls.append("presents \(notification.request.identifier)")
            completionHandler(Self.presents)
        }

        func userNotificationCenter(
            _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
            withCompletionHandler completionHandler: @escaping @Sendable () -> Void
        ) {
            let request = response.notification.request
            let text = (response as? UNTextInputNotificationResponse)?.userText
            Self.calls.append(
                "\(response.actionIdentifier) of \(request.identifier): \(request.content.userInfo["key"] ?? "")"
                    + (text.map { ", \($0)" } ?? ""))
            completionHandler()
        }

        func application(_ application: UIApplication, didReceive notification: UILocalNotification) {
            Self.calls.append("old \(notification.alertBody ?? "") \(notification.userInfo?["key"] ?? "")")
        }

        func application(
            _ application: UIApplication, handleActionWithIdentifier identifier: String?,
            for notification: UILocalNotification, completionHandler: @escaping @Sendable () -> Void
        ) {
            Self.calls.append("old action \(identifier ?? "") of \(notification.alertBody ?? "")")
            completionHandler()
        }

        func application(_ application: UIApplication, didRegister notificationSettings: UIUserNotificationSettings) {
            Self.calls.append("types \(notificationSettings.types.rawValue)")
        }
    }

    private static func device(ios: String? = nil) throws -> VirtualDevice {
        Delegate.calls = []
        Delegate.presents = [.banner, .list]
        let device = try VirtualDevice(ios: ios)
        _ = device.launch { Delegate() }
        return device
    }

    private static func content(_ change: (UNMutableNotificationContent) -> Void = { _ in }) -> UNNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = "Tea"
        content.body = "It has drawn."
        content.sound = .default
        content.badge = 3
        content.userInfo = [
            "key": "value", "date": Date(timeIntervalSince1970: 5), "data": Data([1, 2]), "list": [1, 2.5],
        ]
        change(content)
        return content
    }

    private static func add(
        _ identifier: String, _ trigger: UNNotificationTrigger?, _ content: UNNotificationContent = content()
    ) {
        UNUserNotificationCenter.current().add(
            UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
        ) { error in
            if let error { Delegate.calls.append("error \((error as? UNError)?.code.rawValue ?? 0)") }
        }
    }

    @Test(
        "LN-05, LN-12: a notification comes when the app is gone; the tap launches it, and its delegate has the response"
    )
    func tapLaunches() throws {
        let device = try Self.device()
        device.perform { Self.add("tea", UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)) }
        #expect(Delegate.take() == ["granted true"])
        device.pressHome()
        device.advance(by: .seconds(10))
        device.happen(.terminationRequested(cause: "a test"))
        device.advance(by: .seconds(49))
        #expect(device.shownNotifications.isEmpty)
        device.advance(by: .seconds(1))
        #expect(device.shownNotifications.map(\.identifier) == ["tea"] && device.badge == 3)
        #expect(device.state != .foregroundActive)
        device.tapNotification("tea")
        device.advance(by: .seconds(1))
        try device.expect(.foregroundActive)
        #expect(Delegate.take() == ["granted true", "com.apple.UNNotificationDefaultActionIdentifier of tea: value"])
        #expect(device.shownNotifications.isEmpty)
        device.perform { UIApplication.shared.applicationIconBadgeNumber = 0 }
        #expect(device.badge == 0)
    }

    @Test(
        "LN-11, LN-12: a push reaches the delegate whatever numbers and texts a server has written",
        arguments: [
            #""alert":"x","badge":3000000000"#, #""alert":"a\u0000b""#,
            "\"alert\":\"x\",\"category\":\"\(String(repeating: "c", count: 1001))\"",
            "\"alert\":\"\(String(repeating: "long ", count: 800))\"",
        ])
    func unusualPush(aps: String) throws {
        let device = try Self.device()
        _ = Delegate.take()
        try device.push("{\"aps\":{\(aps)},\"key\":\"value\"}", type: .alert)
        let shown = try #require(device.shownNotifications.first?.identifier)
        #expect(Delegate.take() == ["presents \(shown)"])
        device.pressHome()
        device.advance(by: .seconds(10))
        device.happen(.terminationRequested(cause: "a test"))
        try device.push("{\"aps\":{\(aps)},\"key\":\"value\"}", type: .alert)
        let later = try #require(device.shownNotifications.last?.identifier)
        device.tapNotification(later)
        device.advance(by: .seconds(1))
        #expect(
            Delegate.take() == ["granted true", "com.apple.UNNotificationDefaultActionIdentifier of \(later): value"])
    }

    @Test("LN-12, LN-13: an action with a text runs in the background; a dismissal is told where the category says so")
    func actions() throws {
        let device = try Self.device()
        let reply = UNTextInputNotificationAction(identifier: "reply", title: "Reply", textInputButtonTitle: "Send")
        let category = UNNotificationCategory(
            identifier: "message", actions: [reply], intentIdentifiers: [], options: .customDismissAction)
        let content = Self.content { $0.categoryIdentifier = "message" }
        device.perform {
            let center = UNUserNotificationCenter.current()
            center.setNotificationCategories([category])
            center.getNotificationCategories { all in
                Delegate.calls.append("\(all.count) \(all.first?.actions.first is UNTextInputNotificationAction)")
            }
            Self.add("a", UNTimeIntervalNotificationTrigger(timeInterval: 10, repeats: false), content)
            Self.add("b", UNTimeIntervalNotificationTrigger(timeInterval: 10, repeats: false), content)
        }
        device.pressHome()
        device.advance(by: .seconds(11))
        try device.expect(.suspended)
        _ = Delegate.take()
        device.tapNotification("a", action: "reply", text: "Yes")
        #expect(Delegate.take() == ["reply of a: value, Yes"])
        try device.expect(.background)
        device.advance(by: .seconds(2))
        try device.expect(.suspended)
        device.dismissNotification("b")
        #expect(Delegate.take() == ["com.apple.UNNotificationDismissActionIdentifier of b: value"])
    }

    @Test("LN-11: in the foreground the delegate says what appears; without one nothing does")
    func foreground() throws {
        let device = try Self.device()
        device.perform { Self.add("a", nil) }
        #expect(Delegate.take().last == "presents a" && device.shownNotifications.map(\.identifier) == ["a"])
        #expect(device.badge == 0)
        Delegate.presents = []
        device.perform { Self.add("b", nil) }
        #expect(Delegate.take() == ["presents b"] && device.shownNotifications.count == 1)
        device.perform {
            UNUserNotificationCenter.current().delegate = nil
            Self.add("c", nil)
        }
        #expect(Delegate.take().isEmpty && device.shownNotifications.count == 1)
    }

    @Test("LN-01, LN-03, LN-17: the last 64 requests are kept; they are read back as they were written, and removed")
    func limitAndLists() async throws {
        let device = try Self.device()
        device.perform {
            for number in 1...65 {
                Self.add(
                    "\(number)", UNTimeIntervalNotificationTrigger(timeInterval: Double(number * 100), repeats: false))
            }
        }
        let center = device.perform { UNUserNotificationCenter.current() }
        let pending = await center.pendingNotificationRequests()
        #expect(pending.map(\.identifier) == (2...65).map(String.init))
        let content = try #require(pending.first?.content)
        #expect(content.title == "Tea" && content.badge == 3 && content.sound == .default)
        #expect(content.userInfo["date"] as? Date == Date(timeIntervalSince1970: 5))
        #expect(content.userInfo["data"] as? Data == Data([1, 2]) && (content.userInfo["list"] as? [Any])?.count == 2)
        #expect((pending.first?.trigger as? UNTimeIntervalNotificationTrigger)?.timeInterval == 200)
        device.perform {
            center.removePendingNotificationRequests(withIdentifiers: ["2", "3"])
            var parts = DateComponents()
            (parts.hour, parts.timeZone) = (7, TimeZone(identifier: "Asia/Tokyo"))
            Self.add("alarm", UNCalendarNotificationTrigger(dateMatching: parts, repeats: true))
        }
        let next = await center.pendingNotificationRequests()
        let alarm = try #require(next.first { $0.identifier == "alarm" }?.trigger as? UNCalendarNotificationTrigger)
        #expect(next.count == 63 && alarm.repeats && alarm.dateComponents.hour == 7)
        #expect(alarm.dateComponents.timeZone?.identifier == "Asia/Tokyo")
        device.perform { center.removeAllPendingNotificationRequests() }
        #expect(await center.pendingNotificationRequests().isEmpty)
    }

    @Test("LN-10: the user is asked once; a refusal is an error for each request, until Settings say otherwise")
    func permission() async throws {
        Delegate.calls = []
        let device = try VirtualDevice()
        device.allowNotifications(false)
        _ = device.launch { Delegate() }
        #expect(Delegate.take() == ["granted false"])
        device.perform { Self.add("a", nil) }
        #expect(Delegate.take() == ["error 1"])
        let center = device.perform { UNUserNotificationCenter.current() }
        #expect(await center.notificationSettings().authorizationStatus == .denied)
        device.allowNotifications(true)
        #expect(await center.notificationSettings().alertSetting == .enabled)
        device.perform {
            var parts = DateComponents()
            (parts.year, parts.month, parts.day) = (2001, 1, 1)
            Self.add("late", UNCalendarNotificationTrigger(dateMatching: parts, repeats: false))
        }
        #expect(Delegate.take() == ["error 1400"])
    }

    @Test("LN-15: an interval that is not greater than 0, or repeats in less than 60 s, is an exception")
    func intervals() throws {
        let device = try Self.device()
        for (interval, repeats) in [(0.0, false), (-1, false), (59, true), (.nan, false)] {
            #expect(throws: AppleException.self) {
                try device.perform {
                    try catchingNSException {
                        _ = UNTimeIntervalNotificationTrigger(timeInterval: interval, repeats: repeats)
                    }
                }
            }
        }
        device.perform { _ = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true) }
    }

    @Test("SD-60, LN-04, LN-19: the old notifications, with their delegate methods", arguments: ["7.1", "9.0", "27.0"])
    func old(ios: String) throws {
        let device = try Self.device(ios: ios)
        func notification(_ body: String, _ change: (UILocalNotification) -> Void = { _ in }) -> UILocalNotification {
            let notification = UILocalNotification()
            notification.alertBody = body
            notification.userInfo = ["key": 7]
            change(notification)
            return notification
        }
        let action = UIMutableUserNotificationAction()
        (action.identifier, action.title, action.activationMode) = ("later", "Later", .background)
        let category = UIMutableUserNotificationCategory()
        category.identifier = "old"
        category.setActions([action], for: .default)
        device.perform {
            let application = UIApplication.shared
            application.registerUserNotificationSettings(
                UIUserNotificationSettings(types: [.alert, .badge], categories: [category]))
            application.presentLocalNotificationNow(notification("now"))
            application.scheduleLocalNotification(notification("past") { $0.fireDate = Date(timeIntervalSinceNow: -5) })
            application.scheduleLocalNotification(
                notification("soon") {
                    $0.fireDate = Date(timeIntervalSinceNow: 100)
                    $0.category = "old"
                    $0.applicationIconBadgeNumber = 4
                })
            application.scheduleLocalNotification(
                notification("gone") { $0.fireDate = Date(timeIntervalSinceNow: 100) })
        }
        device.advance(by: .zero)
        let told = Delegate.take().filter { $0.hasPrefix("old") || $0.hasPrefix("types") }
        #expect(told == ["types 5", "old now 7", "old past 7"])
        device.perform {
            let application = UIApplication.shared
            let scheduled = application.scheduledLocalNotifications ?? []
            #expect(Set(scheduled.map(\.alertBody)) == ["soon", "gone"])
            for old in scheduled where old.alertBody == "gone" { application.cancelLocalNotification(old) }
        }
        device.pressHome()
        device.advance(by: .seconds(101))
        #expect(device.shownNotifications.map(\.content.body) == ["soon"] && device.badge == 4)
        let identifier = try #require(device.shownNotifications.first?.identifier)
        if ios != "7.1" {
            device.tapNotification(identifier, action: "later")
            #expect(Delegate.take() == ["old action later of soon"])
            try device.expect(.background)
        } else {
            device.tapNotification(identifier)
            #expect(Delegate.take() == ["old soon 7"])
            try device.expect(.foregroundActive)
        }
    }

    @Test("SD-60a: one object that is scheduled twice comes twice; what is read back and scheduled again is the same")
    func oldCopies() throws {
        let device = try Self.device(ios: "9.0")
        device.perform {
            let application = UIApplication.shared
            application.registerUserNotificationSettings(UIUserNotificationSettings(types: .alert, categories: nil))
            let note = UILocalNotification()
            for seconds in [100, 200] {
                note.alertBody = "\(seconds)"
                note.fireDate = Date(timeIntervalSinceNow: Double(seconds))
                note.repeatInterval = 0
                application.scheduleLocalNotification(note)
            }
            let daily = UILocalNotification()
            (daily.alertBody, daily.fireDate, daily.repeatInterval) = ("daily", Date(timeIntervalSinceNow: 300), .day)
            application.scheduleLocalNotification(daily)
            let scheduled = application.scheduledLocalNotifications
            application.scheduledLocalNotifications = scheduled
        }
        let pending = device.engine.machine.pendingNotifications
        #expect(Set(pending.map(\.request.content.body)) == ["100", "200", "daily"])
        #expect(pending.first { $0.request.content.body == "daily" }?.request.trigger.repeats == true)
        #expect(pending.first { $0.request.content.body == "100" }?.request.trigger.repeats == false)
        device.perform {
            let application = UIApplication.shared
            for old in application.scheduledLocalNotifications ?? [] { application.cancelLocalNotification(old) }
        }
        #expect(device.engine.machine.pendingNotifications.isEmpty)
    }

    @Test("LN-12: of two actions each has its own time, and its own end")
    func twoActions() throws {
        let device = try Self.device()
        let category = UNNotificationCategory(
            identifier: "c", actions: [UNNotificationAction(identifier: "x", title: "X")], intentIdentifiers: [])
        let content = Self.content { $0.categoryIdentifier = "c" }
        device.perform {
            UNUserNotificationCenter.current().setNotificationCategories([category])
            for name in ["a", "b"] {
                Self.add(name, UNTimeIntervalNotificationTrigger(timeInterval: 10, repeats: false), content)
            }
        }
        device.pressHome()
        device.advance(by: .seconds(11))
        device.tapNotification("a", action: "x")
        device.tapNotification("b", action: "x")
        device.advance(by: .seconds(2))
        try device.expect(.suspended)
        #expect(Delegate.take().suffix(2) == ["x of a: value", "x of b: value"])
    }

    @Test("LN-09, LN-19: the tap on an old notification launches with it; one that repeats daily comes each day")
    func oldRepeats() throws {
        let device = try Self.device(ios: "9.0")
        device.perform {
            let application = UIApplication.shared
            application.registerUserNotificationSettings(UIUserNotificationSettings(types: .alert, categories: nil))
            let daily = UILocalNotification()
            daily.alertBody = "daily"
            daily.fireDate = Date(timeIntervalSince1970: 1_767_571_200 + 86_400)
            daily.repeatInterval = .day
            application.scheduleLocalNotification(daily)
        }
        device.pressHome()
        device.happen(.terminationRequested(cause: "a test"))
        // The device's clock shows 9:00 of 5 January.
        device.advance(by: .seconds(15 * 3600 - 1))
        #expect(device.shownNotifications.isEmpty)
        device.advance(by: .seconds(1))
        let first = try #require(device.shownNotifications.first)
        _ = Delegate.take()
        device.tapNotification(first.identifier)
        device.advance(by: .seconds(1))
        #expect(Delegate.take().contains("launched by daily"))
        device.pressHome()
        device.advance(by: .seconds(86_400))
        #expect(device.shownNotifications.map(\.content.body) == ["daily"])
    }
}
