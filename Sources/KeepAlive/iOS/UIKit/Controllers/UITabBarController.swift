import Foundation

open class UITabBarController: UIViewController {
    open var viewControllers: [UIViewController]? {
        get { children.isEmpty ? nil : children }
        set {
            children.forEach { $0.removeFromParent() }
            newValue?.forEach { addChild($0) }
            selectedIndex = 0
            if appears { selectedViewController?.setAppears(true, animated: false) }
        }
    }

    open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) {
        self.viewControllers = viewControllers
    }

    public private(set) lazy var tabBar: UITabBar = {
        let bar = UITabBar()
        bar.owner = self
        return bar
    }()
    open weak var delegate: (any UITabBarControllerDelegate)?

    open func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}

    /// The user chooses one with a tap, if the delegate lets it.
    func choose(_ index: Int) {
        guard children.indices.contains(index) else { return }
        let chosen = children[index]
        guard delegate?.tabBarController(self, shouldSelect: chosen) ?? true else { return }
        tabBar(tabBar, didSelect: chosen.tabBarItem)
        selectedIndex = index
        delegate?.tabBarController(self, didSelect: chosen)
    }

    /// Which one is on the screen, from 0.
    open var selectedIndex = 0 {
        didSet {
            guard appears, oldValue != selectedIndex else { return }
            if children.indices.contains(oldValue) { children[oldValue].setAppears(false, animated: false) }
            selectedViewController?.setAppears(true, animated: false)
        }
    }

    open var selectedViewController: UIViewController? {
        get { children.indices.contains(selectedIndex) ? children[selectedIndex] : nil }
        set { selectedIndex = newValue.flatMap { children.firstIndex(of: $0) } ?? selectedIndex }
    }

    override var visibleChildren: [UIViewController] { selectedViewController.map { [$0] } ?? [] }
}

@preconcurrency @MainActor
public protocol UITabBarControllerDelegate: NSObjectProtocol {
    /// Returns whether the user may choose a controller.
    func tabBarController(
        _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
    ) -> Bool
    func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController)
}

extension UITabBarControllerDelegate {
    public func tabBarController(
        _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
    ) -> Bool { true }
    public func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController) {}
}

/// Who is told what the user chooses in a bar of its own; not called here.
@preconcurrency @MainActor
public protocol UITabBarDelegate: NSObjectProtocol {
    func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem)
}

extension UITabBarDelegate {
    public func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
}

open class UITabBar: UIView {
    /// The controller whose bar it is.
    weak var owner: UITabBarController?
    private var ownItems: [UITabBarItem]?
    private weak var ownSelection: UITabBarItem?
    /// What stands in it: those of the controller's controllers, where it is the bar of one.
    open var items: [UITabBarItem]? {
        get { owner.map { $0.viewControllers?.compactMap(\.tabBarItem) } ?? ownItems }
        set { ownItems = newValue }
    }
    open var selectedItem: UITabBarItem? {
        get { owner.map { $0.selectedViewController?.tabBarItem } ?? ownSelection }
        set { ownSelection = newValue }
    }
    /// Who is told what the user chooses, where it is no controller's; nobody touches such a bar here.
    open weak var delegate: (any UITabBarDelegate)?
    /// The color behind it; kept, and without effect here.
    open var barTintColor: UIColor?
    /// The color of what is not chosen; kept, and without effect here.
    open var unselectedItemTintColor: UIColor?
    /// True if what is under it is seen; kept, and without effect here.
    open var isTranslucent = true
    /// How it looks; kept, and without effect here.
    open var barStyle = UIBarStyle.default
    /// The picture behind it; kept, and without effect here.
    open var backgroundImage: UIImage?
    /// The picture of its shadow; kept, and without effect here.
    open var shadowImage: UIImage?
    /// How it looks; kept, and without effect here.
    open var standardAppearance = UITabBarAppearance()
    /// How it looks over the end of what is scrolled; kept, and without effect here.
    open var scrollEdgeAppearance: UITabBarAppearance?
}

/// How a tab bar looks; kept, and without effect here.
open class UITabBarAppearance: UINavigationBarAppearance {}

@preconcurrency @MainActor
open class UITabBarItem: NSObject {
    open var title: String?
    open var image: UIImage?
    open var tag: Int
    open var badgeValue: String?
    /// The color of that; kept, and without effect here.
    open var badgeColor: UIColor?
    /// The picture while it is chosen; kept, and without effect here.
    open var selectedImage: UIImage?
    open var isEnabled = true
    /// Where its picture stands; kept, and without effect here.
    open var imageInsets = UIEdgeInsets.zero
    /// Sets how its words look; without effect here.
    open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {}

    public init(title: String?, image: UIImage?, tag: Int) {
        self.title = title
        self.image = image
        self.tag = tag
        super.init()
    }

    public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
        self.init(title: title, image: image, tag: 0)
        self.selectedImage = selectedImage
    }
}
