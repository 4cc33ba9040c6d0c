import Foundation
import KeepAliveModel

/// What Interface Builder has made in a xib: views, and what is connected with them.
///
/// The file `NAME.xib` is read as it is in the project, as far as ``UIStoryboard`` reads one.
@preconcurrency @MainActor
open class UINib {
    public let name: String
    private let bundle: Bundle
    private let document: InterfaceElement?

    /// Reads a xib.
    ///
    /// - Parameters:
    ///   - name: the name of the file, without its ending. One that is not there is an exception when it is used.
    ///   - bundleOrNil: the bundle that has it; `nil` for the app's.
    public init(nibName name: String, bundle bundleOrNil: Bundle?) {
        self.name = name
        bundle = bundleOrNil ?? .main
        document = UIStoryboard.path(name, "xib", in: bundle).flatMap(InterfaceElement.read)
    }

    /// Returns the objects of the xib, newly made.
    ///
    /// - Parameter ownerOrNil: the owner, whose outlets are connected.
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

    /// Makes the view of a controller.
    ///
    /// - Parameter name: the xib that it names; `nil` for the one with the name of its class.
    /// - Returns: false without a xib of the name of the class.
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
