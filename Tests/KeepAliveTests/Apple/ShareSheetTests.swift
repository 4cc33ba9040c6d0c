import Foundation
import KeepAlive
import KeepAliveTesting
import TestSupport
import Testing

/// What an app offers to others, in the rows of the sheet (SD-71).
@MainActor
@Suite(.serialized, .onlyDevice) struct ShareSheetTests {
    private final class Delegate: UIResponder, UIApplicationDelegate {
        var window: UIWindow? = UIWindow()
        var ends: [String] = []

        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            window?.rootViewController = UIViewController()
            window?.makeKeyAndVisible()
            return true
        }

        func share(_ items: [Any], _ activities: [UIActivity]? = nil, without excluded: [UIActivity.ActivityType] = [])
        {
            let sheet = UIActivityViewController(activityItems: items, applicationActivities: activities)
            sheet.excludedActivityTypes = excluded
            sheet.completionWithItemsHandler = { [weak self] type, completed, _, error in
                self?.ends.append("\(type?.rawValue ?? "none") \(completed) \(error == nil)")
            }
            window?.rootViewController?.present(sheet, animated: true)
        }
    }

    /// Gives the path of a file to what takes paths, and the file to others.
    private final class Source: UIActivityItemSource {
        let file: URL
        init(_ file: URL) { self.file = file }
        func activityViewControllerPlaceholderItem(_ activityViewController: UIActivityViewController) -> Any { file }
        func activityViewController(
            _ activityViewController: UIActivityViewController,
            itemForActivityType activityType: UIActivity.ActivityType?
        ) -> Any? { activityType == .copyToPasteboard ? file.lastPathComponent : file }
    }

    private final class Upload: UIActivity {
        var prepared: [String] = []
        override class var activityCategory: Category { .share }
        override var activityType: ActivityType? { ActivityType("org.example.upload") }
        override var activityTitle: String? { "Upload" }
        override func canPerform(withActivityItems activityItems: [Any]) -> Bool { activityItems.first is URL }
        override func prepare(withActivityItems activityItems: [Any]) {
            prepared = activityItems.map { ($0 as? URL)?.lastPathComponent ?? "" }
        }
        override func perform() { activityDidFinish(false) }
    }

    private let file = URL(fileURLWithPath: "/tmp/tides.pdf")

    @Test("three rows: AirDrop, apps by the type, actions; each is told with its type, and the sheet is gone")
    func rows() throws {
        let device = try VirtualDevice()
        let app = device.launch { Delegate() }
        for (touch, type) in [
            ("AirDrop", "com.apple.UIKit.activity.AirDrop"),
            ("Copy to App", "com.apple.UIKit.activity.RemoteOpenInApplication-ByCopy"),
            ("Copy", "com.apple.UIKit.activity.CopyToPasteboard"), ("Print", "com.apple.UIKit.activity.Print"),
            ("Save to Files", "com.apple.DocumentManagerUICore.SaveToFiles"),
        ] {
            device.perform { app.share([file]) }
            #expect(app.window?.rootViewController?.presentedViewController is UIActivityViewController)
            try device.touch(touch)
            #expect(app.ends.last == "\(type) true true")
            #expect(app.window?.rootViewController?.presentedViewController == nil)
        }
        try device.expect(
            inTimeline: #"it offers 1 item to others: "AirDrop"; "Copy to App"; "Copy", "Print", "Save to Files""#,
            count: 5)
        #expect(device.perform { UIPasteboard.general.url } == file)
    }

    @Test("the user may share nothing; what is excluded, or does not suit the items, is not offered")
    func cancelled() throws {
        let device = try VirtualDevice()
        let app = device.launch { Delegate() }
        device.perform { app.share(["text"], without: [.airDrop]) }
        for missing in ["AirDrop", "Print", "Copy to App"] {
            #expect(throws: KeepAliveError.self) { try device.touch(missing) }
        }
        try device.touch("Cancel")
        #expect(app.ends == ["none false true"])
    }

    @Test(
        "a source has the item for each activity; the app's own activity stands in its row, and says whether it was done"
    )
    func ownActivity() throws {
        let device = try VirtualDevice()
        let app = device.launch { Delegate() }
        let upload = device.perform { Upload() }
        device.perform { app.share([Source(file)], [upload]) }
        try device.expect(inTimeline: #""Copy to App", "Upload"; "Copy""#)
        try device.touch("Upload")
        #expect(upload.prepared == ["tides.pdf"] && app.ends == ["org.example.upload false true"])
        device.perform { app.share([Source(file)]) }
        try device.touch("Copy")
        #expect(device.perform { UIPasteboard.general.string } == "tides.pdf")
    }
}
