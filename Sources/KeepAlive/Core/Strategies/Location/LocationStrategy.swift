import KeepAlivePolicy

/// Receives location updates that start in the foreground and are allowed in the background (SD-30 to SD-32).
public struct LocationStrategy: KeepAliveStrategy {
    /// The strategy's name, summary, required background mode and rules.
    public static let descriptor = StrategyDescriptor(
        name: "location", summary: "streams location with allowsBackgroundLocationUpdates",
        requiredModes: [.location], rules: ["SD-30", "SD-31", "SD-32", "CL-06"])

    private let options: StrategyOptions
    private var paused = false

    /// Creates the strategy; its options determine whether it catches exceptions, and whether updates may pause.
    public init(options: StrategyOptions) {
        self.options = options
    }

    /// Requests authorization, allows background updates and starts them at launch; restarts them after a pause.
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
            // CL-12: iOS does not restart paused updates; the app must do so.
            guard paused else { return }
            paused = false
            host.startUpdatingLocation(pausesAutomatically: options.pausesLocationUpdatesAutomatically)
        default:
            break
        }
    }
}
