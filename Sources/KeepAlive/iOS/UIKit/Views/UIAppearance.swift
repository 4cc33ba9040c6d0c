import Foundation

/// A container by which `appearance(whenContainedInInstancesOf:)` restricts a look.
@preconcurrency @MainActor
public protocol UIAppearanceContainer: AnyObject {}

extension UIView: UIAppearanceContainer {}
extension UIViewController: UIAppearanceContainer {}

extension UIView {
    /// Returns the appearance proxy of the class. Its properties are stored, but have no effect, unlike on iOS.
    ///
    /// Unlike on iOS, the proxy is a view, which is created with `init(coder:)`. If this initializer fails in an app's
    /// class, the app ends.
    public class func appearance() -> Self { Appearances.of(.current).stand(in: "") }

    public class func appearance(
        whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
    ) -> Self {
        Appearances.of(.current).stand(in: containerTypes.map { "\($0)" }.joined(separator: ">"))
    }
}

/// The appearance proxies of an app's classes.
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
