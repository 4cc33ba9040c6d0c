extension UIApplication {
    /// Sends an action.
    ///
    /// - Parameters:
    ///   - action: what is called.
    ///   - target: whose method it is; `nil` for the view that has what the user types, if a shown window has one.
    ///   - sender: the first argument.
    ///   - event: the second argument.
    /// - Returns: whether there was an object for it.
    @discardableResult
    public func sendAction(_ action: Selector, to target: Any?, from sender: Any?, for event: UIEvent?) -> Bool {
        let windows = UIWindow.shown(in: context)
        guard let object = target.map({ $0 as AnyObject }) ?? windows.lazy.compactMap(\.firstResponder).first else {
            return false
        }
        action.perform(on: object, [sender, event])
        return true
    }
}

extension UIView {
    /// The view among this one and those in it that has what the user types.
    fileprivate var firstResponder: UIView? {
        isFirstResponder ? self : subviews.lazy.compactMap(\.firstResponder).first
    }
}
