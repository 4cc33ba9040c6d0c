import Foundation
import TestSupport
import Testing

@testable import KeepAlive
@testable import KeepAlivePolicy
@testable import KeepAliveTesting

/// Controllers without a screen: what is loaded, what appears, and in which order.
@MainActor
@Suite(.serialized, .onlyDevice) struct ViewControllerTests {
    private final class Controller: UIViewController {
        nonisolated(unsafe) static var calls: [String] = []

        static func take() -> String {
            defer { calls = [] }
            return calls.joined(separator: " ")
        }

        let name: String

        init(_ name: String) {
            self.name = name
            super.init(nibName: nil, bundle: nil)
        }

        required init?(coder: NSCoder) { nil }

        override func viewDidLoad() { Self.calls.append("\(name):load") }
        override func viewWillAppear(_ animated: Bool) { Self.calls.append("\(name):will") }
        override func viewDidAppear(_ animated: Bool) { Self.calls.append("\(name):did") }
        override func viewWillDisappear(_ animated: Bool) { Self.calls.append("\(name):willGo") }
        override func viewDidDisappear(_ animated: Bool) { Self.calls.append("\(name):gone") }
        override func didReceiveMemoryWarning() { Self.calls.append("\(name):memory") }
    }

    private final class Delegate: UIResponder, UIApplicationDelegate {
        var window: UIWindow? = UIWindow()
    }

    @Test("a window has its controller loaded and appear when it is shown, and another one takes its place")
    func windows() throws {
        let device = try VirtualDevice()
        let delegate = device.launch { Delegate() }
        device.perform {
            let window = delegate.window!
            window.rootViewController = Controller("a")
            #expect(Controller.take() == "")
            window.makeKeyAndVisible()
            #expect(Controller.take() == "a:load a:will a:did")
            #expect(window.rootViewController?.view.window === window)
            #expect(UIApplication.shared.keyWindow === window)
            window.rootViewController = Controller("b")
            #expect(Controller.take() == "a:willGo a:gone b:load b:will b:did")
            window.isHidden = true
            #expect(Controller.take() == "b:willGo b:gone")
            window.isHidden = false
            #expect(Controller.take() == "b:will b:did")
        }
        device.happen(.device(.memoryPressure(.warning)))
        #expect(Controller.take() == "b:memory")
    }

    @Test("a stack shows its top, tabs one of them, and what is presented appears over it")
    func containers() throws {
        let device = try VirtualDevice()
        let delegate = device.launch { Delegate() }
        device.perform {
            let (first, second) = (Controller("1"), Controller("2"))
            let stack = UINavigationController(rootViewController: first)
            let tabs = UITabBarController()
            tabs.viewControllers = [stack, Controller("3")]
            delegate.window?.rootViewController = tabs
            delegate.window?.makeKeyAndVisible()
            #expect(Controller.take() == "1:load 1:will 1:did")
            stack.pushViewController(second, animated: true)
            #expect(Controller.take() == "1:willGo 1:gone 2:load 2:will 2:did")
            #expect(second.navigationController === stack && second.tabBarController === tabs)
            #expect(stack.popViewController(animated: true) === second)
            #expect(Controller.take() == "2:willGo 2:gone 1:will 1:did")
            #expect(stack.popViewController(animated: true) == nil)
            tabs.selectedIndex = 1
            #expect(Controller.take() == "1:willGo 1:gone 3:load 3:will 3:did")
            let over = Controller("4")
            tabs.present(over, animated: true)
            #expect(Controller.take() == "4:load 4:will 4:did")
            #expect(over.presentingViewController === tabs)
            over.dismiss(animated: true)
            #expect(Controller.take() == "4:willGo 4:gone")
            #expect(tabs.presentedViewController == nil)
            tabs.selectedIndex = 0
            #expect(Controller.take() == "3:willGo 3:gone 1:will 1:did")
            let child = Controller("5")
            first.addChild(child)
            child.didMove(toParent: first)
            #expect(Controller.take() == "5:load 5:will 5:did")
            child.removeFromParent()
            #expect(Controller.take() == "5:willGo 5:gone")
            tabs.viewControllers = [Controller("6"), stack]
            #expect(Controller.take() == "1:willGo 1:gone 6:load 6:will 6:did")
            stack.setViewControllers([second], animated: false)
            #expect(first.parent == nil && stack.viewControllers == [second])
        }
    }

