import KeepAlive

@preconcurrency @MainActor
public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: UIView
    associatedtype Coordinator = Void
    typealias Context = UIViewRepresentableContext<Self>
    func makeUIView(context: Context) -> UIViewType
    func updateUIView(_ uiView: UIViewType, context: Context)
    func makeCoordinator() -> Coordinator
}

extension UIViewRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}

@preconcurrency @MainActor
public protocol UIViewControllerRepresentable: View where Body == Never {
    associatedtype UIViewControllerType: UIViewController
    associatedtype Coordinator = Void
    typealias Context = UIViewControllerRepresentableContext<Self>
    func makeUIViewController(context: Context) -> UIViewControllerType
    func updateUIViewController(_ uiViewController: UIViewControllerType, context: Context)
    func makeCoordinator() -> Coordinator
}

extension UIViewControllerRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}

public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    public let coordinator: Representable.Coordinator
    public let transaction = Transaction()
    public let environment: EnvironmentValues
}

public struct UIViewControllerRepresentableContext<Representable: UIViewControllerRepresentable> {
    public let coordinator: Representable.Coordinator
    public let transaction = Transaction()
    public let environment: EnvironmentValues
}

/// The UIKit view or view controller, and its coordinator, as a node keeps them.
private final class Kept<Object, Coordinator> {
    var object: Object?
    let coordinator: Coordinator

    init(_ coordinator: Coordinator) {
        self.coordinator = coordinator
    }
}

extension UIViewRepresentable {
    /// Creates the UIKit view on the first call, and updates it on each call.
    func represent(at node: Node) {
        let kept = node.stored("uiView") { Kept<UIViewType, Coordinator>(makeCoordinator()) }
        let context = Context(coordinator: kept.coordinator, environment: node.environment)
        let view = kept.object ?? makeUIView(context: context)
        kept.object = view
        updateUIView(view, context: context)
    }
}

extension UIViewControllerRepresentable {
    /// Creates the view controller on the first call, and updates it on each call.
    func represent(at node: Node) {
        let kept = node.stored("uiViewController") { Kept<UIViewControllerType, Coordinator>(makeCoordinator()) }
        let context = Context(coordinator: kept.coordinator, environment: node.environment)
        let controller = kept.object ?? makeUIViewController(context: context)
        kept.object = controller
        updateUIViewController(controller, context: context)
    }
}
