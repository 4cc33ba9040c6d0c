import Foundation

extension Bundle {
    /// Returns the value of a key of the bundle's Info.plist: the localized one, if the key has one.
    ///
    /// In a bundle with an `InfoPlist.strings`, Foundation's `object(forInfoDictionaryKey:)` on Linux knows the keys of
    /// that file alone. The plug-in rewrites calls of that method to this one.
    public func keepAliveObject(forInfoDictionaryKey key: String) -> Any? {
        object(forInfoDictionaryKey: key) ?? infoDictionary?[key]
    }
}
