extension UNNotificationResponse {
    /// The scene that was in front when the user answered; `nil` for an app without scenes.
    @MainActor public var targetScene: UIScene? { UIApplication.shared.lifeCycle.sceneInFront }
}
