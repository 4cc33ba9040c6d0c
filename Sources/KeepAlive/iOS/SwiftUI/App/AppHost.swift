import Foundation
import KeepAlive
import KeepAliveCombine

/// Hosts an app that uses SwiftUI: holds the tree of the app's scenes, and sets the scenes' phases. There is one host
/// per app.
@MainActor
final class AppHost: NSObject, SceneHost {
    private let graph = Graph()
    /// The connected scenes, in the order in which they first came to the foreground.
    private(set) var scenes: [UIScene] = []
    private var environment = EnvironmentValues()
    /// The handlers of `backgroundTask(.urlSession(…))`, by the identifier of the background session.
    var sessionHandlers: [String: @MainActor @Sendable () async -> Void] = [:]
    /// The handlers of `onOpenURL(perform:)`, by the node of the view.
    var urlHandlers: [ObjectIdentifier: (URL) -> Void] = [:]

    /// The host of the app to which the calling code belongs.
    static var current: AppHost { AppContext.current.only { AppHost() } }

    /// Creates an app, and shows its scenes.
    ///
    /// - Returns: the delegate of the app's `@UIApplicationDelegateAdaptor`; without an adaptor, a delegate that does
    ///   nothing.
    static func launch<Application: App>(_ type: Application.Type) -> any UIApplicationDelegate {
        let host = current
        UIApplication.shared.lifeCycle.adoptScenes(with: host)
        let app = type.init()
        let making = Mirror(reflecting: app).children.lazy.compactMap { $0.value as? any DelegateMaking }.first
        let delegate = making?.delegate ?? SwiftUIAppDelegate()
        if let object = delegate as? any ObservableObject { host.share(object) }
        host.graph.show(app, host.environment)
        return delegate
    }

    /// Puts the app's delegate into the environment.
    private func share<Object: ObservableObject>(_ object: Object) { environment[Object.self] = object }

    var touchables: [Touchable] { graph.root?.touchables ?? [] }

    // MARK: Phases

    func phase(of scene: UIScene) -> ScenePhase {
        switch scene.activationState {
        case .foregroundActive: .active
        case .foregroundInactive: .inactive
        case .background, .unattached: .background
        }
    }

    func changed(_ scene: UIScene) {
        if scene.activationState == .unattached {
            scenes.removeAll { $0 === scene }
        } else if !scenes.contains(scene) {
            // A scene that is still being connected is in the background. It is added when it comes to the foreground,
            // and its views are created then.
            guard scene.activationState != .background else { return }
            scenes.append(scene)
        }
        refresh()
    }

    /// Sets `scenePhase` to the highest phase of the scenes, and updates the tree.
    private func refresh() {
        environment.scenePhase = scenes.map(phase).max() ?? .background
        if let app = graph.root?.value { graph.update(app, environment) }
    }

    // MARK: Events of scenes

    func scene(_ scene: UIScene, opens urls: [URL]) {
        for url in urls { for handler in urlHandlers.values { handler(url) } }
    }

    func handleEvents(of session: String, completion: @escaping @Sendable () -> Void) -> Bool {
        guard let handler = sessionHandlers[session] else { return false }
        Task { @MainActor in
            await handler()
            completion()
        }
        return true
    }
}
