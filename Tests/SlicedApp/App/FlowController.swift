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
