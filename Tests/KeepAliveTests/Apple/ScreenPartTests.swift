import Foundation
import TestSupport
import Testing

@testable import KeepAlive
@testable import KeepAliveTesting
@testable import KeepAliveUIKit

/// Parts of a screen that nobody sees: what the user can touch of them, and what they hold.
@MainActor
@Suite(.serialized, .onlyDevice) struct ScreenPartTests {
    private final class Delegate: UIResponder, UIApplicationDelegate {
        var window: UIWindow? = UIWindow()
    }

    /// A device on whose screen a controller is.
    private func device(showing make: @escaping @MainActor () -> UIViewController) throws -> VirtualDevice {
        let device = try VirtualDevice()
        let delegate = device.launch { Delegate() }
        device.perform {
            delegate.window?.rootViewController = make()
            delegate.window?.makeKeyAndVisible()
        }
        return device
    }

    private final class Judge: NSObject, UIGestureRecognizerDelegate, UITabBarControllerDelegate, UIScrollViewDelegate,
        CAAnimationDelegate
    {
        var allows = true
        var lines: [String] = []
        var states: [UIGestureRecognizer.State] = []

        func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { allows }
        func tabBarController(_ tabBarController: UITabBarController, shouldSelect viewController: UIViewController)
            -> Bool
        { allows }
        func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController) {
            lines.append("tab \(viewController.title ?? "")")
        }
        func scrollViewDidScroll(_ scrollView: UIScrollView) { lines.append("scroll \(scrollView.contentOffset.y)") }
        func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { lines.append("moved \(flag)") }
    }

    @Test("a tap is made if the recognizer's delegate lets it, and has ended when it is told")
    func gestures() throws {
        let judge = Judge()
        let device = try device {
            let controller = UIViewController()
            let view = UIView(frame: CGRect(x: 10, y: 20, width: 100, height: 40))
            view.accessibilityLabel = "cover"
            let tap = UITapGestureRecognizer(
                target: judge,
                action: Selector(
                    "tapped:",
                    { (object: Judge, tap: UITapGestureRecognizer) in
                        object.states.append(tap.state)
                        #expect(tap.location(in: tap.view?.superview) == CGPoint(x: 60, y: 40))
                    }))
            tap.delegate = judge
            view.addGestureRecognizer(tap)
            // Others are held, and made by nobody.
            view.addGestureRecognizer(UIPanGestureRecognizer())
            controller.view.addSubview(view)
            return controller
        }
        try device.touch("cover")
        judge.allows = false
        try device.touch("cover")
        #expect(judge.states == [.ended])
    }

    @Test("a tab is chosen if the delegate lets it; the app chooses one without telling it")
    func tabs() throws {
        let judge = Judge()
        var tabs: UITabBarController?
        let device = try device {
            let controller = UITabBarController()
            controller.viewControllers = ["One", "Two"].map { title in
                let child = UIViewController()
                child.title = title
                return child
            }
            controller.delegate = judge
            tabs = controller
            return controller
        }
        try device.touch("Two")
        #expect(tabs?.selectedIndex == 1 && judge.lines == ["tab Two"])
        judge.allows = false
        try device.touch("One")
        #expect(tabs?.selectedIndex == 1 && judge.lines == ["tab Two"])
        device.perform { tabs?.selectedIndex = 0 }
        #expect(tabs?.selectedIndex == 0 && judge.lines.count == 1)
        device.perform {
            #expect(tabs?.tabBar.items?.count == 2)
            #expect(tabs?.tabBar.selectedItem === tabs?.viewControllers?[0].tabBarItem)
            tabs?.tabBar.items?[1].isEnabled = false
        }
        let disabled = #expect(throws: (any Error).self) { try device.touch("Two") }
        #expect("\(disabled as Any)".contains("the tab \"Two\" is disabled"))
    }

    private final class Grid: UICollectionViewController {
        final class Cell: UICollectionViewCell {
            let label = UILabel()
        }

        var allowed = true
        var lines: [String] = []

        override func viewDidLoad() {
            super.viewDidLoad()
            collectionView.register(Cell.self, forCellWithReuseIdentifier: "cell")
        }
        override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
            3
        }
        override func collectionView(
            _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell {
            let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
            guard let own = cell as? Cell else { return cell }
            own.label.text = "Photo \(indexPath.item)"
            own.contentView.addSubview(own.label)
            return own
        }
        override func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath)
            -> Bool
        { allowed }
        override func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
            lines.append("+\(indexPath.item)")
        }
        override func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {
            lines.append("-\(indexPath.item)")
        }
    }

    @Test("a cell of a collection is chosen by a touch, instead of the one before")
    func collections() throws {
        var grid: Grid?
        let device = try device {
            let made = Grid(collectionViewLayout: UICollectionViewFlowLayout())
            grid = made
            return made
        }
        try device.touch("Photo 1")
        try device.touch("Photo 2")
        #expect(grid?.lines == ["+1", "-1", "+2"])
        #expect(grid?.collectionView.indexPathsForSelectedItems == [IndexPath(item: 2, section: 0)])
        grid?.allowed = false
        try device.touch("Photo 0")
        #expect(grid?.lines.count == 3)
        let nothing = #expect(throws: (any Error).self) { try device.touch("Photo 7") }
        #expect("\(nothing as Any)".contains("cell \"Photo 0\", cell \"Photo 1\", cell \"Photo 2\""))
    }

    @Test("a view of something larger tells its delegate, a table the one of its own type")
    func scrolling() throws {
        let judge = Judge()
        let device = try VirtualDevice()
        device.perform {
            let view = UIScrollView()
            view.delegate = judge
            view.contentOffset.y = 40
            view.setContentOffset(CGPoint(x: 0, y: 40), animated: true)
            let table = UITableView(frame: .zero, style: .plain)
            (table as UIScrollView).setContentOffset(CGPoint(x: 0, y: 5), animated: false)
            let text = UITextView()
            text.contentOffset.y = 7
        }
        #expect(judge.lines == ["scroll 40.0"])
    }

    @Test("movements take their time; one without end tells when it is taken away")
    func movements() throws {
        let judge = Judge()
        let device = try device { UIViewController() }
        let layer = CALayer()
        let turn = CABasicAnimation(keyPath: "transform.rotation")
        device.perform {
            turn.delegate = judge
            turn.duration = 2
            layer.add(turn, forKey: "turn")
            #expect(layer.animation(forKey: "turn") === turn)
            CATransaction.begin()
            CATransaction.setAnimationDuration(1)
            CATransaction.setCompletionBlock { judge.lines.append("committed") }
            CATransaction.commit()
            UIView.transition(with: UIView(), duration: 3, options: .transitionCrossDissolve) {
                judge.lines.append("changed")
            } completion: {
                judge.lines.append("over \($0)")
            }
            UIView.animate(withDuration: 1, delay: 0, options: .repeat) {
            } completion: { _ in
                judge.lines.append("never")
            }
        }
        #expect(judge.lines == ["changed"])
        device.advance(by: .seconds(5))
        #expect(judge.lines == ["changed", "committed", "moved true", "over true"])
        #expect(layer.animation(forKey: "turn") == nil)
        device.perform {
            let endless = CABasicAnimation(keyPath: "opacity")
            endless.delegate = judge
            endless.repeatCount = .greatestFiniteMagnitude
            layer.add(endless, forKey: "pulse")
        }
        device.advance(by: .seconds(5))
        device.perform { layer.removeAllAnimations() }
        #expect(judge.lines.dropFirst(4) == ["moved false"])
    }

    private final class Ticker: NSObject {
        var stamps: [Double] = []
    }

    @Test("a display link calls in the foreground until it pauses, and keeps its object until it is invalidated")
    func displayLink() throws {
        let device = try device { UIViewController() }
        weak var released: Ticker?
        var link: CADisplayLink?
        device.perform {
            let ticker = Ticker()
            released = ticker
            link = CADisplayLink(
                target: ticker,
                selector: Selector(
                    "tick:", { (ticker: Ticker, link: CADisplayLink) in ticker.stamps.append(link.timestamp) }))
            link?.preferredFramesPerSecond = 30
            link?.add(to: .main, forMode: .common)
        }
        func ticks(in seconds: Int) -> Int {
            let before = released?.stamps.count ?? 0
            device.advance(by: .seconds(seconds) + .milliseconds(1))
            return (released?.stamps.count ?? 0) - before
        }
        #expect(ticks(in: 2) == 60)
        device.perform { link?.preferredFramesPerSecond = 0 }
        #expect(ticks(in: 1) == 60)
        device.pressHome()
        #expect(ticks(in: 3600) == 0)
        device.returnToApp()
        #expect(ticks(in: 1) == 60)
        device.perform { link?.isPaused = true }
        #expect(ticks(in: 60) == 0)
        device.perform {
            link?.isPaused = false
            link?.invalidate()
        }
        device.advance(by: .seconds(1))
        // Who keeps it keeps nothing else alive.
        #expect(released == nil && link != nil)
    }

    @Test("transforms are put together, taken back and applied")
    func transforms() {
        let both = CGAffineTransform(translationX: 10, y: 0).scaledBy(x: 2, y: 3)
        #expect(CGPoint(x: 1, y: 1).applying(both) == CGPoint(x: 12, y: 3))
        #expect(CGPoint(x: 12, y: 3).applying(both.inverted()) == CGPoint(x: 1, y: 1))
        #expect(both.concatenating(both.inverted()).isIdentity)
        let turned = CGRect(x: 0, y: 0, width: 2, height: 1).applying(CGAffineTransform(rotationAngle: .pi / 2))
        #expect(abs(turned.width - 1) < 1e-9 && abs(turned.height - 2) < 1e-9)
        #expect(CGAffineTransform(scaleX: 0, y: 0).inverted() == CGAffineTransform(scaleX: 0, y: 0))
        let path = UIBezierPath(arcCenter: .zero, radius: 3, startAngle: 0, endAngle: 1, clockwise: true)
        #expect(path.bounds == CGRect(x: -3, y: -3, width: 6, height: 6))
        #expect(
            AVMakeRect(aspectRatio: CGSize(width: 2, height: 1), insideRect: CGRect(x: 0, y: 0, width: 4, height: 4))
                == CGRect(x: 0, y: 1, width: 4, height: 2))
    }

    @Test("the topmost view under a point is found; views are put over and under others")
    func places() throws {
        let device = try VirtualDevice()
        device.perform {
            let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
            let (low, high) = (UIView(frame: root.frame), UIView(frame: CGRect(x: 50, y: 50, width: 50, height: 50)))
            root.addSubview(low)
            root.insertSubview(high, aboveSubview: low)
            #expect(root.hitTest(CGPoint(x: 60, y: 60), with: nil) === high)
            high.isUserInteractionEnabled = false
            #expect(root.hitTest(CGPoint(x: 60, y: 60), with: nil) === low)
            #expect(root.hitTest(CGPoint(x: 160, y: 60), with: nil) == nil)
            root.insertSubview(high, belowSubview: low)
            #expect(root.subviews == [high, low] && high.isDescendant(of: root) && !root.isDescendant(of: high))
            root.sendSubviewToBack(low)
            #expect(root.subviews == [low, high])
            let segments = UISegmentedControl(items: ["a", "b"])
            segments.setEnabled(false, forSegmentAt: 1)
            segments.insertSegment(withTitle: "c", at: 0, animated: false)
            #expect(segments.titleForSegment(at: 0) == "c" && segments.numberOfSegments == 3)
            #expect(segments.isEnabledForSegment(at: 1) && !segments.isEnabledForSegment(at: 2))
            segments.selectedSegmentIndex = 1
            segments.removeSegment(at: 0, animated: false)
            #expect(segments.selectedSegmentIndex == 0 && !segments.isEnabledForSegment(at: 1))
            segments.removeAllSegments()
            #expect(segments.selectedSegmentIndex == -1)
            let text = UITextView()
            text.text = "long"
            #expect(text.attributedText.length == 4 && text.keyboardType == .default)
            let layer = CALayer()
            let parts = ["a", "b", "c"].map { name in
                let part = CALayer()
                part.name = name
                layer.addSublayer(part)
                return part
            }
            layer.insertSublayer(parts[0], below: parts[2])
            #expect(layer.sublayers?.map(\.name) == ["b", "a", "c"])
            layer.sublayers = nil
            #expect(parts[1].superlayer == nil)
        }
    }

    @Test("of two columns the one that the delegate names is shown, or the second one")
    func columns() throws {
        final class Judge: UISplitViewControllerDelegate {
            func splitViewController(
                _ svc: UISplitViewController,
                topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
            ) -> UISplitViewController.Column { .primary }
        }
        func titles(_ delegate: Judge?) throws -> [String?] {
            var split: UISplitViewController?
            let device = try device {
                let made = UISplitViewController(style: .doubleColumn)
                for (column, title) in [(UISplitViewController.Column.secondary, "detail"), (.primary, "list")] {
                    let child = UIViewController()
                    child.title = title
                    made.setViewController(child, for: column)
                }
                made.delegate = delegate
                split = made
                return made
            }
            return device.perform {
                #expect(split?.viewControllers.map(\.title) == ["list", "detail"])
                return split?.visibleChildren.map(\.title) ?? []
            }
        }
        let judge = Judge()
        #expect(try titles(nil) == ["detail"] && titles(judge) == ["list"])
    }

    @Test("of two recognizers of a view the last one is told, and the first one where the delegate lets both")
    func severalTaps() throws {
        final class Both: NSObject, UIGestureRecognizerDelegate {
            func gestureRecognizer(
                _ gestureRecognizer: UIGestureRecognizer,
                shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
            ) -> Bool { true }
        }
        let (judge, both) = (Judge(), Both())
        var last: UITapGestureRecognizer?
        let device = try device {
            let controller = UIViewController()
            let view = UIView()
            view.accessibilityLabel = "cover"
            for name in ["first", "second", "two fingers"] {
                let tap = UITapGestureRecognizer(
                    target: judge, action: Selector("tapped", { (judge: Judge) in judge.lines.append(name) }))
                if name == "two fingers" { tap.numberOfTouchesRequired = 2 } else { last = tap }
                view.addGestureRecognizer(tap)
            }
            controller.view.addSubview(view)
            return controller
        }
        try device.touch("cover")
        #expect(judge.lines == ["second"])
        device.perform { last?.delegate = both }
        try device.touch("cover")
        #expect(judge.lines == ["second", "first", "second"])
    }
}
