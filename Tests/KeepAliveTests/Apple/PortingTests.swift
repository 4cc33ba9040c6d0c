import Foundation
import TestSupport
import Testing

@testable import KeepAlive
@testable import KeepAlivePolicy
@testable import KeepAliveTesting

/// What a port of iOS code runs into.
@MainActor @Suite(.serialized, .onlyDevice) struct PortingTests {
    class BaseDelegate: UIResponder, UIApplicationDelegate {
        func applicationWillResignActive(_ application: UIApplication) {}
    }

    final class DerivedDelegate: BaseDelegate {
        override func applicationWillResignActive(_ application: UIApplication) {}
        func applicationDidEnterBackground(_ application: UIApplication) {}
        func application(_ application: UIApplication, didReceiveSomethingOfItsOwn thing: String) {}
        func unrelated(_ application: UIApplication) {}
    }

    @Test(
        "user defaults have key-value coding; a lock of os comes with Foundation; data is written atomically by the old name"
    )
    func oldNames() throws {
        let suite = "org.example.porting-\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer { defaults.removePersistentDomain(forName: suite) }
        defaults.setValue(["name": "Ada"], forKey: "user")
        #expect((defaults.value(forKey: "user") as? [String: String]) == ["name": "Ada"])
        #expect(defaults.value(forKeyPath: "user.name") as? String == "Ada")
        #expect(defaults.value(forKeyPath: "user.age") == nil && defaults.value(forKeyPath: "") == nil)
        defaults.setValue(nil, forKey: "user")
        #expect(defaults.value(forKey: "user") == nil)
        var lock = os_unfair_lock()
        #expect(os_unfair_lock_trylock(&lock) && !os_unfair_lock_trylock(&lock))
        #expect(Data.WritingOptions.atomicWrite == .atomic)
    }

    @Test("the sizes of text are in order; the device has the size at first")
    func contentSizes() {
        #expect(UIApplication.shared.preferredContentSizeCategory == .large)
        #expect(UIContentSizeCategory.extraSmall < .extraExtraExtraLarge && !(UIContentSizeCategory.large < .large))
        #expect(UIContentSizeCategory.accessibilityMedium.isAccessibilityCategory)
        #expect(!(UIContentSizeCategory(rawValue: "other") < .large))
    }

