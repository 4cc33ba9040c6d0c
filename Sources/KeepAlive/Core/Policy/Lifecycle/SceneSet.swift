/// The scenes of one process of an app, by number: one is in front or was last, the others are behind it or unattached
/// (LC-02, LC-30, SD-01).
struct SceneSet: Sendable, Hashable {
    /// The number of sessions: each has a scene, connected or not.
    private(set) var count = 1
    /// The scene that is in front, or was last.
    var front = 1
    /// The scenes that are connected.
    private(set) var connected: Set<Int> = []
    /// The scenes that the system has taken back.
    private(set) var taken: Set<Int> = []
    /// The scene that the app has asked for while it was not in front.
    var requested: Int?

    /// The most sessions of an app, our choice: Apple names no limit.
    static let limit = 100

    /// Makes a session, whose scene is unattached.
    ///
    /// - Returns: its number; `nil` above the limit.
    mutating func add() -> Int? {
        guard count < Self.limit else { return nil }
        count += 1
        return count
    }

    /// Connects the scene in front.
    ///
    /// - Returns: whether the system had taken it.
    mutating func connectFront() -> Bool {
        connected.insert(front)
        return taken.remove(front) != nil
    }

    /// Takes a scene from the app.
    mutating func disconnect(_ number: Int) {
        connected.remove(number)
        taken.insert(number)
    }
}
