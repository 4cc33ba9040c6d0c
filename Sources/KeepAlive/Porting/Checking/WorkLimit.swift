/// A limit of the work on one question. The sources of a project may be made so that following all their calls takes
/// for ever.
final class WorkLimit {
    private var steps: Int

    /// - Parameter steps: the number of functions and expressions that may be followed. 20,000 is this project's choice: a
    ///   question about a real app takes some hundred.
    init(steps: Int = 20_000) { self.steps = steps }

    /// Counts a step.
    ///
    /// - Returns: false if the limit is reached; the answer is then not known.
    func take() -> Bool {
        steps -= 1
        return steps > 0
    }
}
