import Foundation

/// Writes a line on standard error, as Foundation's function does, with values that it does not take on Linux: collections and
/// objects, for `%@`.
///
/// - Parameters:
///   - format: the text, with a place for each value.
///   - values: the values. One that is no number and no string is written as its description.
@_disfavoredOverload
public func NSLog(_ format: String, _ values: Any...) {
    let arguments = values.map { value -> any CVarArg in
        (value as? any CVarArg) ?? NSString(string: String(describing: value))
    }
    Foundation.NSLog("%@", NSString(string: String(format: format, arguments: arguments)))
}
