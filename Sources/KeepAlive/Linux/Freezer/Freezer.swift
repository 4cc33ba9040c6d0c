/// Something that freezes and thaws a process tree.
protocol Freezer: AnyObject {
    /// Which one it is, and why.
    var description: FreezerDescription { get }

    /// Freezes the tree. The completion gets the time from the request to the confirmation, unless ``thaw(_:)`` comes
    /// first; or a message when it cannot be done.
    func freeze(_ completion: @escaping (FreezeResult) -> Void)

    /// Thaws the tree and forgets an unfinished freeze.
    func thaw(_ completion: @escaping (FreezeResult) -> Void)
}

/// How a freeze or a thaw went.
enum FreezeResult {
    case confirmed(latency: Duration)
    case failed(String)
}
