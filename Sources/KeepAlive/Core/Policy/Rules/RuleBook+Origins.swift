extension RuleBook {
    /// The source of a rule in words.
    struct Source: Sendable, ExpressibleByStringLiteral {
        let text: String

        init(stringLiteral text: String) {
            self.text = text
        }

        private init(_ text: String) {
            self.text = text
        }

        /// Returns the source of a rule that this project inferred from other rules.
        static func inference(from rules: RuleID...) -> Source {
            Source((["this project's inference"] + rules.map(\.description)).joined(separator: ", "))
        }

        /// Returns the source of a rule that other rules state in full.
        static func rules(_ rules: RuleID...) -> Source {
            Source(rules.map(\.description).joined(separator: ", "))
        }
    }
}

/// Sources: Apple's documentation.
extension RuleBook.Source {
    private static func apple(_ title: String, _ path: String) -> RuleBook.Source {
        RuleBook.Source("Apple, \(title) https://developer.apple.com/\(path)")
    }

    static let guide = apple(
        "App Programming Guide for iOS, Background Execution",
        "library/archive/documentation/iPhone/Conceptual/iPhoneOSProgrammingGuide/BackgroundExecution/"
            + "BackgroundExecution.html")
    static let lifeCycle = apple(
        "Managing your app's life cycle", "documentation/uikit/managing-your-app-s-life-cycle")
    static let sequence = apple(
        "About the background execution sequence", "documentation/uikit/about-the-background-execution-sequence")
    static let pushToTalkThread: RuleBook.Source = "Apple, developer forums, thread 764762"
    static let routeChanges = apple(
        "Responding to audio route changes", "documentation/avfaudio/responding-to-audio-route-changes")
    static let willEnterForeground = apple(
        "sceneWillEnterForeground(_:)", "documentation/uikit/uiscenedelegate/scenewillenterforeground(_:)")
    static let backgroundLaunchReport: RuleBook.Source = """
        measured on iOS 7 and 10, reported to Apple as rdar://14295449, and seen by LoopFollow \
        https://github.com/lionheart/openradar-mirror/issues/4788 https://github.com/loopandlearn/LoopFollow/issues/745
        """
    static let extending = apple(
        "Extending your app's background execution time",
        "documentation/uikit/extending-your-app-s-background-execution-time")
    static let delegate = apple("UIApplicationDelegate", "documentation/uikit/uiapplicationdelegate")
    static let remaining = apple(
        "backgroundTimeRemaining", "documentation/uikit/uiapplication/backgroundtimeremaining")
    static let beginning = apple(
        "beginBackgroundTask(expirationHandler:)",
        "documentation/uikit/uiapplication/beginbackgroundtask(expirationhandler:)")
    static let sigkill = apple("SIGKILL", "documentation/xcode/sigkill")
    static let watchdog = apple(
        "Addressing watchdog terminations", "documentation/xcode/addressing-watchdog-terminations")
    static let terminations = apple(
        "Reduce terminations in your app", "documentation/xcode/reduce-terminations-in-your-app")
    static let jetsamReports = apple(
        "Identifying high-memory use with jetsam event reports",
        "documentation/xcode/identifying-high-memory-use-with-jetsam-event-reports")
    static let resourceExceptions = apple("EXC_RESOURCE", "documentation/xcode/exc_resource")
    static let simulator: RuleBook.Source = "Apple, Testing in Simulator versus testing on hardware devices"
    static let releaseBuild: RuleBook.Source = "Apple, Testing a release build"
    static let releaseNotes13: RuleBook.Source = "Apple, iOS 13 release notes"
    static let socketNote: RuleBook.Source = "Apple, TN2277"
    static let bluetoothNote = apple(
        "TN3115", "documentation/technotes/tn3115-bluetooth-state-restoration-app-relaunch-rules")
    static let modes = apple(
        "Configuring background execution modes", "documentation/xcode/configuring-background-execution-modes")
    static let keys = apple(
        "UIBackgroundModes", "documentation/bundleresources/information-property-list/uibackgroundmodes")
    static let audioSession = apple("AVAudioSession", "documentation/avfaudio/avaudiosession")
    static let audioQuestion = apple("QA1668", "library/content/qa/qa1668/_index.html")
    static let backgroundUpdates = apple(
        "allowsBackgroundLocationUpdates",
        "documentation/corelocation/cllocationmanager/allowsbackgroundlocationupdates")
    static let handlingLocation = apple(
        "Handling location updates in the background",
        "documentation/corelocation/handling-location-updates-in-the-background")
    static let locationPauses = apple(
        "pausesLocationUpdatesAutomatically",
        "documentation/corelocation/cllocationmanager/pauseslocationupdatesautomatically")
    static let significantChange = apple(
        "startMonitoringSignificantLocationChanges()",
        "documentation/corelocation/cllocationmanager/startmonitoringsignificantlocationchanges()")
    static let regionMonitoring = apple(
        "Location and Maps Programming Guide, Region Monitoring",
        "library/archive/documentation/UserExperience/Conceptual/LocationAwarenessPG/RegionMonitoring/"
            + "RegionMonitoring.html")
    static let backgroundTasks = apple("BackgroundTasks", "documentation/backgroundtasks")
    static let longRunningTasks = apple(
        "Performing long-running tasks on iOS and iPadOS",
        "documentation/backgroundtasks/performing-long-running-tasks-on-ios-and-ipados")
    static let backgroundStrategies: RuleBook.Source = "Apple, Choosing background strategies for your app"
    static let pushKit = apple(
        "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
        "documentation/pushkit/pkpushregistrydelegate/"
            + "pushregistry(_:didreceiveincomingpushwith:for:completion:)")
    static let callKit = apple("CallKit", "documentation/callkit")
    static let interruptionGuide = apple(
        "Audio Session Programming Guide, Responding to Interruptions (2014)",
        "library/archive/documentation/Audio/Conceptual/AudioSessionProgrammingGuide/HandlingAudioInterruptions/"
            + "HandlingAudioInterruptions.html")
    static let wakeTimeThread = RuleBook.Source(
        "Apple engineer, https://developer.apple.com/forums/thread/815618")
    static let stallThread = RuleBook.Source("a developer, https://developer.apple.com/forums/thread/808756")
    static let fileProvider = apple("File Provider", "documentation/fileprovider")
    static let launchOptions = apple(
        "application(_:didFinishLaunchingWithOptions:)",
        "documentation/uikit/uiapplicationdelegate/application(_:didfinishlaunchingwithoptions:)")
    static let launchSequence = apple(
        "About the app launch sequence", "documentation/uikit/about-the-app-launch-sequence")
    static let accuracyAuthorization = apple(
        "accuracyAuthorization", "documentation/corelocation/cllocationmanager/accuracyauthorization")
    static let engineConfigurationChange = apple(
        "AVAudioEngineConfigurationChange",
        "documentation/foundation/nsnotification/name-swift.struct/avaudioengineconfigurationchange")
    static let temporaryAccuracy = apple(
        "requestTemporaryFullAccuracyAuthorization(withPurposeKey:completion:)",
        "documentation/corelocation/cllocationmanager/"
            + "requesttemporaryfullaccuracyauthorization(withpurposekey:completion:)")
    static let keychain = apple("Keychain items", "documentation/security/keychain-items")
    static let keychainAccessibility = apple(
        "Restricting keychain item accessibility", "documentation/security/restricting-keychain-item-accessibility")
    static let protectedData = apple(
        "isProtectedDataAvailable", "documentation/uikit/uiapplication/isprotecteddataavailable")
    static let fileProtection = apple(
        "Encrypting your app's files", "documentation/uikit/encrypting-your-app-s-files")
    static let sceneTransition = apple(
        "Transitioning to the UIKit scene-based life cycle",
        "documentation/uikit/transitioning-to-the-uikit-scene-based-life-cycle")
    static let sceneNote = apple(
        "TN3187", "documentation/technotes/tn3187-migrating-to-the-uikit-scene-based-life-cycle")
    static let sceneRequest = apple(
        "requestSceneSessionActivation(_:userActivity:options:errorHandler:)",
        "documentation/uikit/uiapplication/requestscenesessionactivation(_:useractivity:options:errorhandler:)")
    static let sceneThread = RuleBook.Source("Apple engineer, https://developer.apple.com/forums/thread/789004")
    static let sessionMode = apple(
        "AVAudioSession.Mode", "documentation/avfaudio/avaudiosession/mode-swift.struct")
    static let audioHeader27: RuleBook.Source = "Apple, AVAudioSession.h and AVAudioSessionTypes.h of the iOS 27 SDK"
    static let liveUpdatesTalk: RuleBook.Source =
        "Apple, WWDC23 10180 https://developer.apple.com/videos/play/wwdc2023/10180/"
    static let activitySessionThread = RuleBook.Source("https://developer.apple.com/forums/thread/775888")
    static let registering = apple(
        "Registering your app with APNs", "documentation/usernotifications/registering-your-app-with-apns")
    static let pushRequests = apple(
        "Sending notification requests to APNs",
        "documentation/usernotifications/sending-notification-requests-to-apns")
    static let activityPush = apple(
        "Starting and updating Live Activities with ActivityKit push notifications",
        "documentation/activitykit/starting-and-updating-live-activities-with-activitykit-push-notifications")
    static let locationPush = apple(
        "Creating a location push service extension",
        "documentation/corelocation/creating-a-location-push-service-extension")
    static let resourceTimeout = apple(
        "timeoutIntervalForResource", "documentation/foundation/urlsessionconfiguration/timeoutintervalforresource")
    static let transferTimeoutThread = RuleBook.Source("https://developer.apple.com/forums/thread/771663")
    static let lowPowerGuide = apple(
        "Energy Efficiency Guide, Low Power Mode",
        "library/archive/documentation/Performance/Conceptual/EnergyGuide-iOS/LowPowerMode.html")
    static let platformSecurity: RuleBook.Source =
        "Apple, Platform Security, Data Protection classes https://support.apple.com/guide/security/secb010e978a/web"
    static let healthKit = apple(
        "enableBackgroundDelivery(for:frequency:withCompletion:)",
        "documentation/healthkit/hkhealthstore/enablebackgrounddelivery(for:frequency:withcompletion:)")
    static let liveActivity = apple(
        "Starting and updating Live Activities with push notifications",
        "documentation/activitykit/starting-and-updating-live-activities-with-activitykit-push-notifications")
    static let submitTaskRequest = apple(
        "submitTaskRequest(_:completionHandler:)",
        "documentation/backgroundtasks/bgtaskscheduler/submittaskrequest(_:completionhandler:)")
    static let remoteCommands = apple(
        "Controlling Background Audio",
        "documentation/avfoundation/media_playback/creating_a_basic_video_player_ios_and_tvos/controlling_background_audio"
    )
    static let preparing = apple(
        "AVAudioPlayer.prepareToPlay()", "documentation/avfaudio/avaudioplayer/preparetoplay()")
    static let backgroundPush = apple(
        "Pushing background updates to your app",
        "documentation/usernotifications/pushing-background-updates-to-your-app")
    static let keepAliveTimeout = apple(
        "setKeepAliveTimeout(_:handler:)", "documentation/uikit/uiapplication/setkeepalivetimeout(_:handler:)")
    static let fetchInterval = apple(
        "setMinimumBackgroundFetchInterval(_:)",
        "documentation/uikit/uiapplication/setminimumbackgroundfetchinterval(_:)")
    static let sessionConfiguration = apple(
        "URLSessionConfiguration", "documentation/foundation/urlsessionconfiguration")
    static let resumeData = apple(
        "cancel(byProducingResumeData:)",
        "documentation/foundation/urlsessiondownloadtask/cancel(byproducingresumedata:)")
    static let backgroundDownloads = apple(
        "Downloading files in the background", "documentation/foundation/downloading-files-in-the-background")
    static let sessionInvalidation = apple(
        "finishTasksAndInvalidate()", "documentation/foundation/urlsession/finishtasksandinvalidate()")
    static let waitsForConnectivity = apple(
        "waitsForConnectivity", "documentation/foundation/urlsessionconfiguration/waitsforconnectivity")
    static let earliestBeginDate = apple(
        "earliestBeginDate", "documentation/foundation/urlsessiontask/earliestbegindate")
    static let constrainedNetwork = apple(
        "allowsConstrainedNetworkAccess",
        "documentation/foundation/urlsessionconfiguration/allowsconstrainednetworkaccess")
    static let localNotification: RuleBook.Source = "Apple, UILocalNotification"
    static let callProvider = apple("CXProviderDelegate", "documentation/callkit/cxproviderdelegate")
    static let askingPermission = apple(
        "Asking permission to use notifications",
        "documentation/usernotifications/asking-permission-to-use-notifications")
    static let handlingNotifications = apple(
        "Handling notifications and notification-related actions",
        "documentation/usernotifications/handling-notifications-and-notification-related-actions")
    static let notificationCategories = apple(
        "UNNotificationCategory", "documentation/usernotifications/unnotificationcategory")
    static let calendarTrigger = apple(
        "UNCalendarNotificationTrigger", "documentation/usernotifications/uncalendarnotificationtrigger")
    static let intervalTrigger = apple(
        "UNTimeIntervalNotificationTrigger", "documentation/usernotifications/untimeintervalnotificationtrigger")
    static let regionTrigger = apple(
        "UNLocationNotificationTrigger", "documentation/usernotifications/unlocationnotificationtrigger")
    static let notificationCentre = apple(
        "UNUserNotificationCenter", "documentation/usernotifications/unusernotificationcenter")
    static let notificationContent = apple(
        "UNNotificationContent", "documentation/usernotifications/unnotificationcontent")
}

