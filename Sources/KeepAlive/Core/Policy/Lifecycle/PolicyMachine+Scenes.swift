extension PolicyMachine {
    /// True when the app gets the callbacks of a scene delegate (LC-03).
    public var usesScenes: Bool { profile.lifecycle == .scene && manifest.adoptsScenes }

    /// True when the app may have several scenes (LC-30).
    public var supportsMultipleScenes: Bool { usesScenes && manifest.supportsMultipleScenes }

    /// The state of the scene that is in front, or was last in front. For an app without scenes, the app's state.
    public var sceneState: ApplicationState { sceneState(of: process.record.scenes.front) }

    /// Returns the state of a scene. A scene that has not been shown yet, or that the system has disconnected, is
    /// unattached (LC-02, SD-01).
    ///
    /// - Parameter number: the number of the scene, from 1.
    public func sceneState(of number: Int) -> ApplicationState {
        guard usesScenes else { return state }
        let scenes = process.record.scenes
        guard scenes.connected.contains(number) else { return .unattached }
        return number == scenes.front || !isOnScreen ? state : .background
    }

    /// The number of the scene that the app requested last, until that scene is in front; `nil` if there is none.
    package var requestedScene: Int? { process.record.scenes.requested }

    /// The number of the scene in front.
    package var frontScene: Int { process.record.scenes.front }

    /// Connects the front scene, when the app comes to the screen or requests the scene.
    mutating func connectFrontScene(_ reason: Reason = Reason("LC-02", "the user returned")) {
        guard usesScenes, process.record.scenes.connectFront() else { return }
        let scenes = process.record.scenes
        log(scenes.count == 1 ? "the scene connects again" : "scene \(scenes.front) connects again", reason)
    }

    /// LC-30: handles the app's request for a new scene, or for an existing scene by its number.
    mutating func processSceneRequested(_ number: Int?) {
        let reason = Reason("LC-30", "requestSceneSessionActivation")
        guard supportsMultipleScenes else { return emit(.refuse(.multipleScenesNotSupported), reason) }
        guard let number = number ?? process.record.scenes.add(), (1...process.record.scenes.count).contains(number)
        else { return emit(.refuse(.sceneRequestDenied), reason) }
        process.record.scenes.requested = number
        if sceneState(of: number) == .unattached, !process.record.scenes.taken.contains(number) {
            log("scene \(number): unattached", Reason("SD-01", "it is not shown yet"))
        }
        if state == .foregroundActive, !process.isResigning { showRequestedScene() }
    }

    /// LC-30: brings the requested scene to the front, in place of the present front scene.
    mutating func showRequestedScene() {
        guard let number = process.record.scenes.requested else { return }
        let before = process.record.scenes.front
        process.record.scenes.requested = nil
        guard number != before else { return }
        process.record.scenes.front = number
        let reason = Reason("LC-30", "the app has asked for it")
        connectFrontScene(reason)
        log("scene \(number): foreground active; scene \(before): background", reason)
        deliver(.sceneActivated(number), reason)
    }

    /// LC-02, LC-03: disconnects a scene that is in the background. The system disconnects no other scene, and an app
    /// without scenes has none.
    ///
    /// - Parameter number: the scene. For `nil` the system chooses: the scene that was last in front, or else one
    ///   behind the front scene.
    mutating func processSceneDisconnected(_ number: Int?) {
        let scenes = process.record.scenes
        let candidates = number.map { [$0] } ?? [scenes.front] + scenes.connected.sorted()
        let isBehind = { (number: Int) in [.background, .suspended].contains(sceneState(of: number)) }
        guard usesScenes, let number = candidates.first(where: isBehind) else { return }
        process.record.scenes.disconnect(number)
        let reason = Reason("LC-02", "the system disconnected the scene to reclaim its resources")
        log(scenes.count == 1 ? "scene: unattached" : "scene \(number): unattached", reason)
        deliverOrQueue(.sceneDidDisconnect(number), reason)
    }
}
