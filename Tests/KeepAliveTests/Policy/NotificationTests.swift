import Testing

@testable import KeepAlivePolicy

/// Local notifications, and what the user opens an app with.
@Suite struct NotificationTests {
    @Test("LN-01, LN-02, LN-03: the 64 that fire soonest are kept, in every version", arguments: ProfileCatalogue.all)
    func limit(profile: PolicyProfile) {
        var device = TestDevice.launched(ios: profile)
        for number in 1...64 {
            device.happen(.notification(.scheduled(identifier: "\(number)", after: .seconds(number * 10))))
        }
        #expect(!device.logRules.contains("LN-01"))
        device.happen(.notification(.scheduled(identifier: "soon", after: .seconds(5), repeats: true)))
        #expect(device.logRules.count { $0 == "LN-01" } == 1)
        let kept = device.machine.services.notifications.map(\.identifier)
        #expect(kept.count == 64)
        #expect(kept.first == "soon")
        #expect(!kept.contains("64"))
        device.happen(.notification(.scheduled(identifier: "late", after: .seconds(9999))))
        #expect(device.machine.services.notifications.map(\.identifier) == kept)
        // The same identifier takes its own place.
        device.happen(.notification(.scheduled(identifier: "1", after: .seconds(10))))
        #expect(device.machine.services.notifications.count == 64)
    }

    @Test("LN-01, SD-60: a repeating one counts once however often it fires, and cancelling takes all")
    func repeating() {
        var device = TestDevice.launched()
        device.happen(.notification(.scheduled(identifier: "tick", after: .seconds(60), repeats: true)))
        device.happen(.notification(.scheduled(identifier: "once", after: .seconds(90))))
        for _ in 0..<3 {
            device.advance(by: .seconds(60))
            device.happen(.notification(.fired(identifier: "tick")))
        }
        #expect(device.machine.services.notifications.map(\.identifier) == ["once", "tick"])
        device.happen(.notification(.fired(identifier: "once")))
        device.happen(.notification(.fired(identifier: "once")))
        #expect(device.callbacks.count { $0 == .didReceiveLocalNotification(identifier: "once") } == 1)
        device.happen(.notification(.cancelledAll))
        #expect(device.happen(.notification(.fired(identifier: "tick"))).isEmpty)
    }

    @Test("LN-04, SD-60: in the foreground a notification is a call and nothing else")
    func inForeground() {
        var device = TestDevice.launched()
        device.happen(.notification(.scheduled(identifier: "n", after: .seconds(1))))
        let effects = device.happen(.notification(.fired(identifier: "n")))
        #expect(effects.map(\.action) == [.deliver(.didReceiveLocalNotification(identifier: "n"))])
    }

    @Test("LN-05: a notification does not wake a suspended or a dead app; the tap does")
    func tap() {
        for dead in [false, true] {
            var device = TestDevice.launched()
            device.happen(.notification(.scheduled(identifier: "n", after: .seconds(5))))
            device.suspend()
            if dead { device.happen(.device(.memoryPressure(.purge))) }
            device.happen(.notification(.fired(identifier: "n")))
            #expect(device.state == (dead ? .terminated : .suspended))
            #expect(device.launches == [])
            device.happen(.notification(.tapped(identifier: "n")))
            #expect(device.state == .foregroundActive)
            if dead {
                #expect(device.launches == [.localNotification("n")])
                #expect(device.callbacks.contains(.didFinishLaunching(.localNotification("n"))))
            } else {
                #expect(device.callbacks.last == .didReceiveLocalNotification(identifier: "n"))
            }
        }
    }

    @Test("LN-09: the keys of the launch options")
    func launchOptions() {
        #expect(
            LaunchCause.launchOptionsKeys == [
                "url", "sourceApplication", "remoteNotification", "localNotification", "annotation", "location",
                "newsstandDownloads",
            ])
        let keys: [(LaunchCause, String?)] = [
            (.user, nil), (.url("x"), "url"), (.localNotification("n"), "localNotification"),
            (.wake(.remoteNotification), "remoteNotification"), (.wake(.region), "location"),
            (.wake(.significantChange), "location"), (.wake(.newsstand), "newsstandDownloads"),
            (.wake(.backgroundFetch), nil),
        ]
        for (cause, key) in keys {
            #expect(cause.launchOptionsKey == key)
            if let key { #expect(LaunchCause.launchOptionsKeys.contains(key)) }
        }
    }

    // MARK: URLs and files

