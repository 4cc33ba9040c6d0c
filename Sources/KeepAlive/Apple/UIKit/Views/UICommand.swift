import Foundation

/// A command of a menu or of a key. There is no menu bar and no keyboard here: it holds what it is.
open class UICommand: UIMenuElement {
    /// What it calls.
    public let action: Selector
    /// What goes with it.
    public let propertyList: Any?

    /// Creates a command.
    public init(title: String = "", image: UIImage? = nil, action: Selector, propertyList: Any? = nil) {
        self.action = action
        self.propertyList = propertyList
        super.init(title: title, image: image)
    }
}

/// The keys that are held beside another one.
public struct UIKeyModifierFlags: OptionSet, Sendable {
    /// The bits of `UIKeyModifierFlags`.
    public let rawValue: Int

    /// Creates flags from their bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Shift.
    public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
    /// Control.
    public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
    /// Option.
    public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
    /// Command.
    public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
}

/// A command of a key. There is no keyboard here.
open class UIKeyCommand: UICommand {
    /// The key.
    public let input: String?
    /// The keys that are held beside it.
    public let modifierFlags: UIKeyModifierFlags
    /// The words for the list of keys.
    open var discoverabilityTitle: String?

    /// Creates a command of a key.
    public init(
        title: String = "", image: UIImage? = nil, action: Selector, input: String,
        modifierFlags: UIKeyModifierFlags = [], propertyList: Any? = nil
    ) {
        self.input = input
        self.modifierFlags = modifierFlags
        super.init(title: title, image: image, action: action, propertyList: propertyList)
    }

    /// Creates a command of a key without words.
    public convenience init(input: String, modifierFlags: UIKeyModifierFlags, action: Selector) {
        self.init(title: "", action: action, input: input, modifierFlags: modifierFlags)
    }

    /// The key with an arrow up.
    public static let inputUpArrow = "UIKeyInputUpArrow"
    /// The key with an arrow down.
    public static let inputDownArrow = "UIKeyInputDownArrow"
    /// The key with an arrow to the left.
    public static let inputLeftArrow = "UIKeyInputLeftArrow"
    /// The key with an arrow to the right.
    public static let inputRightArrow = "UIKeyInputRightArrow"
    /// The key that leaves.
    public static let inputEscape = "UIKeyInputEscape"
}

/// Builds the menu bar, which is not here: nothing is asked for it.
@preconcurrency @MainActor
public protocol UIMenuBuilder: AnyObject {
    /// Which menu is built.
    var system: UIMenuSystem { get }
    /// Adds a menu before another one.
    func insertSibling(_ siblingMenu: UIMenu, beforeMenu siblingIdentifier: UIMenu.Identifier)
    /// Adds a menu behind another one.
    func insertSibling(_ siblingMenu: UIMenu, afterMenu siblingIdentifier: UIMenu.Identifier)
    /// Adds a menu at the beginning of another one.
    func insertChild(_ childMenu: UIMenu, atStartOfMenu parentIdentifier: UIMenu.Identifier)
    /// Adds a menu at the end of another one.
    func insertChild(_ childMenu: UIMenu, atEndOfMenu parentIdentifier: UIMenu.Identifier)
    /// Puts a menu in the place of another one.
    func replace(menu replacedIdentifier: UIMenu.Identifier, with replacementMenu: UIMenu)
    /// Takes a menu away.
    func remove(menu removedIdentifier: UIMenu.Identifier)
}

/// The menu of a kind.
@preconcurrency @MainActor
open class UIMenuSystem: Hashable {
    /// The menu bar.
    public static let main = UIMenuSystem()
    /// The menu over a text.
    public static let context = UIMenuSystem()

    /// Asks for the menu again; nothing does here.
    open func setNeedsRebuild() {}
    /// Returns whether both are the same.
    public nonisolated static func == (one: UIMenuSystem, other: UIMenuSystem) -> Bool { one === other }
    /// Hashes its identity.
    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension UIMenu.Identifier {
    /// The menu of the app.
    public static let application = UIMenu.Identifier("com.apple.menu.application")
    /// The menu of files.
    public static let file = UIMenu.Identifier("com.apple.menu.file")
    /// The menu of changes.
    public static let edit = UIMenu.Identifier("com.apple.menu.edit")
    /// The menu of what is shown.
    public static let view = UIMenu.Identifier("com.apple.menu.view")
    /// The menu of windows.
    public static let window = UIMenu.Identifier("com.apple.menu.window")
    /// The menu of help.
    public static let help = UIMenu.Identifier("com.apple.menu.help")
    /// The words about the app.
    public static let about = UIMenu.Identifier("com.apple.menu.about")
    /// The settings.
    public static let preferences = UIMenu.Identifier("com.apple.menu.preferences")
}

/// What an activity is restored into.
public protocol UIUserActivityRestoring: AnyObject {}

extension UIEventResponder: UIUserActivityRestoring {}

/// What goes on while a menu of a view becomes a screen.
@preconcurrency @MainActor
public protocol UIContextMenuInteractionCommitAnimating: AnyObject {
    /// The screen that was shown beside the menu.
    var previewViewController: UIViewController? { get }
    /// Does something meanwhile.
    func addAnimations(_ animations: @escaping () -> Void)
    /// Does something after it.
    func addCompletion(_ completion: @escaping () -> Void)
}

/// A way to type; there is one, of the device's language.
@preconcurrency @MainActor
open class UITextInputMode: NSObject {
    private static let ofDevice = UITextInputMode()
    /// The ways that the user has chosen.
    open class var activeInputModes: [UITextInputMode] { [ofDevice] }
    /// The language.
    open var primaryLanguage: String? { Locale.current.identifier.replacingOccurrences(of: "_", with: "-") }
}
