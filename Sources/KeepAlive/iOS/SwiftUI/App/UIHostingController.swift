import KeepAlive

@preconcurrency @MainActor
open class UIHostingController<Content: View>: UIViewController {
    open var rootView: Content {
        didSet { if graph.root != nil { graph.update(rootView, environment, isVisible: isShown) } }
    }
    private let graph = Graph()
    private var isShown = false

    public init(rootView: Content) {
        self.rootView = rootView
        super.init(nibName: nil, bundle: nil)
    }

    public init?(coder: NSCoder, rootView: Content) {
        self.rootView = rootView
        super.init(coder: coder)
    }

    public required init?(coder: NSCoder) { nil }

    private var environment: EnvironmentValues {
        var values = EnvironmentValues()
        values.scenePhase = UIApplication.shared.applicationState == .background ? .background : .active
        values.isPresented = presentingViewController != nil
        values.dismiss = DismissAction { [weak self] in self?.dismiss(animated: false) }
        return values
    }

    override open func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        isShown = true
        hosted = graph
        if graph.root == nil { graph.show(rootView, environment) } else { graph.show(true) }
    }

    override open func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        isShown = false
        graph.show(false)
    }
}
