import AnalyticsKit
import UIKit

@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    let uploader = Uploader(limit: 3)
    @Injected(\.clock) var clock
    private var task = UIBackgroundTaskIdentifier.invalid
    private(set) var steps: [String] = []

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Analytics.shared.start(key: "k", options: [1, 2])
        Analytics.level = .verbose
        let flow = FlowController(window: window)
        flow.show(.home, animated: false)
        if Settings.default.isFirstLaunch { steps.append("first") }
        guard let name = Analytics.shared.user?.name else {
            steps.append("nobody")
            return true
        }
        steps.append(name.uppercased())
        return true
    }

    func names() -> [String?] {
        let home: HomeController = Container.shared.make("home")
        return [Container.shared.resolve(Clock.self)?.name, home.title]
    }

    func paint(_ size: CGSize) -> UIColor {
        NotHere.draw(size) { $0.colour }
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        task = application.beginBackgroundTask(withName: "upload") { [weak self] in
            if let self { application.endBackgroundTask(self.task) }
        }
        uploader.delegate = self
        uploader.upload(uploader.pending) { [weak self] _ in self?.steps.append("never") }
        steps.append("\(uploader.pending.count) of \(Uploader.kinds)")
    }
}

extension AppDelegate: UploaderDelegate {
    func uploader(_ uploader: Uploader, didSend item: Item) { steps.append(item.title) }
}

class HomeController: UIViewController {
    override var title: String? {
        get { "home" }
        set {}
    }
}
