import Foundation
import KeepAliveModel

@preconcurrency @MainActor
open class UIActivity: NSObject {
    public enum Category: Int, Sendable {
        case action, share
    }

    public struct ActivityType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }

        public static let airDrop = ActivityType("com.apple.UIKit.activity.AirDrop")
        public static let copyToPasteboard = ActivityType("com.apple.UIKit.activity.CopyToPasteboard")
        public static let print = ActivityType("com.apple.UIKit.activity.Print")
        public static let saveToCameraRoll = ActivityType("com.apple.UIKit.activity.SaveToCameraRoll")
        public static let mail = ActivityType("com.apple.UIKit.activity.Mail")
        /// Not offered, unlike on iOS.
        public static let message = ActivityType("com.apple.UIKit.activity.Message")
        /// Not offered, unlike on iOS.
        public static let assignToContact = ActivityType("com.apple.UIKit.activity.AssignToContact")
        /// Not offered, unlike on iOS.
        public static let addToReadingList = ActivityType("com.apple.UIKit.activity.AddToReadingList")
        public static let openInIBooks = ActivityType("com.apple.UIKit.activity.OpenInIBooks")
        /// Copies the items to another app that opens files of their type.
        static let copyToApp = ActivityType("com.apple.UIKit.activity.RemoteOpenInApplication-ByCopy")
        /// Saves the items to a file that the user chooses.
        static let saveToFiles = ActivityType("com.apple.DocumentManagerUICore.SaveToFiles")
    }

    override public init() {}

    open class var activityCategory: Category { .action }
    open var activityType: ActivityType? { nil }
    open var activityTitle: String? { nil }
    open var activityImage: UIImage? { nil }
    /// The controller that is presented in place of a call of ``perform()``; `nil` to call ``perform()``.
    open var activityViewController: UIViewController? { nil }
    open func canPerform(withActivityItems activityItems: [Any]) -> Bool { false }
    open func prepare(withActivityItems activityItems: [Any]) {}
    open func perform() { activityDidFinish(true) }

    open func activityDidFinish(_ completed: Bool) {
        let told = finished
        finished = nil
        told?(completed)
    }

    /// Called when this activity has ended. The activity sheet sets this function, and ends with the activity.
    fileprivate var finished: ((Bool) -> Void)?
}

@preconcurrency @MainActor
public protocol UIActivityItemSource: AnyObject {
    func activityViewControllerPlaceholderItem(_ activityViewController: UIActivityViewController) -> Any
    func activityViewController(
        _ activityViewController: UIActivityViewController, itemForActivityType activityType: UIActivity.ActivityType?
    ) -> Any?
    func activityViewController(
        _ activityViewController: UIActivityViewController,
        subjectForActivityType activityType: UIActivity.ActivityType?
    ) -> String
}

extension UIActivityItemSource {
    public func activityViewController(
        _ activityViewController: UIActivityViewController,
        subjectForActivityType activityType: UIActivity.ActivityType?
    ) -> String { "" }
}

/// Offers items to others in three rows: AirDrop; apps that accept the items' type; actions, such as copy, print and
/// save (SD-71). Nothing is drawn: the timeline lists the offers, and `ctl touch` chooses one.
open class UIActivityViewController: UIViewController, SystemController {
    public typealias CompletionWithItemsHandler = (UIActivity.ActivityType?, Bool, [Any]?, (any Error)?) -> Void

    private let context = AppContext.current
    private let items: [Any]
    private let activities: [UIActivity]
    open var completionWithItemsHandler: CompletionWithItemsHandler?
    open var completionHandler: ((UIActivity.ActivityType?, Bool) -> Void)?
    open var excludedActivityTypes: [UIActivity.ActivityType]?

