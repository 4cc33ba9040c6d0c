extension UIApplication {
    /// Calls an action method.
    ///
    /// - Parameters:
    ///   - action: the method to call.
    ///   - target: the object whose method is called; `nil` for the first responder that has the method. The search
    ///     starts at the view with the keyboard focus, then at the sender, and continues up to the app and its
    ///     delegate.
    ///   - sender: the method's first argument.
    ///   - event: the method's second argument.
    /// - Returns: false if no responder has the method.
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
    @MainActor
    fileprivate func method(of object: AnyObject) -> Selector? {
        if isMethod?(object) == true { return self }
        return (object as? UIEventResponder)?.interfaceAction(name)
    }
}

extension UIView {
    /// The first responder among this view and its subviews; `nil` if there is none.
    fileprivate var firstResponder: UIView? {
        isFirstResponder ? self : subviews.lazy.compactMap(\.firstResponder).first
    }
}
