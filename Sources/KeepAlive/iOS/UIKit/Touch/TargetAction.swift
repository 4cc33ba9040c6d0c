/// Whom a control or a recognizer tells. The object is not kept alive.
struct TargetAction {
    private(set) weak var target: AnyObject?
    /// True if no object was named: the first responder that has the method is told.
    let isForResponders: Bool
    let action: Selector

    init(_ target: Any?, _ action: Selector) {
        self.target = target.map { $0 as AnyObject }
        isForResponders = target == nil
        self.action = action
    }

    /// Returns whether it is meant; `nil` means any.
    func `is`(_ target: Any?, _ action: Selector?) -> Bool {
        (target == nil || self.target === target.map { $0 as AnyObject }) && (action == nil || self.action == action)
    }
}
