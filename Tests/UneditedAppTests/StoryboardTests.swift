import Foundation
import KeepAliveTesting
import TestSupport
import Testing

@testable import UneditedApp

/// A storyboard as it is in a project: its controllers, outlets, actions and segues, and a user who touches what they show.
@MainActor
@Suite(.serialized, .onlyDevice) struct StoryboardTests {
    /// The folder that has `Base.lproj/Main.storyboard`.
    private static let folder = String(#filePath).replacing(
        "UneditedAppTests/StoryboardTests.swift", with: "UneditedApp/App")

    private static func shown() throws -> (VirtualDevice, PlayerController, UINavigationController) {
        let device = try VirtualDevice(ios: "13")
        let app = device.launch { UneditedApp.AppDelegate() }
        let bundle = try #require(Bundle(path: folder))
        let stack = try #require(
            device.perform { () -> UINavigationController? in
                let stack = UIStoryboard(name: "Main", bundle: bundle).instantiateInitialViewController()
                app.window = UIWindow(frame: UIScreen.main.bounds)
                app.window?.rootViewController = stack
                app.window?.makeKeyAndVisible()
                return stack as? UINavigationController
            })
        return (device, try #require(stack.topViewController as? PlayerController), stack)
    }

    @Test("outlets are set before viewDidLoad, also private ones and collections; a button calls its action")
    func outletsAndActions() throws {
        let (device, player, _) = try Self.shown()
        #expect(player.shown == "Ready" && player.title == "Player")
        #expect(player.buttons.map(\.currentTitle) == ["Play", "Details"])
        try device.touch("Play")
        #expect(player.shown == "Playing by Play")
        device.pressHome()
        try device.expect(grants: .finishTask)
        #expect(throws: (any Error).self) { try device.touch("Play") }
        #expect(device.timeline.contains { $0.contains("the user touches the button \"Play\"") })
    }

    @Test("a question covers all else, and its answer is told; a row is chosen; a recognizer is told")
    func questionsAndRows() throws {
        let (device, player, _) = try Self.shown()
        try device.touch("Ask")
        let problem = #expect(throws: (any Error).self) { try device.touch("Play") }
        #expect("\(problem as Any)".contains("there are: answer \"Yes\", answer \"No\""))
        try device.touch("Yes")
        #expect(player.shown == "Deleted" && player.presentedViewController == nil)
        try device.touch("Outro")
        #expect(player.shown == "Row Outro")
        try device.touch("cover")
        #expect(player.covers == 1)
        let disabled = #expect(throws: (any Error).self) { try device.touch("Never") }
        #expect("\(disabled as Any)".contains("the button \"Never\" is disabled"))
    }

    @Test("segues are prepared, followed, and unwound; a controller is made by its identifier")
    func segues() throws {
        let (device, player, stack) = try Self.shown()
        try device.touch("Details")
        let detail = try #require(stack.topViewController as? DetailController)
        #expect(detail.text == "from details" && detail.height.constant == 44)
        try device.touch("Touch")
        try device.touch("Nowhere")
        #expect(detail.touches == ["Touch touches", "may never"] && stack.topViewController === detail)
        // Only the user's touch asks.
        device.perform { detail.performSegue(withIdentifier: "never", sender: detail) }
        #expect(detail.touches.count == 2 && stack.viewControllers.count == 3)
        device.perform { _ = stack.popViewController(animated: false) }
        try device.touch("Done")
        #expect(stack.topViewController === player && player.shown == "Back from details")
        device.perform { player.performSegue(withIdentifier: "details", sender: nil) }
        try device.touch("Back")
        #expect(stack.topViewController === player)
        let storyboard = try #require(player.storyboard)
        let made = device.perform { storyboard.instantiateViewController(withIdentifier: "Details") }
        #expect(made is DetailController && made !== detail)
        #expect(throws: (any Error).self) {
            try catchingNSException { _ = storyboard.instantiateViewController(withIdentifier: "Nobody") }
        }
    }

    @Test(
        "rows that stand in a storyboard are there; an action without a target goes up; a segue's controller is the app's"
    )
    func staticRows() throws {
        let (device, player, _) = try Self.shown()
        let storyboard = try #require(player.storyboard)
        #expect(device.perform { player.view.window?.rootViewController === player.parent })
        let made = device.perform { () -> (StackController, SettingsController)? in
            let made = storyboard.instantiateViewController(withIdentifier: "Settings") as? SettingsController
            let stack = made.map { StackController(rootViewController: $0) }
            player.view.window?.rootViewController = stack
            stack?.view.layoutIfNeeded()
            return stack.flatMap { stack in made.map { (stack, $0) } }
        }
        let (stack, settings) = try #require(made)
        device.perform {
            let table = settings.tableView!
            #expect(table.numberOfSections == 2 && (0...2).map(table.numberOfRows(inSection:)) == [1, 2, 0])
            #expect(settings.tableView(table, titleForHeaderInSection: 1) == "More")
            #expect(settings.tableView(table, titleForFooterInSection: 1) == "Version 1")
            #expect(settings.loud.isOn && settings.aboutPlace == IndexPath(row: 0, section: 1))
        }
        try device.touch("About")
        try device.touch("Loud")
        #expect(settings.chosen == ["About", "quiet"])
        try device.touch("?")
        try device.touch("Help")
        #expect(stack.questions == ["?", "Help"])
        try device.touch("Open")
        #expect((stack.topViewController as? DetailController)?.text == "made for open by Open")
    }

    @Test("a controller of a storyboard goes with the last one who keeps it, also with its view")
    func released() throws {
        let (device, player, _) = try Self.shown()
        let storyboard = try #require(player.storyboard)
        weak var gone: UIViewController?
        device.perform {
            let made = storyboard.instantiateViewController(withIdentifier: "Details")
            made.loadViewIfNeeded()
            gone = made
        }
        #expect(gone == nil)
    }
}
