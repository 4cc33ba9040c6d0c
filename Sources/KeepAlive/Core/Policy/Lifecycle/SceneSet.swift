/// The scenes of one process of an app, by number. One scene is in front or was last in front; the others are in the
/// background or unattached (LC-02, LC-30, SD-01).
struct SceneSet: Sendable, Hashable {
    /// The number of scene sessions. Each session has one scene, connected or not.
    private(set) var count = 1
    /// The scene that is in front, or was last in front.
    var front = 1
    private(set) var connected: Set<Int> = []
    /// The scenes that the system has disconnected.
    private(set) var taken: Set<Int> = []
    /// The scene that the app has requested and that is not in front yet.
    var requested: Int?

    /// The highest number of sessions of an app. The limit is this project's choice: Apple names none.
    static let limit = 100

    /// Adds a session with an unattached scene.
    ///
    /// - Returns: the number of the scene; `nil` when the limit is reached.
    mutating func add() -> Int? {
        guard count < Self.limit else { return nil }
        count += 1
        return count
    }

    /// Connects the front scene.
    ///
    /// - Returns: true if the system had disconnected the scene.
    mutating func connectFront() -> Bool {
        connected.insert(front)
        return taken.remove(front) != nil
    }

    /// Disconnects a scene, and marks it as taken by the system.
    mutating func disconnect(_ number: Int) {
        connected.remove(number)
        taken.insert(number)
    }
}
