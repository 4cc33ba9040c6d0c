import Foundation

extension NSMutableString {
    // Makes `NSMutableString()` compile, which Foundation on Linux lacks. The parameter is there because an extension
    // must not override `init()`.
    public convenience init(_: Void = ()) { self.init(capacity: 0) }

    /// Appends a formatted text, such as a byte of a device token in hex (SD-54).
    ///
    /// - Parameters:
    ///   - format: the text, with placeholders such as `%02x`, as in `NSString(format:)`.
    ///   - args: the values for the placeholders.
    public func appendFormat(_ format: NSString, _ args: any CVarArg...) {
        append(withVaList(args) { NSString(format: format as String, arguments: $0) as String })
    }
}
