import Foundation

/// A delegate that implements no optional method. Its methods do what the system does if a method is missing.
///
/// The plug-in KeepAliveSources completes a class that adopts a delegate's protocol: it adds each method that only
/// subclasses of the class implement. If such an added method is called on the class itself, the app has not
/// implemented the method, so it calls the method of this delegate.
public final class UnimplementedDelegate: NSObject, @unchecked Sendable {
    public static let shared = UnimplementedDelegate()

    override public init() { super.init() }
}
