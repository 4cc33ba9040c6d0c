import Foundation
import KeepAliveModel

/// Returns what a function makes of an object that implements an optional method; what the plug-in writes for
/// `if let end = delegate?.didEnd` and its like.
///
/// A method of a class, or of one above it, is found among the symbols of the program. In a program without symbols each object
/// counts as one that implements it, and standard error says so.
///
/// - Parameters:
///   - object: the object; its class decides.
///   - name: the whole name of the method: `didEnd(_:at:)`.
///   - body: calls it, or returns it.
/// - Returns: `nil` without an object, and for one that does not implement it.
public func optionalRequirement<Object, Value>(
    of object: Object?, _ name: String, _ body: (Object) throws -> Value
) rethrows -> Value? {
    guard let object else { return nil }
    guard let declares = DeclaredMethods.declares(type(of: object as AnyObject), name) else {
        StrippedProgram.complain(name)
        return try body(object)
    }
    return declares ? try body(object) : nil
}

private enum StrippedProgram {
    private static let once: Void = AppProcess.say(
        "this program has no symbols, so each object counts as one that implements the optional methods that it is asked for"
    )

    static func complain(_ name: String) { _ = once }
}
