import Foundation

/// A command of a menu or key; never performed, unlike on iOS: there is neither a menu bar nor a keyboard.
open class UICommand: UIMenuElement {
    public let action: Selector
    public let propertyList: Any?

    public init(title: String = "", image: UIImage? = nil, action: Selector, propertyList: Any? = nil) {
        self.action = action
        self.propertyList = propertyList
        super.init(title: title, image: image)
    }
}

public struct UIKeyModifierFlags: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
    public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
    public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
    public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
}

/// A command of a key; never performed, unlike on iOS.
open class UIKeyCommand: UICommand {
    public let input: String?
    public let modifierFlags: UIKeyModifierFlags
    open var discoverabilityTitle: String?

    public init(
        title: String = "", image: UIImage? = nil, action: Selector, input: String,
        modifierFlags: UIKeyModifierFlags = [], propertyList: Any? = nil
    ) {
        self.input = input
        self.modifierFlags = modifierFlags
        super.init(title: title, image: image, action: action, propertyList: propertyList)
    }

    public convenience init(input: String, modifierFlags: UIKeyModifierFlags, action: Selector) {
        self.init(title: "", action: action, input: input, modifierFlags: modifierFlags)
    }

    public static let inputUpArrow = "UIKeyInputUpArrow"
    public static let inputDownArrow = "UIKeyInputDownArrow"
    public static let inputLeftArrow = "UIKeyInputLeftArrow"
    public static let inputRightArrow = "UIKeyInputRightArrow"
    public static let inputEscape = "UIKeyInputEscape"
}

/// A builder of the menu bar. Unlike on iOS there is no menu bar: the app never gets a builder.
@preconcurrency @MainActor
public protocol UIMenuBuilder: AnyObject {
    var system: UIMenuSystem { get }
    func insertSibling(_ siblingMenu: UIMenu, beforeMenu siblingIdentifier: UIMenu.Identifier)
    func insertSibling(_ siblingMenu: UIMenu, afterMenu siblingIdentifier: UIMenu.Identifier)
    func insertChild(_ childMenu: UIMenu, atStartOfMenu parentIdentifier: UIMenu.Identifier)
    func insertChild(_ childMenu: UIMenu, atEndOfMenu parentIdentifier: UIMenu.Identifier)
    func replace(menu replacedIdentifier: UIMenu.Identifier, with replacementMenu: UIMenu)
    func remove(menu removedIdentifier: UIMenu.Identifier)
}

@preconcurrency @MainActor
open class UIMenuSystem: Hashable {
    public static let main = UIMenuSystem()
    public static let context = UIMenuSystem()

    /// Has no effect, unlike on iOS.
    open func setNeedsRebuild() {}
    public nonisolated static func == (one: UIMenuSystem, other: UIMenuSystem) -> Bool { one === other }
    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension UIMenu.Identifier {
    public static let application = UIMenu.Identifier("com.apple.menu.application")
    public static let file = UIMenu.Identifier("com.apple.menu.file")
    public static let edit = UIMenu.Identifier("com.apple.menu.edit")
    public static let view = UIMenu.Identifier("com.apple.menu.view")
    public static let window = UIMenu.Identifier("com.apple.menu.window")
    public static let help = UIMenu.Identifier("com.apple.menu.help")
    public static let about = UIMenu.Identifier("com.apple.menu.about")
    public static let preferences = UIMenu.Identifier("com.apple.menu.preferences")
}

public protocol UIUserActivityRestoring: AnyObject {}

extension UIEventResponder: UIUserActivityRestoring {}

@preconcurrency @MainActor
public protocol UIContextMenuInteractionCommitAnimating: AnyObject {
    var previewViewController: UIViewController? { get }
    func addAnimations(_ animations: @escaping () -> Void)
    func addCompletion(_ completion: @escaping () -> Void)
}

@preconcurrency @MainActor
open class UITextInputMode: NSObject {
    private static let ofDevice = UITextInputMode()
    open class var activeInputModes: [UITextInputMode] { [ofDevice] }
    open var primaryLanguage: String? { Locale.current.identifier.replacingOccurrences(of: "_", with: "-") }
}
