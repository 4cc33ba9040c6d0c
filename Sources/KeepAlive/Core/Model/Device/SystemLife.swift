/// The actions that iOS and the user take without a command of a scenario or test (MD-20, MD-23).
public enum SystemLife: Sendable, Hashable, Codable {
    /// Neither iOS nor the user acts by itself. A scenario, `ctl` or a test says when a task or a fetch begins.
    case none
    /// The system runs each task and each fetch at the first moment that the rules allow, and suspends the app
    /// afterwards.
    case eager
    /// A user of common habits uses the device and the app, and the system runs tasks and fetches at times of its own
    /// choice. The same seed always gives the same sequence of actions.
    case typical(seed: UInt64)

    /// The names of the values, as options and scenarios write them.
    package static let names = ["none", "eager", "typical"]

    /// Parses a name. `typical` may be followed by a seed, as in `typical:7`; the default seed is 1.
    ///
    /// - Returns: `nil` if the text is not a valid name.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        switch (parts[0], parts.count) {
        case ("none", 1): self = .none
        case ("eager", 1): self = .eager
        case ("typical", 1): self = .typical(seed: 1)
        case ("typical", _):
            guard let seed = UInt64(parts[1]) else { return nil }
            self = .typical(seed: seed)
        default: return nil
        }
    }
}