/// Sources: Apple's headers, open source, engineers and talks.
extension RuleBook.Source {
    static let applicationHeader: RuleBook.Source = "Apple, UIApplication.h of the iOS 6 SDK"
    static let oldAudioHeader: RuleBook.Source = "Apple, AudioSession.h of the iOS 6 SDK"
    static let audioHeader: RuleBook.Source =
        "Apple, AudioSessionTypes.h; .NET https://learn.microsoft.com/dotnet/api/avfoundation.avaudiosessionerrorcode"
    static let locationHeader: RuleBook.Source = "Apple, CLLocationManager.h"
    static let locationErrors: RuleBook.Source = "Apple, CLError.h of the iOS 6 SDK"
    static let schedulerHeader: RuleBook.Source = "Apple, BGTaskScheduler.h of the iOS 13 SDK"
    static let schedulerHeader26: RuleBook.Source = "Apple, BGTaskScheduler.h of the iOS 26 SDK"
    static let reasonHeader: RuleBook.Source =
        "XNU, bsd/sys/reason.h https://github.com/apple-oss-distributions/xnu"
    static let statusHeader: RuleBook.Source =
        "XNU, bsd/sys/kern_memorystatus.h https://github.com/apple-oss-distributions/xnu"
    static let kernel: RuleBook.Source = "XNU, osfmk/kern https://github.com/apple-oss-distributions/xnu"
    static let webKit: RuleBook.Source = "Apple, WebKit's process assertions https://github.com/WebKit/WebKit"
    static let taskNotes: RuleBook.Source =
        "Apple engineer, UIApplication Background Task Notes https://developer.apple.com/forums/thread/85066"
    static let limits: RuleBook.Source =
        "Apple engineer, iOS Background Execution Limits https://developer.apple.com/forums/thread/685525"
    static let noGuarantee: RuleBook.Source =
        "Apple engineer, developer forums https://developer.apple.com/forums/thread/741432"
    static let rateLimiter: RuleBook.Source =
        "Apple engineer, NSURLSession's Resume Rate Limiter https://developer.apple.com/forums/thread/14854"
    static let continuedTasks: RuleBook.Source =
        "Apple engineer, developer forums https://developer.apple.com/forums/thread/818623"
    static let whyKilled: RuleBook.Source =
        "Apple, WWDC20 10078, Why is my app getting killed? https://developer.apple.com/wwdc20/10078"
    static let backgroundTalk: RuleBook.Source =
        "Apple, WWDC19 707, Advances in App Background Execution https://asciiwwdc.com/2019/sessions/707"
}

/// Sources: publications of developers, general knowledge, and the lack of a source.
extension RuleBook.Source {
    static let logs: RuleBook.Source = "device logs and crash reports published by developers"
    static let simulatorLogs: RuleBook.Source = "simulator logs published by developers"
    static let projects: RuleBook.Source = "source code published by developers"
    static let oneProject: RuleBook.Source = "one project's source code"
    static let developers: RuleBook.Source = "several developers"
    static let bindings: RuleBook.Source = "bindings of Core Location published by developers"
    static let sample: RuleBook.Source = "2019 article on keeping an app alive, and its samples"
    static let wakeArticle: RuleBook.Source = "article on background fetch, silent pushes and background transfers"
    static let modesArticle: RuleBook.Source = "article on background modes"
    static let articles: RuleBook.Source = "five articles on running in the background"
    static let generalKnowledge: RuleBook.Source = "general knowledge"
    static let notFound: RuleBook.Source = "not found"
}
