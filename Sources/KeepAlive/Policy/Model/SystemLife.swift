/// The part of a device's life that nobody plays: the runs of tasks and fetches, which iOS chooses by itself (MD-20).
public enum SystemLife: String, Sendable, Hashable, Codable, CaseIterable {
    /// The system runs nothing by itself. A scenario, `ctl` or a test says when a task or a fetch comes.
    case none
    /// The system runs each task and each fetch at the first moment that the rules allow, and lets the app rest after it.
    case eager
}
