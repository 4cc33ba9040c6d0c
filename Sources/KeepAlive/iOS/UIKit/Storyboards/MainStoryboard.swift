import Foundation

/// The main storyboard, which the app's Info.plist names.
@MainActor
enum MainStoryboard {
    /// Creates the window of an app without scenes; `nil` if the Info.plist names no storyboard
    /// (`UIMainStoryboardFile`).
    static func window() -> UIWindow? {
        window(named: Bundle.main.keepAliveObject(forInfoDictionaryKey: "UIMainStoryboardFile") as? String)
    }

    /// Creates the window of a scene; `nil` if neither the scene's configuration nor the Info.plist
    /// (`UISceneStoryboardFile`) names a storyboard.
    static func window(of scene: UIWindowScene) -> UIWindow? {
        guard let storyboard = scene.session.configuration.storyboard ?? configured else { return nil }
        let window = UIWindow(windowScene: scene)
        window.rootViewController = storyboard.instantiateInitialViewController()
        return window
    }

    private static var configured: UIStoryboard? {
        let manifest = Bundle.main.keepAliveObject(forInfoDictionaryKey: "UIApplicationSceneManifest") as? [String: Any]
        let configurations = manifest?["UISceneConfigurations"] as? [String: Any]
        let first = (configurations?["UIWindowSceneSessionRoleApplication"] as? [[String: Any]])?.first
        return (first?["UISceneStoryboardFile"] as? String).flatMap(storyboard)
    }

    /// Returns a storyboard of the app's bundle. If the file is missing, returns `nil` and writes a note into the
    /// timeline: often an app was started with its Info.plist, but without its bundle.
    private static func storyboard(_ name: String) -> UIStoryboard? {
        guard UIStoryboard.path(name, "storyboard", in: .main) != nil else {
            AppContext.current.note(
                "the Info.plist names the storyboard \(name), and the program's folder has none: start it with --bundle"
            )
            return nil
        }
        return UIStoryboard(name: name, bundle: nil)
    }

    private static func window(named name: String?) -> UIWindow? {
        guard let storyboard = name.flatMap(storyboard) else { return nil }
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = storyboard.instantiateInitialViewController()
        return window
    }
}
