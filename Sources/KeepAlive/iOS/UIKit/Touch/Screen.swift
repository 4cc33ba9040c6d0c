/// Finds what the user sees of an app and can tap.
@MainActor
enum Screen {
    /// Returns the elements that the user can tap: those of the top window and, if controllers are presented in it,
    /// only those of the controller presented last.
    static func touchables(of context: AppContext) -> [Touchable] {
        let host = UIApplication.shared.lifeCycle.host?.touchables ?? []
        guard let top = topWindow(of: context) else { return host }
        return (top.rootViewController.map { touchables(of: $0.onTop) } ?? touchables(in: top)) + host
    }

    /// Returns the frontmost view controller: of a container, the visible child; `nil` if there is no window.
    static func front(of context: AppContext) -> UIViewController? {
        var front = topWindow(of: context)?.rootViewController?.onTop
        while let child = front?.visibleChildren.last { front = child }
        return front
    }

    private static func topWindow(of context: AppContext) -> UIWindow? {
        let windows = UIWindow.shown(in: context).filter { !$0.isHidden }
        let scene = windows.filter {
            $0.windowScene == nil || $0.windowScene === UIApplication.shared.lifeCycle.sceneInFront
        }
        return scene.enumerated().max {
            ($0.element.windowLevel.rawValue, $0.offset) < ($1.element.windowLevel.rawValue, $1.offset)
        }?.element
    }

    /// Returns the elements of a controller and its children that the user can tap.
    private static func touchables(of controller: UIViewController, withViews: Bool = true) -> [Touchable] {
        if let alert = controller as? UIAlertController { return alert.answers }
        if let sheet = controller as? UIActivityViewController { return sheet.rows }
        let views = withViews ? controller.viewIfLoaded.map { touchables(in: $0) } ?? [] : []
        let contained = controller.visibleChildren.flatMap { child in
            // A child's view inside the parent's view has been searched already. The child's bars and SwiftUI content
            // have not.
            let isSeen = child.viewIfLoaded?.isInside(controller.viewIfLoaded) == true
            return touchables(of: child, withViews: withViews && !isSeen)
        }
        return bars(of: controller) + views + (controller.hosted?.touchables ?? []) + contained
    }

    static func touchables(in view: UIView) -> [Touchable] {
        guard !view.isHidden, view.alpha > 0.01, view.isUserInteractionEnabled else { return [] }
        let own = view.touchables
        // The subviews of a control cannot be tapped.
        return view is UIControl ? own : own + view.subviews.flatMap { touchables(in: $0) }
    }

    // MARK: Bars

    private static func bars(of controller: UIViewController) -> [Touchable] {
        switch controller {
        case let tabs as UITabBarController:
            return (tabs.viewControllers ?? []).enumerated().compactMap { index, child in
                Touchable("tab", [child.tabBarItem.title ?? child.title], isEnabled: child.tabBarItem.isEnabled) {
                    [weak tabs] in tabs?.choose(index)
                }
            }
        case let stack as UINavigationController where !stack.isNavigationBarHidden:
            guard let item = stack.topViewController?.navigationItem else { return [] }
            var items: [UIBarButtonItem] = []
            items += item.leftBarButtonItems ?? item.leftBarButtonItem.map { [$0] } ?? []
            items += item.rightBarButtonItems ?? item.rightBarButtonItem.map { [$0] } ?? []
            let before = stack.viewControllers.dropLast().last?.navigationItem
            let back = before.flatMap { before in
                item.hidesBackButton
                    ? nil
                    : Touchable("back button", [before.backBarButtonItem?.title ?? before.title ?? "Back", "Back"]) {
                        [weak stack] in stack?.popViewController(animated: true)
                    }
            }
            let below = stack.isToolbarHidden ? [] : stack.topViewController?.toolbarItems ?? []
            return [back].compactMap { $0 } + (items + below).compactMap(barButton)
        default: return []
        }
    }

    static func barButton(_ item: UIBarButtonItem) -> Touchable? {
        if let custom = item.customView { return touchables(in: custom).first }
        return Touchable(
            "bar button", [item.title, item.accessibilityLabel, item.accessibilityIdentifier], isEnabled: item.isEnabled
        ) {
            if let action = item.primaryAction { return action.perform(from: item) }
            guard let action = item.action else { return }
            UIApplication.shared.sendAction(action, to: item.target, from: item, for: UIEvent())
        }
    }
}

extension UIViewController {
    /// The controller that covers this controller and its children; this controller itself if none does.
    fileprivate var onTop: UIViewController {
        if let presented = presentedViewController { return presented.onTop }
        for child in visibleChildren {
            let top = child.onTop
            // A controller that a child presents covers the whole screen.
            if top !== child, top.presentingViewController != nil { return top }
        }
        return self
    }
}

extension UIView {
    fileprivate func isInside(_ other: UIView?) -> Bool {
        guard let other else { return false }
        return self === other || superview?.isInside(other) == true
    }

    /// The text of the first label in this view that has a text; `nil` if there is none.
    var firstText: String? {
        if let text = (self as? UILabel)?.text, !text.isEmpty { return text }
        return subviews.lazy.compactMap(\.firstText).first
    }
}
