import Foundation

/// Writes a line to standard error, as Foundation's `NSLog` does. For `%@` this variant also accepts collections and
/// objects.
///
/// - Parameters:
///   - format: the text, with a placeholder such as `%@` for each value.
///   - values: the values. A value that is not a `CVarArg` is written as its description.
@_disfavoredOverload
public func NSLog(_ format: String, _ values: Any...) {
    let arguments = values.map { value -> any CVarArg in
        (value as? any CVarArg) ?? NSString(string: String(describing: value))
    }
    Foundation.NSLog("%@", NSString(string: String(format: format, arguments: arguments)))
}
