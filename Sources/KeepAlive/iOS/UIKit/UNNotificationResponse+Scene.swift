extension UNNotificationResponse {
    @MainActor public var targetScene: UIScene? { UIApplication.shared.lifeCycle.sceneInFront }
}
