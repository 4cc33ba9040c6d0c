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

    /// Selects a tab as a tap does: only if the delegate allows it.
    func choose(_ index: Int) {
        guard children.indices.contains(index) else { return }
        let chosen = children[index]
        guard delegate?.tabBarController(self, shouldSelect: chosen) ?? true else { return }
        tabBar(tabBar, didSelect: chosen.tabBarItem)
        selectedIndex = index
        delegate?.tabBarController(self, didSelect: chosen)
    }

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

/// The delegate of a tab bar; never called, unlike on iOS.
@preconcurrency @MainActor
public protocol UITabBarDelegate: NSObjectProtocol {
    func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem)
}

extension UITabBarDelegate {
    public func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
}

open class UITabBar: UIView {
    /// The controller that has created this bar; `nil` for a bar that the app has created.
    weak var owner: UITabBarController?
    private var ownItems: [UITabBarItem]?
    private weak var ownSelection: UITabBarItem?
    /// The items. The bar of a tab bar controller has the items of the controller's children, and ignores set values.
    open var items: [UITabBarItem]? {
        get { owner.map { $0.viewControllers?.compactMap(\.tabBarItem) } ?? ownItems }
        set { ownItems = newValue }
    }
    open var selectedItem: UITabBarItem? {
        get { owner.map { $0.selectedViewController?.tabBarItem } ?? ownSelection }
        set { ownSelection = newValue }
    }
    /// The delegate; never called, unlike on iOS: the user can tap only the bar of a tab bar controller.
    open weak var delegate: (any UITabBarDelegate)?
    @WithoutEffect open var barTintColor: UIColor? = nil
    @WithoutEffect open var unselectedItemTintColor: UIColor? = nil
    @WithoutEffect open var isTranslucent = true
    @WithoutEffect open var barStyle = UIBarStyle.default
    @WithoutEffect open var backgroundImage: UIImage? = nil
    @WithoutEffect open var shadowImage: UIImage? = nil
    @WithoutEffect open var standardAppearance = UITabBarAppearance()
    @WithoutEffect open var scrollEdgeAppearance: UITabBarAppearance? = nil
}

/// The look of a tab bar; stored, but without effect, unlike on iOS.
open class UITabBarAppearance: UINavigationBarAppearance {}

@preconcurrency @MainActor
open class UITabBarItem: NSObject {
    open var title: String?
    open var image: UIImage?
    open var tag: Int
    open var badgeValue: String?
    @WithoutEffect open var badgeColor: UIColor? = nil
    @WithoutEffect open var selectedImage: UIImage? = nil
    open var isEnabled = true
    @WithoutEffect open var imageInsets = UIEdgeInsets.zero
    open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {
        withoutEffect(UITabBarItem.self)
    }

    public init(title: String?, image: UIImage?, tag: Int) {
        self.title = title
        self.image = image
        self.tag = tag
        super.init()
    }

    public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
        self.init(title: title, image: image, tag: 0)
        _selectedImage = WithoutEffect(wrappedValue: selectedImage)
    }
}
