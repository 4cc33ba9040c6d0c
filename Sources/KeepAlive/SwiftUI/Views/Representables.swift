import KeepAlive

/// Makes a view of UIKit's in one of SwiftUI.
@preconcurrency @MainActor
public protocol UIViewRepresentable: View where Body == Never {
    /// The type of UIKit's view.
    associatedtype UIViewType: UIView
    /// The type of what answers UIKit's view.
    associatedtype Coordinator = Void
    /// What there is for making it.
    typealias Context = UIViewRepresentableContext<Self>
    /// Makes UIKit's view.
    func makeUIView(context: Context) -> UIViewType
    /// Tells it what has changed.
    func updateUIView(_ uiView: UIViewType, context: Context)
    /// Makes what answers it.
    func makeCoordinator() -> Coordinator
}

extension UIViewRepresentable where Coordinator == Void {
    /// Nothing answers it.
    public func makeCoordinator() {}
}

/// Makes a controller of UIKit's in a view of SwiftUI.
@preconcurrency @MainActor
public protocol UIViewControllerRepresentable: View where Body == Never {
    /// The type of UIKit's controller.
    associatedtype UIViewControllerType: UIViewController
    /// The type of what answers it.
    associatedtype Coordinator = Void
    /// What there is for making it.
    typealias Context = UIViewControllerRepresentableContext<Self>
    /// Makes the controller.
    func makeUIViewController(context: Context) -> UIViewControllerType
    /// Tells it what has changed.
    func updateUIViewController(_ uiViewController: UIViewControllerType, context: Context)
    /// Makes what answers it.
    func makeCoordinator() -> Coordinator
}

extension UIViewControllerRepresentable where Coordinator == Void {
    /// Nothing answers it.
    public func makeCoordinator() {}
}

/// What there is for making a view of UIKit's.
public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    /// What answers the view.
    public let coordinator: Representable.Coordinator
    /// What comes with a change.
    public let transaction = Transaction()
    /// What the views above pass on.
    public let environment: EnvironmentValues
}

/// What there is for making a controller of UIKit's.
public struct UIViewControllerRepresentableContext<Representable: UIViewControllerRepresentable> {
    /// What answers the controller.
    public let coordinator: Representable.Coordinator
    /// What comes with a change.
    public let transaction = Transaction()
    /// What the views above pass on.
    public let environment: EnvironmentValues
}

/// What UIKit's objects of a place in the tree are kept in.
private final class Kept<Object, Coordinator> {
    var object: Object?
    let coordinator: Coordinator

    init(_ coordinator: Coordinator) {
        self.coordinator = coordinator
    }
}

extension UIViewRepresentable {
    /// Makes the view at the first call, and tells it of changes at each.
    func represent(at node: Node) {
        let kept = node.stored("uiView") { Kept<UIViewType, Coordinator>(makeCoordinator()) }
        let context = Context(coordinator: kept.coordinator, environment: node.environment)
        let view = kept.object ?? makeUIView(context: context)
        kept.object = view
        updateUIView(view, context: context)
    }
}

extension UIViewControllerRepresentable {
    /// Makes the controller at the first call, and tells it of changes at each.
    func represent(at node: Node) {
        let kept = node.stored("uiViewController") { Kept<UIViewControllerType, Coordinator>(makeCoordinator()) }
        let context = Context(coordinator: kept.coordinator, environment: node.environment)
        let controller = kept.object ?? makeUIViewController(context: context)
        kept.object = controller
        updateUIViewController(controller, context: context)
    }
}
