import KeepAliveModel

/// Sets outlets by their names, in what the plug-in KeepAliveSources writes into a class with `@IBOutlet`.
public enum InterfaceOutlet {
    /// Sets an outlet.
    ///
    /// - Parameters:
    ///   - place: the property.
    ///   - value: an object of the storyboard. One of another type raises the exception `NSInvalidArgumentException`; UIKit
    ///     sets it, and the app crashes when it is used.
    ///   - name: the property's name.
    /// - Returns: true.
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
