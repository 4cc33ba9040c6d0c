import Foundation

/// A window. Nothing is drawn: when the app shows the window, the root view controller loads its view and appears.
open class UIWindow: UIView {
    public struct Level: Hashable, RawRepresentable, Sendable {
        public let rawValue: CGFloat

        public init(rawValue: CGFloat) {
            self.rawValue = rawValue
        }

        public static let normal = Level(rawValue: 0)
        public static let statusBar = Level(rawValue: 1000)
        public static let alert = Level(rawValue: 2000)

        public static func + (level: Level, steps: CGFloat) -> Level { Level(rawValue: level.rawValue + steps) }
        public static func - (level: Level, steps: CGFloat) -> Level { Level(rawValue: level.rawValue - steps) }
    }

    public weak var windowScene: UIWindowScene?
    open var windowLevel = Level.normal
    public internal(set) var isKeyWindow = false

    public convenience init(windowScene: UIWindowScene) {
        self.init(frame: UIScreen.main.bounds)
        self.windowScene = windowScene
    }

    open var rootViewController: UIViewController? {
        didSet {
            guard oldValue !== rootViewController else { return }
            oldValue?.setAppears(false, animated: false)
            if isShown { show() }
        }
    }

    private var isShown = false

    open func makeKeyAndVisible() {
        Windows.of(.current).add(self)
        isHidden = false
        makeKey()
        isShown = true
        show()
    }

    open func makeKey() {
        for window in Windows.of(.current).all { window.isKeyWindow = window === self }
        isKeyWindow = true
    }

    /// Never called, unlike on iOS: `ctl touch` taps an element, not a position.
    open func sendEvent(_ event: UIEvent) {}
    override open var isHidden: Bool {
        didSet {
            guard oldValue != isHidden else { return }
            isShown = !isHidden
            rootViewController?.setAppears(isShown, animated: false)
        }
    }

    private func show() {
        guard let rootViewController else { return }
        addSubview(rootViewController.view)
        rootViewController.setAppears(true, animated: false)
    }

    override open var next: UIEventResponder? { windowScene }

    /// Returns the windows that an app has shown, including those that it has hidden since.
    static func shown(in context: AppContext) -> [UIWindow] { Windows.of(context).all }
}

/// The windows that an app has shown, held weakly.
@MainActor
private final class Windows {
    private var list: [WeakWindow] = []

    private struct WeakWindow {
        weak var window: UIWindow?
    }

    nonisolated private init() {}

    nonisolated static func of(_ context: AppContext) -> Windows { context.only { Windows() } }

    var all: [UIWindow] { list.compactMap(\.window) }

    func add(_ window: UIWindow) {
        guard !all.contains(window) else { return }
        list = list.filter { $0.window != nil } + [WeakWindow(window: window)]
    }
}
