import Foundation

/// Writes a line on standard error, as Foundation's function does. For `%@` it also takes collections and objects,
/// which Foundation's function does not take on Linux.
///
/// - Parameters:
///   - format: the text, with a placeholder such as `%@` for each value.
///   - values: the values. A value that is neither a number nor a string is written as its description.
@_disfavoredOverload
public func NSLog(_ format: String, _ values: Any...) {
    let arguments = values.map { value -> any CVarArg in
        (value as? any CVarArg) ?? NSString(string: String(describing: value))
    }
    Foundation.NSLog("%@", NSString(string: String(format: format, arguments: arguments)))
}
