import Foundation

/// An object that responds to the app's events: the app, its delegates, views and controllers.
///
/// On iOS, this class is named `UIResponder`. In KeepAlive, `UIResponder` is a subclass with a required initializer: a
/// delegate is created from its class alone, and Swift allows this only with such an initializer. The plug-in
/// KeepAliveSources writes `UIEventResponder` where an app writes `UIResponder` and means any responder.
///
/// Unlike in UIKit, this class does not derive from `NSObject`, whose initializer is not isolated to an actor.
@preconcurrency @MainActor
open class UIEventResponder: NSObjectProtocol, Hashable, CustomStringConvertible, SelectorPerforming,
    NSKeyValueObserving
{
    public init() {}

    open var next: UIEventResponder? { nil }
    open var canBecomeFirstResponder: Bool { false }
    public private(set) var isFirstResponder = false
    /// The activity for Handoff; kept, but without effect, unlike on iOS.
    open var userActivity: NSUserActivity?

    /// Never called, since there is no menu bar.
    open func buildMenu(with builder: any UIMenuBuilder) {}

    /// Never called, since no activity is handed to the app.
    open func restoreUserActivityState(_ activity: NSUserActivity) {}
    /// Never called, unlike on iOS.
    open func updateUserActivityState(_ activity: NSUserActivity) {}

    /// Never called: `MPRemoteCommandCenter` gets the commands of a headset or the lock screen. Since iOS 7.1, the same
    /// holds on iOS if the app uses `MPRemoteCommandCenter`.
    open func remoteControlReceived(with event: UIEvent?) {}

    /// Never called: `ctl touch` touches an element, not a position.
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
    /// Never called, unlike on iOS.
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
    /// Never called, unlike on iOS.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}
    /// Never called, unlike on iOS.
    open func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {}
    /// Never called, unlike on iOS.
    open func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {}
    /// The view that replaces the keyboard; never shown, unlike on iOS.
    open var inputView: UIView? { nil }
    /// The view above the keyboard; never shown, unlike on iOS.
    open var inputAccessoryView: UIView? { nil }
    /// Has no effect, since there is no keyboard.
    open func reloadInputViews() {}
    open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
        interfaceAction(action.description) != nil
    }

    /// Never called, unlike on iOS.
    open func accessibilityPerformMagicTap() -> Bool { false }
    /// Never called, unlike on iOS.
    open func accessibilityPerformEscape() -> Bool { false }

    /// Sets an outlet by its name. The plug-in KeepAliveSources writes an override of this method into classes with
    /// `@IBOutlet`.
    ///
    /// - Returns: false if the object has no outlet with this name.
    open func setInterfaceOutlet(_ name: String, to value: Any?) -> Bool { false }

    /// Returns the selector of an action by its name in Objective-C; `nil` if there is none. The plug-in
    /// KeepAliveSources writes an override of this method into classes with `@IBAction` or `@IBSegueAction`.
    open func interfaceAction(_ name: String) -> Selector? { nil }

    /// Makes this object the first responder. Unlike on iOS, the former first responder does not resign.
    ///
    /// - Returns: false if the object cannot become the first responder.
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        guard canBecomeFirstResponder else { return false }
        isFirstResponder = true
        return true
    }

    @discardableResult
    open func resignFirstResponder() -> Bool {
        isFirstResponder = false
        return true
    }

    public nonisolated static func == (one: UIEventResponder, other: UIEventResponder) -> Bool { one === other }

    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    public nonisolated func isEqual(_ object: Any?) -> Bool { (object as AnyObject?) === self }

    public nonisolated var hash: Int { ObjectIdentifier(self).hashValue }

    public nonisolated func `self`() -> Self { self }

    public nonisolated func isProxy() -> Bool { false }

    open nonisolated var description: String { "<\(type(of: self))>" }

    open nonisolated var debugDescription: String { description }
}

@preconcurrency @MainActor
open class UIResponder: UIEventResponder {
    override public required init() { super.init() }
}
