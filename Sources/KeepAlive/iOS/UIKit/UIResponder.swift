import Foundation

/// An object that responds to events: the app, its delegates, views and view controllers.
///
/// On iOS this class is called `UIResponder`. In KeepAlive, `UIResponder` is a subclass of this class with a required
/// initializer, without which Swift cannot create a delegate from its class. The plug-in KeepAliveSources writes
/// `UIEventResponder` where an app writes `UIResponder` for any responder.
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
    /// The activity for Handoff; stored, but without effect, unlike on iOS.
    open var userActivity: NSUserActivity?

    /// Never called, unlike on iOS: there is no menu bar.
    open func buildMenu(with builder: any UIMenuBuilder) {}

    /// Never called, unlike on iOS: the app gets no user activity.
    open func restoreUserActivityState(_ activity: NSUserActivity) {}
    /// Never called, unlike on iOS.
    open func updateUserActivityState(_ activity: NSUserActivity) {}

    /// Never called: `MPRemoteCommandCenter` gets the commands of headsets and the lock screen, as on iOS from 7.1 on
    /// if the app uses `MPRemoteCommandCenter`.
    open func remoteControlReceived(with event: UIEvent?) {}

    /// Never called, unlike on iOS: `ctl touch` taps an element, not a position.
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
    /// Has no effect, unlike on iOS: there is no keyboard.
    open func reloadInputViews() {}
    open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
        interfaceAction(action.description) != nil
    }

    /// Never called, unlike on iOS.
    open func accessibilityPerformMagicTap() -> Bool { false }
    /// Never called, unlike on iOS.
    open func accessibilityPerformEscape() -> Bool { false }

    /// Sets an outlet by name. The plug-in KeepAliveSources writes an override of this method into classes that have
    /// `@IBOutlet` properties.
    ///
    /// - Returns: false if this object has no outlet with this name.
    open func setInterfaceOutlet(_ name: String, to value: Any?) -> Bool { false }

    /// Returns the selector of an action for its Objective-C name; `nil` if there is no such action. The plug-in
    /// KeepAliveSources writes an override of this method into classes that have `@IBAction` or `@IBSegueAction`
    /// methods.
    open func interfaceAction(_ name: String) -> Selector? { nil }

    /// Makes this object the first responder. Unlike on iOS, the former first responder does not resign.
    ///
    /// - Returns: false if this object cannot become the first responder.
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