    @Test("a delegate method that only a subclass implements is told of, since nobody calls it")
    func subclass() {
        let complaints = SubclassCheck.complaints(
            DerivedDelegate.self, "UIApplicationDelegate",
            ["applicationDidEnterBackground", "applicationWillResignActive"]
        ) { $0 is any UIApplicationDelegate.Type }
        #expect(complaints.count == 1)
        #expect(
            complaints.first
                == "DerivedDelegate implements applicationDidEnterBackground(_:), and BaseDelegate, which declares "
                + "UIApplicationDelegate, does not: on Linux it is never called. Build with the plug-in KeepAliveSources, or "
                + "implement it in BaseDelegate, and override it in DerivedDelegate")
        let none = SubclassCheck.complaints(
            BaseDelegate.self, "UIApplicationDelegate", ["applicationDidEnterBackground"]
        ) {
            $0 is any UIApplicationDelegate.Type
        }
        #expect(none == [])
    }

    @Test("Bundle.main has the app's identifier, and the keys of its Info.plist")
    func mainBundle() throws {
        let path = NSTemporaryDirectory() + "/keepalive-porting-\(getpid()).plist"
        let plist: [String: Any] = [
            "CFBundleIdentifier": "org.example.porting", "UIBackgroundModes": ["audio"], "MyOwnKey": ["a": 1],
        ]
        try PropertyListSerialization.data(fromPropertyList: plist, format: .xml, options: 0)
            .write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let device = try VirtualDevice(infoPlist: path)
        #expect(Bundle.main.bundleIdentifier == "org.example.porting")
        #expect(Bundle.main.object(forInfoDictionaryKey: "UIBackgroundModes") as? [String] == ["audio"])
        #expect((Bundle.main.infoDictionary?["MyOwnKey"] as? [String: Any])?["a"] as? Int == 1)
        _ = device
        let other = try VirtualDevice(bundleIdentifier: "org.example.other")
        #expect(Bundle.main.bundleIdentifier == "org.example.other")
        _ = other
    }

    @Test("an exception that is caught says what it is, not that the app ends")
    func caught() throws {
        let device = try TestApp.device()
        TestApp.forget()
        TestApp.onLaunch = { _ in
            do {
                try catchingNSException { CLLocationManager().allowsBackgroundLocationUpdates = true }
            } catch {
                TestApp.calls.append("\(error)")
            }
        }
        device.launch { TestApp() }
        let said = try #require(TestApp.calls.first { $0.contains("Exception") })
        #expect(said.hasPrefix("NSInternalInconsistencyException: Invalid parameter"))
        #expect(!said.contains("Terminating"))
    }

    /// A manager that monitors significant changes, and one that is asked for a fix whenever anybody is told one.
    final class Locations: CLLocationManagerDelegate, @unchecked Sendable {
        let distant = CLLocationManager()
        let asking = CLLocationManager()
        var told: [String] = []

        init() {
            distant.delegate = self
            asking.delegate = self
        }

        func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
            told.append(manager === distant ? "distant" : "asking")
            asking.requestLocation()
        }
        func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
    }

    @Test("a manager of significant changes gets no other's requested fix, and asking again waits for a new one")
    func requestedFix() throws {
        let device = try TestApp.device(modes: [.location])
        nonisolated(unsafe) var locations: Locations?
        TestApp.forget()
        TestApp.onLaunch = { _ in
            let made = Locations()
            made.distant.requestAlwaysAuthorization()
            made.distant.startMonitoringSignificantLocationChanges()
            made.asking.requestLocation()
            locations = made
        }
        device.launch { TestApp() }
        device.advance(by: .seconds(5))
        let told = try #require(locations?.told)
        #expect(!told.contains("distant"))
        #expect((1...7).contains(told.count), "\(told.count) in 5 s of a receiver that tells one a second")
        _ = locations.take()
    }

    @Test(
        "LC-28: an app with scenes is launched without options, one without scenes with them", arguments: [true, false])
    func launchOptions(scenes: Bool) throws {
        final class Delegate: UIResponder, UIApplicationDelegate {
            static var options: [UIApplication.LaunchOptionsKey: Any]?
            func application(
                _ application: UIApplication,
                didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
            ) -> Bool {
                Self.options = launchOptions
                return true
            }
        }
        let path = NSTemporaryDirectory() + "/keepalive-launch-\(getpid())-\(scenes).plist"
        var plist: [String: Any] = [
            "CFBundleIdentifier": "org.example.launch", "UIBackgroundModes": ["remote-notification"],
        ]
        if scenes { plist["UIApplicationSceneManifest"] = ["UISceneConfigurations": [String: Any]()] }
        try PropertyListSerialization.data(fromPropertyList: plist, format: .xml, options: 0)
            .write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        Delegate.options = [:]
        let device = try VirtualDevice(infoPlist: path)
        device.install { Delegate() }
        try device.push()
        device.advance(by: .seconds(1))
        #expect((Delegate.options == nil) == scenes)
    }

    @Test("LN-07, SD-71: a URL comes by the method of its time, or by an older one where the app has no newer")
    func openURL() throws {
        class Oldest: UIResponder, UIApplicationDelegate {
            static var calls: [String] = []
            func application(_ application: UIApplication, handleOpen url: URL) -> Bool {
                Self.calls.append("handleOpen \(url)")
                return true
            }
        }
        final class All: UIResponder, UIApplicationDelegate {
            func application(
                _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
            ) -> Bool {
                Oldest.calls.append("options \(url), in place \(options[.openInPlace] as? Bool ?? false)")
                return true
            }
            func application(
                _ application: UIApplication, open url: URL, sourceApplication: String?, annotation: Any
            ) -> Bool {
                Oldest.calls.append("source \(url) \(sourceApplication ?? "-")")
                return true
            }
        }
        func calls(_ ios: String, _ make: @escaping () -> any UIApplicationDelegate) throws -> [String] {
            Oldest.calls = []
            let device = try VirtualDevice(ios: ios)
            device.install(make)
            device.returnToApp()
            device.open("walk:1")
            device.happen(.urlOpened(OpenedURL("file:///a", sourceApplication: "org.example.files", openInPlace: true)))
            return Oldest.calls
        }
        #expect(try calls("26.0") { All() } == ["options walk:1, in place false", "options file:///a, in place true"])
        #expect(try calls("8.4") { All() } == ["source walk:1 -", "source file:///a org.example.files"])
        #expect(try calls("26.0") { Oldest() } == ["handleOpen walk:1", "handleOpen file:///a"])
        #expect(try calls("8.4") { Oldest() } == ["handleOpen walk:1", "handleOpen file:///a"])
    }

    @Test("an app that is called again and again within one instant ends, with the name of the loop")
    func callbackLoop() throws {
        let device = try TestApp.device()
        device.launch { TestApp.plain() }
        for _ in 0..<10_001 { device.happen(.device(.memoryPressure(.warning))) }
        #expect(device.state == .terminated)
        #expect(device.events.contains { $0.reason?.contains("uncaught KeepAliveCallbackLoop") ?? false })
    }
}

