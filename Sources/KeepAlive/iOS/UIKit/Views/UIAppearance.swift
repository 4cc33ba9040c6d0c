import Foundation

/// What contains views whose looks may differ there.
@preconcurrency @MainActor
public protocol UIAppearanceContainer: AnyObject {}

extension UIView: UIAppearanceContainer {}
extension UIViewController: UIAppearanceContainer {}

extension UIView {
    /// Returns a view that stands for all of its class: the looks that are set on it are kept, and seen nowhere.
    ///
    /// Unlike on iOS it is a view, created as one of a storyboard is, by `init(coder:)`: a class of the app's own that has none raises.
    public class func appearance() -> Self { Appearances.of(.current).stand(in: "") }

    public class func appearance(
        whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
    ) -> Self {
        Appearances.of(.current).stand(in: containerTypes.map { "\($0)" }.joined(separator: ">"))
    }
}

/// The views that stand for all of their classes.
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
