import Foundation

extension NSMutableString {
    // Written as `NSMutableString()`: Foundation on Linux has no such initializer, and an extension may not override one.
    public convenience init(_: Void = ()) { self.init(capacity: 0) }

    /// Adds a text with values in it, such as a token's bytes as hex (SD-54).
    ///
    /// - Parameters:
    ///   - format: the text, with places such as `%02x`, as in `NSString(format:)`.
    ///   - args: the values.
    public func appendFormat(_ format: NSString, _ args: any CVarArg...) {
        append(withVaList(args) { NSString(format: format as String, arguments: $0) as String })
    }
}
