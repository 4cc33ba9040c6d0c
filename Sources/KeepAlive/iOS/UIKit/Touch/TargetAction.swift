/// The target and the action of a control or gesture recognizer. The target is not kept alive.
struct TargetAction {
    private(set) weak var target: AnyObject?
    /// True if no target was given: the action goes to the first responder that has the method.
    let isForResponders: Bool
    let action: Selector

    init(_ target: Any?, _ action: Selector) {
        self.target = target.map { $0 as AnyObject }
        isForResponders = target == nil
        self.action = action
    }

    /// Returns whether this pair has a given target and action; `nil` matches any.
    func `is`(_ target: Any?, _ action: Selector?) -> Bool {
        (target == nil || self.target === target.map { $0 as AnyObject }) && (action == nil || self.action == action)
    }
}
