import KeepAliveModel
import SwiftSyntax

/// Checks of the app delegate's life-cycle methods (LC rules).
extension ProjectChecks {
    /// The methods that UIKit does not call in an app with scenes, each with the method that it calls instead.
    private static let replaced: [String: String] = [
        "applicationDidBecomeActive(_:)": "sceneDidBecomeActive(_:)",
        "applicationWillResignActive(_:)": "sceneWillResignActive(_:)",
        "applicationDidEnterBackground(_:)": "sceneDidEnterBackground(_:)",
        "applicationWillEnterForeground(_:)": "sceneWillEnterForeground(_:)",
        "application(_:open:options:)": "scene(_:openURLContexts:)",
        "application(_:continue:restorationHandler:)": "scene(_:continue:)",
        "application(_:performActionFor:completionHandler:)": "windowScene(_:performActionFor:completionHandler:)",
    ]

    /// The cures in an app of SwiftUI, of methods that no phase of a scene replaces.
    private static let cures: [String: String] = [
        "application(_:open:options:)": "use onOpenURL(perform:)",
        "application(_:continue:restorationHandler:)": "use onContinueUserActivity(_:perform:)",
        "application(_:performActionFor:completionHandler:)":
            "give the scene a delegate with windowScene(_:performActionFor:completionHandler:)",
    ]

    mutating func checkLifeCycle() {
        guard ios >= IOSVersion(13) else { return }
        // An app may be started by another type: `@main struct Main { static func main() { MyApp.main() } }`.
        let started = Set(index.calls("main").compactMap { $0.node.base?.referenceName })
        let isSwiftUI = index.types.contains { name, type in
            (type.isMain || started.contains(name)) && index.type(name, is: "App")
        }
        // A manifest alone, without a delegate of the scenes, leaves the app delegate its methods, up to iOS 26.
        let hasSceneDelegate =
            project.manifest?.sceneDelegateClass != nil
            || !index.functions("application(_:configurationForConnecting:options:)").isEmpty
            || project.objectiveCPlace("configurationForConnectingSceneSession") != nil
        let hasManifest = project.manifest?.adoptsScenes == true
        let hasScenes = isSwiftUI || (hasManifest && hasSceneDelegate)
        if hasScenes {
            let cause = isSwiftUI ? "an app of SwiftUI has scenes" : "the Info.plist has UIApplicationSceneManifest"
            for (name, replacement) in Self.replaced.sorted(by: { $0.key < $1.key }) {
                for function in index.functions(name, of: "UIApplicationDelegate")
                where !function.isEmpty && !isCalled(function) {
                    report(
                        "LC-03", .error, at: index.place(of: function), "\(name) is never called: \(cause)",
                        cure: isSwiftUI
                            ? Self.cures[name] ?? "observe the scenePhase, or the notification of UIApplication"
                            : "move the code to \(replacement) of the scene's delegate")
                }
            }
        } else if project.manifest != nil, ios >= IOSVersion(27),
            let place = index.functions("application(_:didFinishLaunchingWithOptions:)").first.map(index.place)
                ?? project.objectiveCPlace("didFinishLaunchingWithOptions")
        {
            report(
                "LC-29", .warning, at: place,
                "\(hasManifest ? "with a UIApplicationSceneManifest that names no delegate of the scenes" : "without UIApplicationSceneManifest") an app that is built with the SDK of iOS 27 does not launch",
                cure: "adopt scenes")
        }
        if project.keys.contains("UIApplicationExitsOnSuspend") {
            report(
                "LC-18", .warning, at: project.manifestPlace(of: "UIApplicationExitsOnSuspend"),
                "UIApplicationExitsOnSuspend has no effect from iOS 13 on", cure: "take it out of the Info.plist")
        }
    }

    /// Returns whether the project calls a method by its name, as a scene's delegate may do, other than by `super`.
    private func isCalled(_ function: CodeIndex.Function) -> Bool {
        (index.functionsByName[function.name] ?? []).contains { number in
            index.functions[number].node.id == function.node.id
                && index.callers(of: number).contains { call in
                    call.node.base?.trimmedDescription != "super" && call.node.labels.count == function.parameters.count
                }
        }
    }
}
