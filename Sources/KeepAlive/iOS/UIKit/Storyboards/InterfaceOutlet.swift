import KeepAliveModel

/// Sets outlets by name. The plug-in KeepAliveSources writes calls of this type into classes that have `@IBOutlet`
/// properties.
public enum InterfaceOutlet {
    /// Sets an outlet.
    ///
    /// - Parameters:
    ///   - place: the outlet's property.
    ///   - value: an object of the storyboard, or `nil`. A value of another type than the outlet's raises
    ///     `NSInvalidArgumentException`. UIKit would set the outlet, and the app would crash when it first uses the
    ///     outlet.
    ///   - name: the outlet's name.
    /// - Returns: true, always.
    @MainActor
    public static func set<Value>(_ place: inout Value?, to value: Any?, _ name: String) -> Bool {
        if let typed = value as? Value {
            place = typed
        } else {
            let found = value.map { "\(type(of: $0))" } ?? "nil"
            AppleException(
                name: "NSInvalidArgumentException",
                reason: "the outlet '\(name)' takes \(Value.self), and the storyboard connects \(found)", rule: "LC-01"
            ).raise(in: .current)
        }
        return true
    }
}
