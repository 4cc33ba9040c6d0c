import Foundation

/// A container whose views may have a look of their own.
@preconcurrency @MainActor
public protocol UIAppearanceContainer: AnyObject {}

extension UIView: UIAppearanceContainer {}
extension UIViewController: UIAppearanceContainer {}

extension UIView {
    /// Returns a view that stands for all views of its class. Properties that are set on the returned view are kept,
    /// but have no effect.
    ///
    /// Unlike on iOS, the result is a view, created with `init(coder:)` like a view of a storyboard. If `init(coder:)`
    /// of an app's class fails, the app ends.
    public class func appearance() -> Self { Appearances.of(.current).stand(in: "") }

    public class func appearance(
        whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
    ) -> Self {
        Appearances.of(.current).stand(in: containerTypes.map { "\($0)" }.joined(separator: ">"))
    }
}

/// The views that stand for all views of their classes.
@MainActor
private final class Appearances {
    private var views: [String: UIView] = [:]

    nonisolated init() {}

    nonisolated static func of(_ context: AppContext) -> Appearances { context.only { Appearances() } }

    func stand<View: UIView>(in containers: String) -> View {
        let name = "\(_typeName(View.self))<\(containers)"
        if let known = views[name] as? View { return known }
        guard let view = View(coder: InterfaceCoder()) else {
            preconditionFailure("\(View.self) has no appearance: its init(coder:) returns nil")
        }
        views[name] = view
        return view
    }
}
