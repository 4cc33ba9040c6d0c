import Foundation

// Key-value coding of user defaults, whose keys are those of the defaults. Foundation on Linux has no key-value coding.
extension UserDefaults {
    public func value(forKey key: String) -> Any? { object(forKey: key) }

    public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }

    /// Returns the value of a key, or of a path through dictionaries, such as `user.name`.
    public func value(forKeyPath keyPath: String) -> Any? {
        let keys = keyPath.split(separator: ".").map(String.init)
        guard let first = keys.first else { return nil }
        return keys.dropFirst().reduce(object(forKey: first)) { ($0 as? [String: Any])?[$1] }
    }
}
