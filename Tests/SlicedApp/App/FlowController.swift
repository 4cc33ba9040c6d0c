import SomethingElse
import UIKit

final class FlowController: BaseController {
    enum Screen { case home, settings(page: Int) }

    init(window: UIWindow?) {
        super.init(theme: .dark)
        window?.rootViewController = self
    }

    func show(_ screen: Screen, animated: Bool = true) { present(screen, animated) }
}

struct Settings {
    static let `default` = Settings()
    var isFirstLaunch: Bool { storage.count == 0 }
}

protocol Clock {
    var name: String { get }
}

/// A container of dependencies, which returns objects of the types that its callers name.
final class Container {
    static let shared = Container()
    private var services: [ObjectIdentifier: Any] = [:]

    func resolve<Service>(_ type: Service.Type) -> Service? { services[ObjectIdentifier(type)] as? Service }

    func make<Controller: UIViewController>(_ name: String) -> Controller {
        guard let controller = services[ObjectIdentifier(Controller.self)] as? Controller else { fatalError(name) }
        return controller
    }
}
