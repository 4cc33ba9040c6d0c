import KeepAlivePolicy
import Testing

@testable import KeepAliveChecking
@testable import KeepAliveXcode

@Suite struct ProjectCheckTests {
    @Test("LC-03: life-cycle methods of the app delegate that an app with scenes never gets")
    func scenesAreOn() throws {
        let source = """
            @UIApplicationMain class AppDelegate: UIResponder, UIApplicationDelegate {
                func applicationDidEnterBackground(_ application: UIApplication) { save() }
                func applicationWillResignActive(_ application: UIApplication) {}
            }
            """
        #expect(try findings(source, scenes).words == ["LC-03 error 2"])
        #expect(try findings(source).words == [])
        #expect(try findings(source, scenes, ios: IOSVersion(12, 4)).words == [])
        let swiftUI = source.replacing("@UIApplicationMain ", with: "") + "\n@main struct Main: App {}"
        #expect(try findings(swiftUI).words == ["LC-03 error 2"])
        // A manifest that names no delegate leaves the app delegate its methods; one that the code names takes them.
        #expect(try findings(source, emptyManifest).words == [])
        let started = "\n@main enum Main { static func main() { MyApp.main() } }\nstruct MyApp: App {}"
        #expect(try findings(source.replacing("@UIApplicationMain ", with: "") + started).words == ["LC-03 error 2"])
        let named = """
            extension AppDelegate {
                func application(_ application: UIApplication, configurationForConnecting session: UISceneSession, options: UIScene.ConnectionOptions) -> UISceneConfiguration { made }
            }
            """
        #expect(try findings("\(source)\n\(named)", emptyManifest).words == ["LC-03 error 2"])
        // Of an app that calls the method itself, nothing is said.
        let calling = "extension AppDelegate { func leave() { self.applicationDidEnterBackground(.shared) } }"
        #expect(try findings("\(source)\n\(calling)", scenes).words == [])
        let toSuper = "class Other: AppDelegate { func leave() { super.applicationDidEnterBackground(.shared) } }"
        #expect(try findings("\(source)\n\(toSuper)", scenes).words == ["LC-03 error 2"])
    }

    private let emptyManifest: [String: PropertyListValue] = ["UIApplicationSceneManifest": .dictionary([:])]

    @Test("code for a module that the project does not link is not compiled")
    func notLinked() throws {
        let source = """
            #if canImport(Far) && os(iOS)
            import Far
            #endif
            class AppDelegate: UIResponder, UIApplicationDelegate {
                #if canImport(Far) && os(iOS)
                func applicationDidEnterBackground(_ application: UIApplication) { save() }
                #endif
            }
            """
        #expect(try findings(source, scenes, linked: []).words == [])
        #expect(try findings(source, scenes, linked: ["Far"]).words == ["LC-03 error 6"])
        #expect(try findings(source, scenes).words == ["LC-03 error 6"])
        #expect(try findings("import Far\n" + source, scenes, linked: []).words == ["LC-03 error 7"])
        let either = source.replacing("canImport(Far) &&", with: "canImport(UIKit) || canImport(Far) &&")
        #expect(try findings(either, scenes, linked: []).words == ["LC-03 error 6"])
    }

    @Test("LC-18, LC-29: a key without effect, and an app without scenes on iOS 27")
    func launches() throws {
        let source = """
            class AppDelegate: UIResponder, UIApplicationDelegate {
                func application(_ application: UIApplication, didFinishLaunchingWithOptions options: [String: Any]?) -> Bool { true }
            }
            """
        #expect(try findings(source, ["UIApplicationExitsOnSuspend": .boolean(false)]).words == ["LC-18 warning 1"])
        #expect(try findings(source, ios: IOSVersion(27)).words == ["LC-29 warning 2"])
        #expect(try findings(source, scenes, ios: IOSVersion(27)).words == [])
        let empty = try findings(source, emptyManifest, ios: IOSVersion(27))
        #expect(empty.words == ["LC-29 warning 2"] && empty[0].message.contains("names no delegate"))
    }

