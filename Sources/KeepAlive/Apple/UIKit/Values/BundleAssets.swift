import Foundation
import KeepAliveAssets

/// The assets that the catalogs of a bundle have. A catalog is read once, when something is first asked of its bundle.
enum BundleAssets {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var known: [String: [AssetCatalog.Asset]] = [:]

    /// Returns an asset; of several with a name, the one of the first catalog.
    static func asset(_ name: String, _ kind: AssetCatalog.Kind, in bundle: Bundle?) -> AssetCatalog.Asset? {
        assets((bundle ?? .main).resourcePath ?? "").first { $0.name == name && $0.kind == kind }
    }

    private static func assets(_ folder: String) -> [AssetCatalog.Asset] {
        lock.withLock {
            if let found = known[folder] { return found }
            let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
            let found = files.filter(AssetCatalog.isCatalog).flatMap { AssetCatalog(folder: "\(folder)/\($0)").assets }
            known[folder] = found
            return found
        }
    }
}

/// A picture of a catalog; code that Xcode generates has a constant for each.
public struct ImageResource: Hashable, Sendable {
    /// The name of the asset.
    package let name: String
    /// The bundle that has it.
    let bundle: Bundle

    /// Names a picture.
    public init(name: String, bundle: Bundle) {
        self.name = name
        self.bundle = bundle
    }
}

/// A color of a catalog; code that Xcode generates has a constant for each.
public struct ColorResource: Hashable, Sendable {
    /// The name of the asset.
    package let name: String
    /// The bundle that has it.
    let bundle: Bundle

    /// Names a color.
    public init(name: String, bundle: Bundle) {
        self.name = name
        self.bundle = bundle
    }
}

/// A file of a catalog.
open class NSDataAsset: NSObject, @unchecked Sendable {
    /// The name of the asset.
    public let name: String
    /// What is in the file.
    public let data: Data

    /// Reads a file of the app's catalogs.
    ///
    /// - Returns: `nil` if there is no asset of data of that name, or its file cannot be read.
    public convenience init?(name: String) { self.init(name: name, bundle: .main) }

    /// Reads a file of a bundle's catalogs.
    ///
    /// - Returns: `nil` if there is no asset of data of that name, or its file cannot be read.
    public init?(name: String, bundle: Bundle) {
        guard let path = BundleAssets.asset(name, .data, in: bundle)?.file,
            let data = FileManager.default.contents(atPath: path)
        else { return nil }
        self.name = name
        self.data = data
    }
}
