/// The part of a device's life that nobody plays: what iOS and the user do by themselves (MD-20, MD-23).
public enum SystemLife: Sendable, Hashable, Codable {
    /// Nothing happens by itself. A scenario, `ctl` or a test says when a task or a fetch comes.
    case none
    /// The system runs each task and each fetch at the first moment that the rules allow, and lets the app rest after it.
    case eager
    /// A user of common habits uses the device and the app, and the system runs tasks and fetches at its own moments. The
    /// same seed gives the same life.
    case typical(seed: UInt64)

    /// The names, as an option or a scenario gives them.
    package static let names = ["none", "eager", "typical"]

    /// Reads a name; `typical` may have a seed, as in `typical:7`, and has 1 without one.
    ///
    /// - Returns: `nil` for another text.
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