    @Test("UR-04, UR-05, UR-21: a background session that nothing answers for, and tasks that it refuses")
    func transfers() throws {
        let source = """
            class Loader: NSObject {
                lazy var session: URLSession = {
                    let configuration = URLSessionConfiguration.background(withIdentifier: "a")
                    return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
                }()
                let plain = URLSession.shared
                func load() {
                    session.downloadTask(with: url).resume()
                    session.dataTask(with: url).resume()
                    session.downloadTask(with: url) { _, _, _ in }.resume()
                    session.uploadTask(with: request, from: data).resume()
                    plain.dataTask(with: url) { _, _, _ in }.resume()
                }
            }
            class Other { let session = URLSession.shared; func load() { session.dataTask(with: url).resume() } }
            """
        #expect(
            try findings(source).words
                == ["UR-04 warning 3", "UR-21 error 10", "UR-21 error 11"])
        #expect(try findings(source, ios: IOSVersion(7, 1)).words.contains("UR-21 error 9"))
        let handled = """
            class AppDelegate: NSObject, UIApplicationDelegate {
                func application(_ application: UIApplication, handleEventsForBackgroundURLSession identifier: String, completionHandler: @escaping () -> Void) { keep(completionHandler) }
                let session = URLSession(configuration: .background(withIdentifier: "a"))
            }
            """
        #expect(try findings(handled).words == ["UR-05 warning 2"])
    }

    @Test("AS-11, AS-14, AS-18, AS-08: options and modes that do not suit their category")
    func audio() throws {
        func category(_ arguments: String) throws -> [String] {
            try findings("try AVAudioSession.sharedInstance().setCategory(\(arguments))").words
        }
        #expect(try category(".playback, options: [.allowBluetooth]").first?.hasPrefix("AS-11") == true)
        #expect(try category(".playback, mode: .default, options: .defaultToSpeaker").first?.hasPrefix("AS-14") == true)
        #expect(try category(".playAndRecord, mode: .voiceChat, options: [.allowBluetoothHFP, .mixWithOthers]") == [])
        #expect(try category(".playback, mode: .voiceChat") == ["AS-18 warning 1"])
        // Apple's page alone speaks against it.
        let ambient = try findings(
            "try AVAudioSession.sharedInstance().setCategory(.ambient, options: [.mixWithOthers])")
        #expect(ambient.words == [] && ambient.notes == ["AS-08"])
        #expect(try category("AVAudioSessionCategoryPlayback, with: [.defaultToSpeaker]").isEmpty == false)
        #expect(try category("name, options: options") == [])
    }

    @Test("AS-55 is a remark: sound may be meant for the foreground")
    func foregroundSound() throws {
        let source = "try session.setCategory(.playback); AVAudioPlayer(contentsOf: url).play()"
        #expect(try findings(source).notes == ["AS-55"])
        #expect(try findings(source, modes: ["audio"]) == [])
    }

    @Test("AS-01, AS-02: the audio mode with a category that does not play in the background, or with none")
    func backgroundSound() throws {
        let play = "AVAudioPlayer(contentsOf: url).play()"
        #expect(try findings(play, modes: ["audio"]).words == ["AS-02 warning 1"])
        #expect(try findings("session.setCategory(.ambient); \(play)", modes: ["audio"]).words == ["AS-01 warning 1"])
        #expect(try findings("session.setCategory(.record); \(play)", modes: ["audio"]).words == [])
        #expect(try findings("session.setCategory(chosen); \(play)", modes: ["audio"]).words == [])
        #expect(try findings("import Player; \(play)", modes: ["audio"]).words == [])
    }

    @Test("CL-01, CL-07, CL-21, CL-22, CL-48: location without mode, switch, delegate, usage strings or indicator")
    func location() throws {
        let usage: [String: PropertyListValue] = [
            "NSLocationWhenInUseUsageDescription": .string("a"),
            "NSLocationAlwaysAndWhenInUseUsageDescription": .string("b"),
        ]
        let allows =
            "manager.allowsBackgroundLocationUpdates = true; manager.pausesLocationUpdatesAutomatically = false; manager.startUpdatingLocation()"
        let pauses = "manager.allowsBackgroundLocationUpdates = true; manager.startUpdatingLocation()"
        #expect(try findings(pauses, modes: ["location"]).words == ["CL-12 warning 1"])
        #expect(try findings(allows).words == ["CL-01 error 1"])
        #expect(try findings(allows, modes: ["location"]).words == [])
        #expect(try findings("manager.startUpdatingLocation()", modes: ["location"]).words == ["CL-07 warning 1"])
        #expect(try findings("manager.requestAlwaysAuthorization()").words == ["CL-22 error 1"])
        #expect(try findings("manager.requestAlwaysAuthorization()", usage).words == [])
        #expect(try findings("manager.requestLocation()").words == ["CL-21 error 1"])
        #expect(try findings("manager.delegate = self; manager.requestLocation()").words == [])
        let filtered = allows + "; manager.distanceFilter = 50"
        #expect(try findings(filtered, modes: ["location"]).words == ["CL-48 warning 1"])
        #expect(try findings(filtered, modes: ["location"], ios: IOSVersion(16)).words == [])
        #expect(
            try findings(filtered + "; manager.showsBackgroundLocationIndicator = true", modes: ["location"]).words
                == [])
    }

    @Test("AS-55, BM-10, WK-04, LC-29, DP-01: what unseen apps showed")
    func unseenApps() throws {
        // A call that fails sets no category.
        let play = "let player = AVAudioPlayer(); player.play()\n"
        let set = "try session.setCategory(.playback, options: OPTIONS)"
        #expect(try findings(play + set.replacing("OPTIONS", with: ".mixWithOthers")).notes.contains("AS-55"))
        #expect(try !findings(play + set.replacing("OPTIONS", with: ".defaultToSpeaker")).notes.contains("AS-55"))
        // An import of CloudKit alone takes no push.
        #expect(try findings("import CloudKit", modes: ["remote-notification"]).words == ["BM-10 warning 1"])
        #expect(try findings("import CloudKit\nlet a = CKContainer.default()", modes: ["remote-notification"]) == [])
        #expect(try findings("import CoreData", modes: ["remote-notification"]).words == ["BM-10 warning 1"])
        // Without the mode, no wake ends.
        let push = """
            class AppDelegate: NSObject, UIApplicationDelegate {
                func application(_ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any], fetchCompletionHandler handler: @escaping (UIBackgroundFetchResult) -> Void) { show() }
            }
            """
        #expect(try findings(push).words == ["BM-16 warning 2"])
        #expect(try findings(push, modes: ["remote-notification"]).words == ["WK-04 error 2"])
        let inFront = push.replacing(
            ", fetchCompletionHandler handler: @escaping (UIBackgroundFetchResult) -> Void", with: "")
        #expect(try findings(inFront).words == [])
        #expect(try findings(inFront, modes: ["remote-notification"]).words == [])
        // A handler that is called at once ends the wake.
        let session = "let session = URLSession(configuration: .background(withIdentifier: \"a\"))\n"
        let handled = """
            class AppDelegate: NSObject, UIApplicationDelegate {
                func application(_ application: UIApplication, handleEventsForBackgroundURLSession identifier: String, completionHandler: @escaping () -> Void) { CALL }
            }
            """
        #expect(
            try findings(session + handled.replacing("CALL", with: "keep(completionHandler)")).words
                == ["UR-05 warning 3"])
        #expect(try findings(session + handled.replacing("CALL", with: "completionHandler()")).words == [])
        // An app delegate in Objective-C.
        let objectiveC = "- (BOOL)application:(UIApplication *)a didFinishLaunchingWithOptions:(NSDictionary *)o {"
        #expect(try findings("", ios: IOSVersion(27), objectiveC: objectiveC).words == ["LC-29 warning 1"])
        #expect(
            try findings(
                "", ios: IOSVersion(27),
                objectiveC: objectiveC + "\n}\n- (id)application:(id)a configurationForConnectingSceneSession:(id)s {"
            ).words == ["LC-29 warning 1"])
        // The wake that a message names is one that the code uses.
        let item =
            "SecItemAdd([kSecClass: a] as CFDictionary, nil)\n\(push.replacing("show()", with: "handler(.newData)"))"
        let found = try findings(item, modes: ["fetch", "remote-notification"])
        #expect(found.contains { $0.rule == "DP-01" && $0.message.contains("'remote-notification'") })
    }

    @Test(
        "BM-03, BM-05: a sound of the system is a use of 'audio'; pods and other projects may use what Objective-C declares"
    )
    func usesElsewhere() throws {
        let alarm = "func alarm() { AudioServicesPlaySystemSoundWithCompletion(1005) { alarm() } }"
        #expect(try findings(alarm, modes: ["audio"]) == [])
        #expect(try findings("", modes: ["audio"]).words == ["BM-03 warning 1"])
        let objectiveC = "@implementation AppDelegate @end"
        #expect(try findings("", modes: ["voip"], objectiveC: objectiveC).words == ["BM-05 warning 1"])
        let linking = try findings("", modes: ["voip"], objectiveC: objectiveC, linksForeignCode: true)
        #expect(linking.words == [] && linking.notes == ["BM-05"])
        #expect(try findings("", modes: ["voip"], linksForeignCode: true).words == ["BM-05 warning 1"])
    }

    @Test("BT-19: a task that a dictionary no longer has was ended before")
    func keptIdentifiers() throws {
        let source = """
            func begin() {
                tasks[key] = UIApplication.shared.beginBackgroundTask {
                    guard let task = tasks[key] else { return }
                    UIApplication.shared.endBackgroundTask(task)
                }
            }
            """
        #expect(try findings(source).words == [])
        #expect(
            try findings(source.replacing("let task = tasks[key] else", with: "isNear else")).words == [
                "BT-19 warning 3"
            ])
    }

    @Test("code that the checked version never runs says nothing")
    func otherVersions() throws {
        func words(_ condition: String, ios: IOSVersion = IOSVersion(26)) throws -> [String] {
            let set = "try session.setCategory(.playback, options: .defaultToSpeaker)"
            return try findings(condition.replacing("SET", with: "\n\(set)\n"), ios: ios).words
        }
        #expect(try words("func f() throws { SET }") == ["AS-14 error 2"])
        #expect(try words("func f() throws { if #available(iOS 11.0, *) {} else { SET } }") == [])
        #expect(try words("func f() throws { if #available(iOS 27, *) { SET } }") == [])
        #expect(try words("func f() throws { if #unavailable(iOS 11) { SET } }") == [])
        #expect(try words("func f() throws { guard #available(iOS 11, *) else { SET; return } }") == [])
        #expect(try words("func f() throws { if #available(iOS 27, *), a { SET } }") == [])
        // Other conditions, other systems and older versions decide nothing.
        #expect(try words("func f() throws { if #available(iOS 11, *), a {} else { SET } }") == ["AS-14 error 2"])
        #expect(try words("func f() throws { if #available(macOS 11, *) {} else { SET } }") == ["AS-14 error 2"])
        #expect(
            try words("func f() throws { if #available(iOS 11, *) {} else { SET } }", ios: IOSVersion(10))
                == ["AS-14 error 2"])
    }

    @Test("a call means the functions whose parameters it gives")
    func targets() throws {
        let source = """
            func begin() {
                task = UIApplication.shared.beginBackgroundTask {
                    queue.sync { self.stop() }
                    UIApplication.shared.endBackgroundTask(task)
                }
            }
            func sync(database: Int, _ more: Int = 0) { _ = UIApplication.shared.beginBackgroundTask(expirationHandler: nil) }
            """
        #expect(try !findings(source).words.contains { $0.hasPrefix("BT-12") })
        let called = source.replacing("queue.sync { self.stop() }", with: "sync(database: 1)")
        #expect(try findings(called).words.contains { $0.hasPrefix("BT-12") })
    }

    @Test("DP-01, DP-02: what a launch on a locked device cannot read")
    func protection() throws {
        let add = "SecItemAdd([kSecClass: kSecClassGenericPassword] as CFDictionary, nil)"
        #expect(try findings(add, modes: ["location"]).notes.contains("DP-01"))
        #expect(try findings(add).words == [])
        let after = add + "; let a = kSecAttrAccessible; let b = kSecAttrAccessibleAfterFirstUnlock"
        #expect(try !findings(after, modes: ["fetch"]).notes.contains("DP-01"))
        #expect(
            try findings("query[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlocked", modes: ["fetch"]).notes
                .contains("DP-01"))
        let query = "let query = [kSecAttrAccessible: kSecAttrAccessibleWhenUnlockedThisDeviceOnly]"
        #expect(try findings(query, modes: ["fetch"]).notes.contains("DP-01"))
        // An entry of a table says nothing of an item.
        let table = "let table = [Level.unlocked: kSecAttrAccessibleWhenUnlocked]"
        #expect(try !findings(table, modes: ["fetch"]).notes.contains("DP-01"))
        #expect(
            try findings("try data.write(to: url, options: .completeFileProtection)", modes: ["fetch"]).words
                .contains("DP-02 warning 1"))
        let complete = [
            "com.apple.developer.default-data-protection": PropertyListValue.string("NSFileProtectionComplete")
        ]
        #expect(try findings("", modes: ["fetch"], entitlements: complete).words.contains("DP-02 warning 1"))
        let weaker =
            "let attributes = [FileAttributeKey.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication]"
        let noted = try findings(weaker, modes: ["fetch"], entitlements: complete)
        #expect(noted.notes.contains("DP-02") && !noted.words.contains("DP-02 warning 1"))
        #expect(noted.contains { $0.message.hasSuffix("; App.swift:1 gives some another class") })
    }

    @Test("BM-01 to BM-16: modes that code needs, modes that nothing needs, and words that are none")
    func modes() throws {
        #expect(try findings("", modes: ["locations"]).words == ["BM-01 warning 1"])
        #expect(try findings("", modes: ["workout-processing"]).words == ["BM-02 warning 1"])
        #expect(
            try findings("", modes: ["audio", "location", "fetch", "processing", "voip", "bluetooth-central"]).words
                .sorted()
                == [
                    "BM-03 warning 1", "BM-04 warning 1", "BM-05 warning 1", "BM-07 warning 1", "BM-09 warning 1",
                    "BM-11 warning 1",
                ])
        // A package may use it.
        let package = try findings("import Player", modes: ["audio"])
        #expect(package.words == [] && package.notes == ["BM-03"])
        #expect(
            try findings(
                "CBCentralManager(delegate: self, queue: nil, options: [CBCentralManagerOptionRestoreIdentifierKey: \"a\"])"
            ).words == ["BM-07 warning 1"])
        #expect(try findings("CXProvider(configuration: c)").words == ["BM-17 error 1"])
        #expect(
            try findings("", modes: ["audio"], objectiveC: "// AVPlayer\n[[AVAudioPlayer alloc] init];").words == [])
        #expect(
            try findings("", modes: ["audio"], objectiveC: "// AVPlayer\n\"AVPlayer\";").words == ["BM-03 warning 1"])
    }

    @Test("without an Info.plist nothing is said of modes and identifiers")
    func withoutManifest() throws {
        let source = """
            manager.allowsBackgroundLocationUpdates = true
            BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: "a"))
            """
        #expect(try findings(source, hasInfoPlist: false).words == ["BG-05 error 2"])
    }
}
