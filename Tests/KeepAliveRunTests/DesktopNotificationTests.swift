import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAliveReport

/// Notifications on a desktop: a real session bus, with a server on it that answers as its user would (LN-05, LN-12).
@Suite(.ownThread, .enabled(if: Requirement.sessionBus, "needs dbus-daemon, python3-dbus and python3-gi"))
struct DesktopNotificationTests {
    /// A session bus of the test's own, with or without a notification server.
    private final class Desktop {
        let bus: Runner
        private(set) var server: Runner?
        var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }
        private let address: String
        private var runners: [Runner] = []

        init(_ behaviour: String? = "") throws {
            bus = try Runner(
                ["--session", "--print-address=1", "--nofork", "--nopidfile"], path: "/usr/bin/dbus-daemon")
            let bus = bus
            try #require(bus.look { bus.output.hasSuffix("\n") }, "\(bus.errors)")
            address = String(bus.output.split(separator: "\n")[0])
            guard let behaviour else { return }
            let server = try Runner(
                ["-u", "-c", Self.script], environment: environment.merging(["BEHAVIOUR": behaviour]) { $1 },
                path: "/usr/bin/python3")
            self.server = server
            try #require(server.look { server.output.contains("ready\n") }, "\(server.errors)")
        }

        /// A server that prints what it is to show, and does at once what the text says.
        private static let script = """
            import os, sys, time, json, dbus, dbus.service, dbus.mainloop.glib
            from gi.repository import GLib
            dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
            NAME = "org.freedesktop.Notifications"
            class Server(dbus.service.Object):
                last = 0
                @dbus.service.method(NAME, in_signature="", out_signature="as")
                def GetCapabilities(self): return ["actions", "body", "body-markup"]
                @dbus.service.method(NAME, in_signature="susssasa{sv}i", out_signature="u")
                def Notify(self, app, replaces, icon, summary, body, actions, hints, timeout):
                    if os.environ["BEHAVIOUR"] == "hangs": time.sleep(1000)
                    if os.environ["BEHAVIOUR"] == "dies": os._exit(1)
                    self.last += 1
                    number = int(replaces) or self.last
                    print(json.dumps(["shown", number, app, summary, body, list(map(str, actions)),
                                      sorted(map(str, hints))]), flush=True)
                    does = str(body).split(" ")[0]
                    if does in ("default", "snooze"):
                        if does == "snooze": does = "action:snooze"
                        # As servers do, it closes what is answered, and calls that a dismissal.
                        GLib.idle_add(lambda: (self.ActionInvoked(number, does), self.NotificationClosed(number, 2))[0])
                    if does == "dismiss": GLib.idle_add(lambda: self.NotificationClosed(number, 2))
                    return dbus.UInt32(number)
                @dbus.service.method(NAME, in_signature="u", out_signature="")
                def CloseNotification(self, number): print(json.dumps(["closed", int(number)]), flush=True)
                @dbus.service.signal(NAME, signature="us")
                def ActionInvoked(self, number, key): pass
                @dbus.service.signal(NAME, signature="uu")
                def NotificationClosed(self, number, reason): pass
            bus = dbus.SessionBus()
            name = dbus.service.BusName(NAME, bus)
            server = Server(bus, "/org/freedesktop/Notifications")
            print("ready", flush=True)
            GLib.MainLoop().run()
            """

        /// Starts an app that schedules these notifications, by body, under a device that shows them here.
        func run(_ bodies: [String]) throws -> Runner {
            let script = """
                import sys; sys.path.insert(0, "\(ScriptTests.root)/Examples/Python")
                from keepalive import App
                app = App()
                @app.on
                def didFinishLaunching(event):
                    app.call("setNotificationDelegate", exists=True)
                    app.call("setNotificationCategories", categories=[
                        {"identifier": "c", "actions": [{"identifier": "snooze", "title": "Snooze"}],
                         "customDismissAction": True}])
                    app.call("requestNotificationAuthorization")
                @app.on
                def didEnterBackground(event):
                    # Not before: in front it would decide itself.
                    for body in \(bodies):
                        app.call("addNotificationRequest", identifier=body, trigger={"interval": 5},
                                 content={"title": "Tea <1>", "body": body, "categoryIdentifier": "c"})
                @app.on
                def didBecomeActive(event): print("active", flush=True)
                @app.on
                def didReceiveNotificationResponse(event):
                    print(event["actionIdentifier"].split(".")[-1], "of", event["identifier"], flush=True)
                app.run()
                """
            let runner = try Runner(
                [
                    "-q", "--events", "-", "--time-scale", "0.1", "--notifications", "desktop", "--",
                    "/usr/bin/python3", "-c", script,
                ], environment: environment)
            try #require(runner.wait(120) { runner.output.contains("active\n") }, "\(runner.output)\(runner.errors)")
            try runner.tell("home")
            return runner
        }
    }

    @Test("a click brings the app, an action runs it in the background, and a dismissal is told; what is answered goes")
    func answers() throws {
        let desktop = try Desktop()
        let server = try #require(desktop.server)
        let runner = try desktop.run(["snooze & <b>", "dismiss it", "default click"])
        #expect(
            runner.wait { runner.output.contains("UNNotificationDefaultActionIdentifier of default click\n") },
            "\(runner.output)\(runner.errors)\(server.output)\(server.errors)")
        #expect(runner.wait { runner.output.contains("snooze of snooze & <b>\n") })
        #expect(runner.wait { runner.output.contains("UNNotificationDismissActionIdentifier of dismiss it\n") })
        #expect(runner.output.count(of: "UNNotificationDismissActionIdentifier") == 1)
        #expect(!runner.events(.log).contains { $0.message?.contains("is not there") == true })
        #expect(runner.wait { runner.events(.state).last?.state == .foregroundActive })
        #expect(runner.events(.notificationShown).count == 3 && runner.events(.notificationWithdrawn).count == 3)
        // Text for a server that takes markup; the summary is none.
        let shown = #""org.example.app", "Tea <1>", "default click", ["default", "Open", "action:snooze", "Snooze"]"#
        #expect(server.look { server.output.contains(shown) }, "\(server.output)")
        #expect(server.output.contains(#""snooze &amp; &lt;b&gt;""#))
        runner.signal(SIGTERM)
        try runner.finish()
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test(
        "a desktop that is not there, hangs or dies costs a note; the app and its notifications live on",
        arguments: [nil, "hangs", "dies"])
    func trouble(behaviour: String?) throws {
        let desktop = try Desktop(behaviour)
        let runner = try desktop.run(["plain", "another"])
        #expect(
            runner.wait(60) {
                runner.events(.note).contains { $0.message?.contains("desktop") == true }
                    && runner.events(.notificationShown).count == 2
            }, "\(runner.output)\(runner.errors)")
        try runner.tell("launch")
        #expect(runner.wait { runner.events(.state).last?.state == .foregroundActive })
        #expect(!runner.events(.called).contains { $0.callback == "didReceiveNotificationResponse" })
        runner.signal(SIGTERM)
        try runner.finish()
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test("what is shown goes with the device")
    func goesWithTheDevice() throws {
        let desktop = try Desktop()
        let server = try #require(desktop.server)
        let runner = try desktop.run(["plain"])
        #expect(server.look { server.output.contains("plain") }, "\(runner.errors)")
        runner.signal(SIGTERM)
        try runner.finish()
        #expect(server.look { server.output.contains(#"["closed", 1]"#) }, "\(server.output)")
    }
}
