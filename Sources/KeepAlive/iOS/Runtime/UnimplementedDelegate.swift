import Foundation

/// A delegate that implements no optional method: its methods do what iOS does if a method is missing.
///
/// If only subclasses of a delegate class implement an optional method, the plug-in KeepAliveSources adds the method to
/// the class itself. The added method calls the method of this delegate, as the app has not implemented it for that
/// class.
public final class UnimplementedDelegate: NSObject, @unchecked Sendable {
    public static let shared = UnimplementedDelegate()

    override public init() { super.init() }
}
