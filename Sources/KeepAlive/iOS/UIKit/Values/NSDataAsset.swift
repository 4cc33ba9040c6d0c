import Foundation

open class NSDataAsset: NSObject, @unchecked Sendable {
    public let name: String
    public let data: Data

    /// Reads a data asset of the main bundle's catalogs.
    ///
    /// - Returns: `nil` if there is no data asset with this name, or its file cannot be read.
    public convenience init?(name: String) { self.init(name: name, bundle: .main) }

    /// Reads a data asset of a bundle's catalogs.
    ///
    /// - Returns: `nil` if there is no data asset with this name, or its file cannot be read.
    public init?(name: String, bundle: Bundle) {
        guard let path = BundleAssets.asset(name, .data, in: bundle)?.file,
            let data = FileManager.default.contents(atPath: path)
        else { return nil }
        self.name = name
        self.data = data
    }
}