/// What Foundation has on iOS alone.
@Suite struct FoundationPartsTests {
    private class Base: NSObject {}
    private final class Derived: Base {}

    @Test("the class of an object is asked for, with those above it")
    func kinds() {
        let object: NSObject = Derived()
        #expect(object.isKind(of: Base.self) && object.isKind(of: NSObject.self) && !object.isMember(of: Base.self))
        #expect(object.isMember(of: Derived.self) && !Base().isKind(of: Derived.self))
    }

    @Test("a weak table forgets objects that are gone; a strong one keeps them")
    func hashTable() {
        let weak = NSHashTable<NSObject>.weakObjects()
        let strong = NSHashTable<NSObject>(options: .strongMemory)
        let kept = NSObject()
        weak.add(kept)
        weak.add(kept)
        autoreleasepool {
            let gone = NSObject()
            weak.add(gone)
            strong.add(NSObject())
            #expect(weak.count == 2 && weak.contains(gone))
        }
        #expect(weak.allObjects == [kept] && strong.count == 1 && strong.anyObject != nil)
        weak.remove(kept)
        #expect(weak.count == 0 && !weak.contains(kept))
        strong.removeAllObjects()
        #expect(strong.count == 0)
    }

    @Test("a bundle with localized values has the others of its Info.plist, too")
    func localizedInfoDictionary() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).app")
        defer { try? FileManager.default.removeItem(at: folder) }
        let strings = folder.appending(path: "en.lproj/InfoPlist.strings")
        try FileManager.default.createDirectory(
            at: strings.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(#""CFBundleDisplayName" = "Localized";"#.utf8).write(to: strings)
        let list: [String: Any] = ["CFBundleDisplayName": "Plain", "CFBundleDevelopmentRegion": "en", "Key": ["value"]]
        try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
            .write(to: folder.appending(path: "Info.plist"))
        let bundle = try #require(Bundle(path: folder.path))
        #expect(bundle.keepAliveObject(forInfoDictionaryKey: "Key") as? [String] == ["value"])
        #expect(bundle.keepAliveObject(forInfoDictionaryKey: "CFBundleDisplayName") as? String == "Localized")
        #expect(bundle.keepAliveObject(forInfoDictionaryKey: "Other") == nil)
    }
}
