extension UIApplication {
    /// Sends an action.
    ///
    /// - Parameters:
    ///   - action: what is called.
    ///   - target: whose method it is. `nil` for the first responder that has it: of those from the view on that has what the user
    ///     types, and of those from the sender on, up to the app and its delegate.
    ///   - sender: the first argument.
    ///   - event: the second argument.
    /// - Returns: whether there was an object for it.
    @discardableResult
    public func sendAction(_ action: Selector, to target: Any?, from sender: Any?, for event: UIEvent?) -> Bool {
        if let target {
            action.perform(on: target as AnyObject, [sender, event])
            return true
        }
        let typing = UIWindow.shown(in: context).lazy.compactMap(\.firstResponder).first
        let asking = sender as? UIEventResponder ?? (sender is UIBarButtonItem ? Screen.front(of: context) : nil)
        for start in [typing, asking] {
            var responders = start.map { sequence(first: $0, next: \.next).map { $0 as AnyObject } } ?? []
            if start != nil { responders += [self, delegate as AnyObject?].compactMap { $0 } }
            for responder in responders {
                guard let method = action.method(of: responder) else { continue }
                method.perform(on: responder, [sender, event])
                return true
            }
        }
        return false
    }
}

extension Selector {
    /// Returns the selector with which an object performs the action; `nil` if it has no such method.
    @MainActor
    fileprivate func method(of object: AnyObject) -> Selector? {
        if isMethod?(object) == true { return self }
        return (object as? UIEventResponder)?.interfaceAction(name)
    }
}

extension UIView {
    /// The view among this one and those in it that has what the user types.
    fileprivate var firstResponder: UIView? {
        isFirstResponder ? self : subviews.lazy.compactMap(\.firstResponder).first
    }
}