    @Test(
        "LN-07, LN-08, SD-71: a URL launches into the foreground, and is given by the method of the time",
        arguments: [
            (PolicyProfile.ios(8), false, "application(_:open:sourceApplication:annotation:)", "LN-07"),
            (.ios(9), false, "application(_:open:options:)", "LN-07"),
            (.ios26, false, "application(_:open:options:)", "LN-07"),
            (.ios12, true, "application(_:open:options:)", "LN-07"),
            (.ios13, true, "scene(_:openURLContexts:), or the connection options of a new scene", "LN-08"),
        ])
    func url(profile: PolicyProfile, scenes: Bool, method: String, rule: RuleID) {
        for state in [ApplicationState.terminated, .suspended, .background, .foregroundActive] {
            var device = TestDevice(ios: profile, manifest: Manifest(adoptsScenes: scenes))
            if state != .terminated { device.happen(.launched) }
            if state == .background || state == .suspended { device.happen(.homePressed) }
            if state == .suspended { device.advance(by: .seconds(1)) }
            let before = device.callbacks.count
            device.happen(.urlOpened("app://x"))
            #expect(device.state == .foregroundActive)
            #expect(device.callbacks.last == .openURL("app://x"))
            let reason = device.reason { $0 == .deliver(.openURL("app://x")) }
            #expect(reason?.text == method)
            #expect(reason?.rule == rule)
            guard state == .terminated else { continue }
            #expect(
                device.callbacks[before...] == [
                    .didFinishLaunching(.url("app://x")), .didBecomeActive, .openURL("app://x"),
                ])
            #expect(!device.states.contains(.background))
        }
    }

    @Test("LN-07: didFinishLaunching that returns false declines the URL, but not a push")
    func declined() {
        var device = TestDevice(ios: .ios26, modes: [.remoteNotification])
        device.hangs = [.didFinishLaunching]
        device.happen(.urlOpened("app://x"))
        device.happen(.launchDeclinedURL)
        device.happen(.callbackReturned(.didFinishLaunching))
        #expect(device.state == .foregroundActive)
        #expect(!device.callbacks.contains(.openURL("app://x")))

        var pushed = TestDevice(ios: .ios26, modes: [.remoteNotification])
        pushed.hangs = [.didFinishLaunching]
        pushed.happen(.push(.silent()))
        pushed.happen(.launchDeclinedURL)
        pushed.happen(.callbackReturned(.didFinishLaunching))
        #expect(pushed.woken == [.remoteNotification])
    }

    @Test("LN-07: a URL that is opened during the launch waits for it")
    func urlDuringLaunch() {
        var device = TestDevice.launched(hangs: [.didFinishLaunching])
        device.happen(.urlOpened("app://x"))
        #expect(!device.callbacks.contains(.openURL("app://x")))
        device.happen(.callbackReturned(.didFinishLaunching))
        #expect(device.callbacks.suffix(2) == [.didBecomeActive, .openURL("app://x")])
    }

    static let viewer = Manifest(
        bundleIdentifier: "org.example.viewer",
        documentTypes: [
            .init(name: "PDF", handlerRank: "Alternate", contentTypes: ["com.adobe.pdf"]),
            .init(name: "anything", handlerRank: "None", contentTypes: ["public.data"]),
        ])

    @Test(
        "SD-70: a file is offered to the apps that declare its type: owners, then alternate and default handlers; of rank None, not"
    )
    func offered() {
        func app(_ name: String, _ rank: String, _ type: String = "com.adobe.pdf") -> Manifest {
            Manifest(
                bundleIdentifier: name,
                documentTypes: [.init(name: name, handlerRank: rank, contentTypes: [type])])
        }
        let apps = [
            app("none", "None"), app("alternate", "Alternate"), app("b-default", "Default"), app("owner", "Owner"),
            app("a-default", "Default"), app("unknown", "Best"), app("text", "Owner", "public.plain-text"),
            Manifest(bundleIdentifier: "nothing"),
        ]
        #expect(
            DocumentOpening.apps(offered: "com.adobe.PDF", among: apps) == [
                "owner", "alternate", "a-default", "b-default", "unknown",
            ])
        // The best of an app's entries counts; a general type takes every file.
        #expect(
            DocumentOpening.apps(offered: "com.adobe.pdf", among: [apps[0], Self.viewer]).first == "org.example.viewer")
        #expect(DocumentOpening.apps(offered: "public.png", among: apps + [Self.viewer]) == [])
    }

    @Test("LN-06, SD-71: a file is copied to Documents/Inbox, and opened in the foreground")
    func document() {
        var device = TestDevice.launched(ios: .ios26, manifest: Self.viewer)
        device.suspend()
        device.happen(.documentOpened(name: "a.pdf", contentType: "com.adobe.pdf"))
        #expect(device.state == .foregroundActive)
        #expect(device.callbacks.last == .openURL("file:///Documents/Inbox/a.pdf"))
        #expect(device.logs.last == "Documents/Inbox/a.pdf stands for the copy of a.pdf; no file is copied")

        var dead = TestDevice(ios: .ios26, manifest: Self.viewer)
        dead.happen(.documentOpened(name: "a.pdf", contentType: "com.adobe.pdf"))
        #expect(dead.launches == [.url("file:///Documents/Inbox/a.pdf")])

        var other = TestDevice.launched()
        other.happen(.homePressed)
        other.happen(.documentOpened(name: "a.pdf", contentType: "com.adobe.pdf"))
        #expect(other.state == .background)
        #expect(other.logRules.last == "SD-70")
    }

    @Test("LN-06: what is in the inbox may be deleted, not changed")
    func inbox() {
        var device = TestDevice.launched(ios: .ios26, manifest: Self.viewer)
        let path = "Documents/Inbox/a.pdf"
        device.happen(.resource(.fileWritten(path: path)))
        #expect(device.serviceErrors == [])
        device.happen(.documentOpened(name: "a.pdf", contentType: "com.adobe.pdf"))
        device.happen(.resource(.fileWritten(path: "Documents/other.pdf")))
        #expect(device.serviceErrors == [])
        device.happen(.resource(.fileWritten(path: path)))
        #expect(device.serviceErrors == [.inboxIsReadOnly])
        // It outlives the process, and goes when the app deletes it.
        device.happen(.processExited(.exited(0)))
        device.happen(.launched)
        #expect(device.machine.services.inbox == [path])
        device.happen(.resource(.fileDeleted(path: path)))
        #expect(device.machine.services.inbox == [])
    }
}
