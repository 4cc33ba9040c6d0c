import Foundation

/// A delegate that implements nothing that is optional: what the system does without a method is what its methods do.
///
/// The plug-in KeepAliveSources gives a class that adopts a delegate's protocol each method that only its subclasses implement.
/// Called on the class itself, such a method is one that nobody has implemented, and calls this one's.
public final class UnimplementedDelegate: NSObject, @unchecked Sendable {
    public static let shared = UnimplementedDelegate()

    override public init() { super.init() }
}
