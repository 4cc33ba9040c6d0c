/// The target and the action of a control or gesture recognizer. The target is not retained.
struct TargetAction {
    private(set) weak var target: AnyObject?
    /// True if the target is `nil`: the action goes to the first responder that has the method.
    let isForResponders: Bool
    let action: Selector

    init(_ target: Any?, _ action: Selector) {
        self.target = target.map { $0 as AnyObject }
        isForResponders = target == nil
        self.action = action
    }

    /// Returns true if this value has a given target and action. A `nil` matches any value.
    func `is`(_ target: Any?, _ action: Selector?) -> Bool {
        (target == nil || self.target === target.map { $0 as AnyObject }) && (action == nil || self.action == action)
    }
}
