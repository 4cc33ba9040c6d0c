import Foundation
import KeepAliveModel

/// View controllers as designed in Interface Builder, with their views and segues.
///
/// `NAME.storyboard` is read in the form in which Xcode stores it. A view whose class is not reproduced becomes a plain
/// view. The look of views is ignored, as is their layout except for frames.
@preconcurrency @MainActor
open class UIStoryboard {
    let bundle: Bundle
    private let name: String
    private let document: InterfaceElement

    /// Reads a storyboard.
    ///
    /// As on iOS, a missing file raises `NSInvalidArgumentException`.
    ///
    /// - Parameters:
    ///   - name: the name of the file, without its extension.
    ///   - storyboardBundleOrNil: the bundle that has the file; `nil` for the main bundle.
    public init(name: String, bundle storyboardBundleOrNil: Bundle?) {
        self.name = name
        bundle = storyboardBundleOrNil ?? .main
        if let path = Self.path(name, "storyboard", in: bundle), let read = InterfaceElement.read(path) {
            document = read
        } else {
            document = .empty
            AppleException(
                name: "NSInvalidArgumentException",
                reason: "Could not find a storyboard named '\(name)' in bundle \(bundle.bundlePath)", rule: "LC-01"
            ).raise(in: .current)
        }
    }

    open func instantiateInitialViewController() -> UIViewController? {
        document["initialViewController"].flatMap { controller(id: $0) }
    }

    /// Returns a new initial view controller; `nil` if the storyboard has none.
    ///
    /// - Parameter creator: creates the controller; if it returns `nil`, the storyboard's class is used.
    open func instantiateInitialViewController<Controller: UIViewController>(
        creator: ((NSCoder) -> Controller?)? = nil
    ) -> Controller? {
        document["initialViewController"].flatMap { controller(id: $0, creator: creator) } as? Controller
    }

    /// Returns a new view controller for a storyboard ID.
    ///
    /// As on iOS, an unknown ID raises `NSInvalidArgumentException`.
    open func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
        instantiate(identifier, creator: nil)
    }

    open func instantiateViewController<Controller: UIViewController>(
        identifier: String, creator: ((NSCoder) -> Controller?)? = nil
    ) -> Controller {
        let controller = instantiate(identifier, creator: creator)
        guard let controller = controller as? Controller else {
            AppProcess.fail("the controller '\(identifier)' of \(name).storyboard is no \(Controller.self)")
        }
        return controller
    }

    private func instantiate(_ identifier: String, creator: ((NSCoder) -> UIViewController?)?) -> UIViewController {
        let scene = scenes.first { $0["storyboardIdentifier"] == identifier }
        if let controller = scene?.id.flatMap({ controller(id: $0, creator: creator) }) { return controller }
        AppleException(
            name: "NSInvalidArgumentException",
            reason: "Storyboard (\(name)) doesn't contain a view controller with identifier '\(identifier)'",
            rule: "LC-01"
        ).raise(in: .current)
        return UIViewController()
    }

    /// The elements of the view controllers.
    private var scenes: [InterfaceElement] {
        (document.first("scenes")?.all("scene") ?? []).compactMap { scene in
            scene.first("objects")?.children.first { $0["sceneMemberID"] == "viewController" }
        }
    }

    /// All elements of the file.
    var elements: [InterfaceElement] { document.tree }

    /// Returns a new view controller for the ID of its element; `nil` if there is no such element.
    func controller(id: String, creator: ((NSCoder) -> UIViewController?)? = nil) -> UIViewController? {
        guard let element = scenes.first(where: { $0.id == id }) else { return nil }
        if element.name == "viewControllerPlaceholder" {
            let other = UIStoryboard(name: element["storyboardName"] ?? name, bundle: bundle)
            return element["referencedIdentifier"].map { other.instantiate($0, creator: creator) }
                ?? other.document["initialViewController"].flatMap { other.controller(id: $0, creator: creator) }
        }
        return InterfaceLoader(bundle).controller(element, of: self, creator: creator)
    }

    /// Returns the path of an Interface Builder file in a bundle or in the bundle's `Base.lproj` or `en.lproj`; `nil`
    /// if there is none.
    static func path(_ name: String, _ ending: String, in bundle: Bundle) -> String? {
        bundle.path(forResource: name, ofType: ending)
            ?? ["Base.lproj", "en.lproj"].lazy.map { "\(bundle.bundlePath)/\($0)/\(name).\(ending)" }
            .first { FileManager.default.fileExists(atPath: $0) }
    }
}

extension InterfaceElement {
    static var empty: InterfaceElement { InterfaceElement("document", [:]) }
}
