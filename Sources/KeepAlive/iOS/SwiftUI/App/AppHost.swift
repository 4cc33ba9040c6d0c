import Foundation
import KeepAlive
import KeepAliveCombine

/// What an app of SwiftUI has once: the tree of its scenes, and their phases.
@MainActor
final class AppHost: NSObject, SceneHost {
    private let graph = Graph()
    /// The scenes that are connected, in the order in which they came.
    private(set) var scenes: [UIScene] = []
    private var environment = EnvironmentValues()
    /// The functions for the events of background sessions, by the sessions' identifiers.
    var sessionHandlers: [String: @MainActor @Sendable () async -> Void] = [:]
    /// Takes the URLs that the user opens, while views are there for them.
    var urlHandlers: [ObjectIdentifier: (URL) -> Void] = [:]

    /// The host of the app that the calling code belongs to.
    static var current: AppHost { AppContext.current.only { AppHost() } }

    /// Creates an app.
    ///
    /// - Returns: its delegate.
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

    /// A delegate that can be observed is in the environment.
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
            // A scene that is being connected is in the background for a moment; its views begin when it comes forward.
            guard scene.activationState != .background else { return }
            scenes.append(scene)
        }
        refresh()
    }

    /// Tells all scenes and views the phase that they are in now.
    private func refresh() {
        environment.scenePhase = scenes.map(phase).max() ?? .background
        if let app = graph.root?.value { graph.update(app, environment) }
    }

    // MARK: What scenes get besides

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
