import KeepAlive

/// A controller of UIKit whose view is one of SwiftUI. The view begins when the controller appears.
@preconcurrency @MainActor
open class UIHostingController<Content: View>: UIViewController {
    /// The view. Another one takes its place at once.
    open var rootView: Content {
        didSet { if graph.root != nil { graph.update(rootView, environment, isVisible: isShown) } }
    }
    private let graph = Graph()
    private var isShown = false

    /// Creates a controller.
    public init(rootView: Content) {
        self.rootView = rootView
        super.init(nibName: nil, bundle: nil)
    }

    /// Creates a controller from an archive.
    public init?(coder: NSCoder, rootView: Content) {
        self.rootView = rootView
        super.init(coder: coder)
    }

    /// Returns `nil`: an archive has no view of SwiftUI.
    public required init?(coder: NSCoder) { nil }

    private var environment: EnvironmentValues {
        var values = EnvironmentValues()
        values.scenePhase = UIApplication.shared.applicationState == .background ? .background : .active
        values.isPresented = presentingViewController != nil
        values.dismiss = DismissAction { [weak self] in self?.dismiss(animated: false) }
        return values
    }

    /// Shows the view.
    override open func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        isShown = true
        hosted = graph
        if graph.root == nil { graph.show(rootView, environment) } else { graph.show(true) }
    }

    /// Takes the view from the screen. Its state stays, for as long as the controller lives.
    override open func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        isShown = false
        graph.show(false)
    }
}
