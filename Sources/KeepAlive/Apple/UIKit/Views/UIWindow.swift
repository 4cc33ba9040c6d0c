import Foundation

/// A window. There is no screen here: it has its controller's view loaded and appear when the app shows it.
open class UIWindow: UIView {
    /// What windows are over others.
    public struct Level: Hashable, RawRepresentable, Sendable {
        /// The number; a greater one is over a smaller one.
        public let rawValue: CGFloat

        /// Creates a level.
        public init(rawValue: CGFloat) {
            self.rawValue = rawValue
        }

        /// Of windows.
        public static let normal = Level(rawValue: 0)
        /// Of the status bar.
        public static let statusBar = Level(rawValue: 1000)
        /// Of alerts.
        public static let alert = Level(rawValue: 2000)

        /// Returns a level that is higher by some steps.
        public static func + (level: Level, steps: CGFloat) -> Level { Level(rawValue: level.rawValue + steps) }
        /// Returns a level that is lower by some steps.
        public static func - (level: Level, steps: CGFloat) -> Level { Level(rawValue: level.rawValue - steps) }
    }

    /// The scene that it belongs to.
    public weak var windowScene: UIWindowScene?
    /// Which windows it is over.
    open var windowLevel = Level.normal
    /// True if it is the one that gets what the user types.
    public internal(set) var isKeyWindow = false

    /// Creates a window for a scene.
    public convenience init(windowScene: UIWindowScene) {
        self.init(frame: UIScreen.main.bounds)
        self.windowScene = windowScene
    }

    /// The controller at the bottom of what the window shows. The window has it loaded and appear once it is shown.
    open var rootViewController: UIViewController? {
        didSet {
            guard oldValue !== rootViewController else { return }
            oldValue?.setAppears(false, animated: false)
            if isShown { show() }
        }
    }

    private var isShown = false

    /// Shows the window, and has it get what the user types.
    open func makeKeyAndVisible() {
        Windows.of(.current).add(self)
        isHidden = false
        makeKey()
        isShown = true
        show()
    }

    /// Has it get what the user types.
    open func makeKey() {
        for window in Windows.of(.current).all { window.isKeyWindow = window === self }
        isKeyWindow = true
    }

    /// Hands an event on to who handles it; not called here: `ctl touch` touches what is there, not a place.
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

    /// Returns the windows that an app has shown.
    static func shown(in context: AppContext) -> [UIWindow] { Windows.of(context).all }
}

/// The windows that an app has shown.
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
