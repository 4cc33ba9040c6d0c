import Foundation

/// What takes part in an app's events: the app, its delegates, views and controllers.
///
/// In UIKit this class is `UIResponder`. Here, `UIResponder` is a class below it, whose initializer each subclass has: the
/// system makes a delegate from its class alone, which Swift allows with such an initializer. The plug-in
/// KeepAliveSources writes this name where an app says `UIResponder` and means any responder.
///
/// Unlike in UIKit it does not derive from `NSObject`, whose initializer belongs to no actor.
@preconcurrency @MainActor
open class UIEventResponder: NSObjectProtocol, Hashable, CustomStringConvertible, SelectorPerforming,
    NSKeyValueObserving
{
    public init() {}

    open var next: UIEventResponder? { nil }
    open var canBecomeFirstResponder: Bool { false }
    public private(set) var isFirstResponder = false
    /// What the user's activity is, for Handoff; kept, and without effect here.
    open var userActivity: NSUserActivity?

    /// Builds the menu bar; there is none here, and nobody asks for it.
    open func buildMenu(with builder: any UIMenuBuilder) {}

    /// Takes up the user's activity; none is handed on here.
    open func restoreUserActivityState(_ activity: NSUserActivity) {}
    /// Adds to the user's activity; not called here.
    open func updateUserActivityState(_ activity: NSUserActivity) {}

    /// A headset or the lock screen asks for something. Not called here: `MPRemoteCommandCenter` gets the commands, as on iOS
    /// since 7.1 where the app uses it.
    open func remoteControlReceived(with event: UIEvent?) {}

    /// Fingers are put down; not called here: `ctl touch` touches what is there, not a place.
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
    /// Fingers are taken away; not called here.
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
    /// The system ends touches; not called here.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}
    /// The device begins to be shaken; not called here.
    open func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {}
    /// The device was shaken; not called here.
    open func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {}
    /// What the user types with, instead of the keyboard; none is shown here.
    open var inputView: UIView? { nil }
    /// What stands over the keyboard; none is shown here.
    open var inputAccessoryView: UIView? { nil }
    /// Has the keyboard made again; there is none here.
    open func reloadInputViews() {}
    open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
        interfaceAction(action.description) != nil
    }

    /// The user makes the gesture for what matters most, without seeing the screen; not called here.
    ///
    /// - Returns: whether it was done.
    open func accessibilityPerformMagicTap() -> Bool { false }
    /// The user makes the gesture to leave, without seeing the screen; not called here.
    ///
    /// - Returns: whether it was done.
    open func accessibilityPerformEscape() -> Bool { false }

    /// Sets an outlet by its name. The plug-in KeepAliveSources writes this method into a class with `@IBOutlet`.
    ///
    /// - Returns: false if it has none of the name.
    open func setInterfaceOutlet(_ name: String, to value: Any?) -> Bool { false }

    /// Returns an action by its name in Objective-C. The plug-in KeepAliveSources writes this method into a class with
    /// `@IBAction` or `@IBSegueAction`.
    open func interfaceAction(_ name: String) -> Selector? { nil }

    /// Has it take what the user types.
    ///
    /// - Returns: whether it does.
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
