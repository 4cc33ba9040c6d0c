import Foundation
import KeepAliveModel

/// The controllers of an app, as Interface Builder has them: which there are, of which classes, with which views, and the ways
/// between them.
///
/// The file `NAME.storyboard` is read as it is in the project. Views of other kinds than UIKit has here are plain views; how they
/// look and where they stand is not read.
@preconcurrency @MainActor
open class UIStoryboard {
    let bundle: Bundle
    private let name: String
    private let document: InterfaceElement

    /// Reads a storyboard.
    ///
    /// As on iOS, it is the exception `NSInvalidArgumentException` where there is none of the name.
    ///
    /// - Parameters:
    ///   - name: the name of the file, without its ending.
    ///   - storyboardBundleOrNil: the bundle that has it; `nil` for the app's.
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

    /// Returns the controller that the storyboard begins with, which the app makes.
    ///
    /// - Parameter creator: makes it; `nil` from it for the class of the storyboard.
    open func instantiateInitialViewController<Controller: UIViewController>(
        creator: ((NSCoder) -> Controller?)? = nil
    ) -> Controller? {
        document["initialViewController"].flatMap { controller(id: $0, creator: creator) } as? Controller
    }

    /// Returns a new controller by its storyboard ID.
    ///
    /// As on iOS, it is the exception `NSInvalidArgumentException` where there is none.
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

    /// The elements of the controllers.
    private var scenes: [InterfaceElement] {
        (document.first("scenes")?.all("scene") ?? []).compactMap { scene in
            scene.first("objects")?.children.first { $0["sceneMemberID"] == "viewController" }
        }
    }

    /// All elements of the storyboard.
    var elements: [InterfaceElement] { document.tree }

    /// Returns a new controller by the number of its element.
    func controller(id: String, creator: ((NSCoder) -> UIViewController?)? = nil) -> UIViewController? {
        guard let element = scenes.first(where: { $0.id == id }) else { return nil }
        if element.name == "viewControllerPlaceholder" {
            let other = UIStoryboard(name: element["storyboardName"] ?? name, bundle: bundle)
            return element["referencedIdentifier"].map { other.instantiate($0, creator: creator) }
                ?? other.document["initialViewController"].flatMap { other.controller(id: $0, creator: creator) }
        }
        return InterfaceLoader(bundle).controller(element, of: self, creator: creator)
    }

    /// Returns the path of a file of Interface Builder: also one in the base language's folder.
    static func path(_ name: String, _ ending: String, in bundle: Bundle) -> String? {
        bundle.path(forResource: name, ofType: ending)
            ?? ["Base.lproj", "en.lproj"].lazy.map { "\(bundle.bundlePath)/\($0)/\(name).\(ending)" }
            .first { FileManager.default.fileExists(atPath: $0) }
    }
}

extension InterfaceElement {
    /// An element without anything.
    static var empty: InterfaceElement { InterfaceElement("document", [:]) }
}
