import KeepAlivePolicy

/// Streams location, started in the foreground and allowed in the background (SD-30 to SD-32).
public struct LocationStrategy: KeepAliveStrategy {
    /// The name, the needs and the purpose of the strategy.
    public static let descriptor = StrategyDescriptor(
        name: "location", summary: "streams location with allowsBackgroundLocationUpdates",
        requiredModes: [.location], rules: ["SD-30", "SD-31", "SD-32", "CL-06"])

    private let options: StrategyOptions
    private var paused = false

    /// Creates the strategy.
    public init(options: StrategyOptions) {
        self.options = options
    }

    /// Asks for authorization, allows background updates and starts them; restarts them after a pause.
    public mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {
        switch callback {
        case .didFinishLaunching:
            _ = host.requestAlwaysAuthorization()
            do {
                try host.setAllowsBackgroundLocationUpdates(true)
            } catch {
                guard options.catchesExceptions else { throw error }
                host.log("caught: \((error as? AppleException).map { "\($0.name): \($0.reason)" } ?? "\(error)")")
            }
            host.startUpdatingLocation(pausesAutomatically: options.pausesLocationUpdatesAutomatically)
        case .didPauseLocationUpdates:
            paused = true
        case .didBecomeActive:
            // CL-12: after a pause the app itself must start again.
            guard paused else { return }
            paused = false
            host.startUpdatingLocation(pausesAutomatically: options.pausesLocationUpdatesAutomatically)
        default:
            break
        }
    }
}
