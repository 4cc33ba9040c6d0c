import Foundation

@preconcurrency @MainActor
open class UIMenuElement {
    open var title: String
    open var subtitle: String?
    open var image: UIImage?

    init(title: String, image: UIImage?) {
        self.title = title
        self.image = image
    }
}

/// A menu; stored, but never opened, unlike on iOS.
open class UIMenu: UIMenuElement {
    /// The values have no effect, unlike on iOS.
    public struct Options: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static let displayInline = Options(rawValue: 1 << 0)
        public static let destructive = Options(rawValue: 1 << 1)
        public static let singleSelection = Options(rawValue: 1 << 5)
    }

    public struct Identifier: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }

        public static let format = Identifier("com.apple.menu.format")
        public static let toolbar = Identifier("com.apple.menu.toolbar")
        public static let share = Identifier("com.apple.menu.share")
    }

    public let identifier: Identifier
    public let options: Options
    public let children: [UIMenuElement]

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

/// A context menu; never opened, unlike on iOS.
@preconcurrency @MainActor
open class UIContextMenuConfiguration {
    public typealias ActionProvider = ([UIMenuElement]) -> UIMenu?
    public typealias ContentPreviewProvider = () -> UIViewController?

    public let identifier: any NSCopying
    private let provider: ActionProvider?

    public init(
        identifier: (any NSCopying)? = nil, previewProvider: ContentPreviewProvider? = nil,
        actionProvider: ActionProvider? = nil
    ) {
        self.identifier = identifier ?? NSUUID()
        provider = actionProvider
    }
}

/// The interaction that opens a context menu; without effect, unlike on iOS.
@preconcurrency @MainActor
open class UIContextMenuInteraction {
    public private(set) weak var delegate: (any UIContextMenuInteractionDelegate)?

    public init(delegate: any UIContextMenuInteractionDelegate) {
        self.delegate = delegate
    }
}

@preconcurrency @MainActor
public protocol UIContextMenuInteractionDelegate: AnyObject {
    /// Never called, unlike on iOS.
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
    ) -> UIContextMenuConfiguration?
}

extension UIView {
    /// Has no effect, unlike on iOS.
    public func addInteraction(_ interaction: UIContextMenuInteraction) {}
    public func removeInteraction(_ interaction: UIContextMenuInteraction) {}
}