    /// Creates an activity sheet.
    ///
    /// - Parameters:
    ///   - activityItems: texts, URLs, images, data, or objects that are a ``UIActivityItemSource``.
    ///   - applicationActivities: the app's own activities; `nil` for none.
    public init(activityItems: [Any], applicationActivities: [UIActivity]?) {
        items = activityItems
        activities = applicationActivities ?? []
        super.init(nibName: nil, bundle: nil)
    }

    public required init?(coder: NSCoder) { nil }

    package func isPresented() {
        let rows = offers.filter { !$0.isEmpty }.map { $0.map { "\"\($0.title)\"" }.joined(separator: ", ") }
        context.note(
            "it offers \(items.count) item\(items.count == 1 ? "" : "s") to others: \(rows.joined(separator: "; "))")
    }

    // MARK: The rows

    private struct Offer {
        let type: UIActivity.ActivityType?
        let title: String
        var own: UIActivity?
    }

    /// The items, each item source replaced by its placeholder. The types of the placeholders decide which activities
    /// are offered.
    private var placeholders: [Any] {
        items.map { ($0 as? any UIActivityItemSource)?.activityViewControllerPlaceholderItem(self) ?? $0 }
    }

    /// The offers in three rows: AirDrop, apps, actions.
    private var offers: [[Offer]] {
        let items = placeholders
        let hasPicture = items.contains { $0 is UIImage }
        let hasFile = items.contains { ($0 as? URL)?.isFileURL == true }
        let own = activities.filter { $0.canPerform(withActivityItems: items) }
        func offers(of category: UIActivity.Category) -> [Offer] {
            own.filter { type(of: $0).activityCategory == category }.map {
                Offer(type: $0.activityType, title: $0.activityTitle ?? $0.activityType?.rawValue ?? "", own: $0)
            }
        }
        let rows = [
            [Offer(type: .airDrop, title: "AirDrop")],
            (hasFile ? [Offer(type: .copyToApp, title: "Copy to App")] : []) + offers(of: .share),
            [Offer(type: .copyToPasteboard, title: "Copy")]
                + (hasPicture || hasFile ? [Offer(type: .print, title: "Print")] : [])
                + (hasPicture ? [Offer(type: .saveToCameraRoll, title: "Save Image")] : [])
                + (hasFile ? [Offer(type: .saveToFiles, title: "Save to Files")] : []) + offers(of: .action),
        ]
        let excluded = excludedActivityTypes ?? []
        return rows.map { $0.filter { offer in offer.type.map { !excluded.contains($0) } ?? true } }
    }

    /// The elements that the user can tap: the offers and Cancel.
    var rows: [Touchable] {
        let cancel = Touchable("button", ["Cancel"]) { [weak self] in self?.end(nil, completed: false) }
        return offers.joined().compactMap { offer in
            Touchable("activity", [offer.title, offer.type?.rawValue]) { [weak self] in self?.choose(offer) }
        } + [cancel].compactMap { $0 }
    }

    private func choose(_ offer: Offer) {
        let shared = items.compactMap { item in
            guard let source = item as? any UIActivityItemSource else { return Optional(item) }
            return source.activityViewController(self, itemForActivityType: offer.type)
        }
        if let own = offer.own {
            own.finished = { [weak self] in self?.end(offer.type, completed: $0) }
            own.prepare(withActivityItems: shared)
            guard let controller = own.activityViewController else { return own.perform() }
            return present(controller, animated: true)
        }
        if offer.type == .copyToPasteboard { UIPasteboard.general.copy(shared) }
        end(offer.type, completed: true)
    }

    private func end(_ type: UIActivity.ActivityType?, completed: Bool) {
        context.note(
            completed
                ? "the user shares \(items.count) item\(items.count == 1 ? "" : "s") by \(type?.rawValue ?? "the app's own activity")"
                : "the user shares nothing")
        let (handler, older) = (completionWithItemsHandler, completionHandler)
        (presentingViewController ?? self).dismiss(animated: true) {
            handler?(type, completed, nil, nil)
            older?(type, completed)
        }
    }
}
