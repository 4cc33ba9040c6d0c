import Foundation
import KeepAliveModel

/// The contents of a xib: objects and their connections.
///
/// `NAME.xib` is read in the form in which Xcode stores it. The same parts of the file are read and ignored as with
/// ``UIStoryboard``.
@preconcurrency @MainActor
open class UINib {
    public let name: String
    private let bundle: Bundle
    private let document: InterfaceElement?

    /// Reads a xib.
    ///
    /// - Parameters:
    ///   - name: the name of the file, without its extension. If the file is missing,
    ///     ``instantiate(withOwner:options:)`` raises an exception.
    ///   - bundleOrNil: the bundle that has the file; `nil` for the main bundle.
    public init(nibName name: String, bundle bundleOrNil: Bundle?) {
        self.name = name
        bundle = bundleOrNil ?? .main
        document = UIStoryboard.path(name, "xib", in: bundle).flatMap(InterfaceElement.read)
    }

    /// Creates the objects of the xib.
    ///
    /// - Parameter ownerOrNil: the owner, whose outlets are set; `nil` for none.
    /// - Returns: the top-level objects, without the owner.
    open func instantiate(withOwner ownerOrNil: Any?, options optionsOrNil: [AnyHashable: Any]? = nil) -> [Any] {
        guard let document else {
            AppleException(
                name: "NSInternalInconsistencyException",
                reason: "Could not load NIB in bundle: '\(bundle.bundlePath)' with name '\(name)'", rule: "LC-01"
            ).raise(in: .current)
            return []
        }
        return InterfaceLoader(bundle).objects(of: document, owner: ownerOrNil.map { $0 as AnyObject })
    }

    /// Creates the view of a controller from a xib.
    ///
    /// - Parameter name: the name of the xib; `nil` for the name of the controller's class.
    /// - Returns: false if `name` is `nil` and there is no xib for the class.
    static func load(_ name: String?, for controller: UIViewController) -> Bool {
        let bundle = controller.nibBundle ?? .main
        let name = name ?? "\(type(of: controller))"
        guard controller.nibName != nil || UIStoryboard.path(name, "xib", in: bundle) != nil else { return false }
        _ = UINib(nibName: name, bundle: bundle).instantiate(withOwner: controller)
        return controller.isViewLoaded
    }
}

extension Bundle {
    @MainActor
    public func loadNibNamed(_ name: String, owner: Any?, options: [AnyHashable: Any]? = nil) -> [Any]? {
        UINib(nibName: name, bundle: self).instantiate(withOwner: owner, options: options)
    }
}