    @Test("the timeline says what is asked, what nothing opens, and once what has no effect")
    func notes() throws {
        let device = try VirtualDevice()
        let delegate = device.launch { Delegate() }
        device.perform {
            delegate.window?.rootViewController = UIViewController()
            let alert = UIAlertController(title: "Delete?", message: "All of it", preferredStyle: .alert)
            alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
            alert.addAction(UIAlertAction(title: "Delete", style: .destructive))
            delegate.window?.rootViewController?.present(alert, animated: true)
            UIApplication.shared.open(URL(string: UIApplication.openSettingsURLString)!)
            let manager = CLLocationManager()
            for _ in 0..<2 { manager.startUpdatingHeading() }
            for _ in 0..<2 { delegate.window?.isOpaque = false }
            _ = URLSession(configuration: .default)
            _ = UITabBarItem(title: "Home", image: nil, selectedImage: nil)
            _ = UIActivityIndicatorView(style: .medium)
        }
        let lines = device.timeline
        #expect(lines.count { $0.contains(#"it asks "Delete?: All of it", with "Cancel", "Delete""#) } == 1)
        #expect(lines.count { $0.contains("it opens app-settings:; nothing opens it here") } == 1)
        #expect(lines.count { $0.contains("CLLocationManager.startUpdatingHeading has no effect here") } == 1)
        #expect(lines.count { $0.contains("UIView.isOpaque has no effect here") } == 1)
        // What the frameworks set themselves is not the app's.
        #expect(lines.count { $0.contains("has no effect here") } == 2)
    }

    @Test("docs/ios-code.md has a row for each call that has no effect")
    func page() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
            path: "../../../docs/ios-code.md")
        let text = try String(contentsOf: page.standardizedFileURL, encoding: .utf8)
        for call in SilentCall.allCases { #expect(text.contains(call.row), "\(call.row)") }
    }

    @Test("a control tells its targets, which it does not keep alive, and a picture knows its size")
    func parts() {
        final class Target: NSObject {
            var count = 0
            func tap(_ sender: UIButton) { count += 1 }
        }
        let button = UIButton(type: .system)
        var target: Target? = Target()
        let selector = Selector("tap:", { (object: Target, argument1) in object.tap(argument1) })
        button.addTarget(target, action: selector, for: .touchUpInside)
        button.sendActions(for: .touchUpInside)
        button.sendActions(for: .valueChanged)
        button.addTarget(target, action: selector, for: [.touchUpInside, .touchDown])
        button.removeTarget(target, action: selector, for: .touchDown)
        button.sendActions(for: .touchDown)
        button.sendActions(for: .touchUpInside)
        button.isEnabled = false
        button.sendActions(for: .touchUpInside)
        #expect(target?.count == 2)
        weak let weakly = target
        target = nil
        #expect(weakly == nil)
        let png = Data([
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 3, 0, 0, 1, 0,
        ])
        #expect(UIImage(data: png)?.size == CGSize(width: 3, height: 256))
        #expect(UIImage(data: png, scale: 2)?.size == CGSize(width: 1.5, height: 128))
        #expect(UIImage(data: png)?.pngData() == png && UIImage(data: png)?.jpegData(compressionQuality: 1) == nil)
        let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 1, 0xFF, 0xC0, 0, 17, 8, 0, 5, 0, 7, 3])
        #expect(UIImage(data: jpeg)?.size == CGSize(width: 7, height: 5))
        #expect(UIImage(data: Data("GIF89a".utf8)) == nil)
        #expect(UIImage(data: png.prefix(12)) == nil && UIImage(data: jpeg.prefix(8)) == nil)
    }
}
