import Foundation
import KeepAliveModel

/// Calls a function with an object, if the object implements an optional method. The plug-in KeepAliveSources writes
/// this call for code such as `if let end = delegate?.didEnd`.
///
/// The symbols of the program say whether the object's class or a superclass declares the method. In a stripped program
/// each object counts as implementing the method, and standard error says so once.
///
/// - Parameters:
///   - object: the object.
///   - name: the full name of the method: `didEnd(_:at:)`.
///   - body: calls the method, or returns it.
/// - Returns: the result of `body`; `nil` if there is no object or it does not implement the method.
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
