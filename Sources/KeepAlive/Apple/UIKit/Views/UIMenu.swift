import Foundation

/// What a menu consists of.
@preconcurrency @MainActor
open class UIMenuElement {
    /// The words.
    open var title: String
    /// The words under them.
    open var subtitle: String?
    /// The picture.
    open var image: UIImage?

    init(title: String, image: UIImage?) {
        self.title = title
        self.image = image
    }
}

/// Actions that the user chooses from. Nobody opens a menu here: it holds them.
open class UIMenu: UIMenuElement {
    /// How a menu is shown; without effect here.
    public struct Options: OptionSet, Sendable {
        /// The bits of `UIMenuOptions`.
        public let rawValue: UInt

        /// Creates options from their bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Its elements stand in the menu above.
        public static let displayInline = Options(rawValue: 1 << 0)
        /// It destroys something.
        public static let destructive = Options(rawValue: 1 << 1)
        /// One of its elements is chosen.
        public static let singleSelection = Options(rawValue: 1 << 5)
    }

    /// The name of a menu.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        /// The text.
        public let rawValue: String

        /// Creates a name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Creates a name.
        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }

        /// The menu of looks of text.
        public static let format = Identifier("com.apple.menu.format")
        /// The part of bars with buttons.
        public static let toolbar = Identifier("com.apple.menu.toolbar")
        /// The part of sharing.
        public static let share = Identifier("com.apple.menu.share")
    }

    /// The name.
    public let identifier: Identifier
    /// How it is shown.
    public let options: Options
    /// What it consists of.
    public let children: [UIMenuElement]

    /// Creates a menu.
    public init(
        title: String = "", image: UIImage? = nil, identifier: Identifier? = nil, options: Options = [],
        children: [UIMenuElement] = []
    ) {
        self.identifier = identifier ?? Identifier(UUID().uuidString)
        self.options = options
        self.children = children
        super.init(title: title, image: image)
    }
}

/// The menu of a view that the user holds. Nobody holds one here.
@preconcurrency @MainActor
open class UIContextMenuConfiguration {
    /// Makes the menu.
    public typealias ActionProvider = ([UIMenuElement]) -> UIMenu?
    /// Makes what is shown beside it.
    public typealias ContentPreviewProvider = () -> UIViewController?

    /// What it is for.
    public let identifier: any NSCopying
    private let provider: ActionProvider?

    /// Creates a menu.
    public init(
        identifier: (any NSCopying)? = nil, previewProvider: ContentPreviewProvider? = nil,
        actionProvider: ActionProvider? = nil
    ) {
        self.identifier = identifier ?? NSUUID()
        provider = actionProvider
    }
}

/// Has a view show a menu when the user holds it. Nobody does here.
@preconcurrency @MainActor
open class UIContextMenuInteraction {
    /// Who makes the menu.
    public private(set) weak var delegate: (any UIContextMenuInteractionDelegate)?

    /// Creates an interaction.
    public init(delegate: any UIContextMenuInteractionDelegate) {
        self.delegate = delegate
    }
}

/// Who makes the menu of a view.
@preconcurrency @MainActor
public protocol UIContextMenuInteractionDelegate: AnyObject {
    /// Returns the menu at a place; not asked here.
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
    ) -> UIContextMenuConfiguration?
}

extension UIView {
    /// Adds an interaction; nobody acts here.
    public func addInteraction(_ interaction: UIContextMenuInteraction) {}
    /// Removes an interaction.
    public func removeInteraction(_ interaction: UIContextMenuInteraction) {}
}
