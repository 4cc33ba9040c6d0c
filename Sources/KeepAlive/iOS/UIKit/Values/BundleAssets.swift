import Foundation
import KeepAliveAssets

/// The assets in the asset catalogs of bundles. A bundle's catalogs are read once, when its first asset is requested.
enum BundleAssets {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var known: [String: [AssetCatalog.Asset]] = [:]

    /// Returns the asset with a name; `nil` if there is none. If several catalogs have the name, the bundle's own
    /// catalogs take precedence over those of nested bundles.
    ///
    /// - Parameter catalog: the path of the catalog in the bundle; `nil` for any catalog.
    static func asset(
        _ name: String, _ kinds: AssetCatalog.Kind..., in bundle: Bundle?, catalog: String? = nil
    ) -> AssetCatalog.Asset? {
        let folder = (bundle ?? .main).resourcePath ?? ""
        let place = catalog.map { "\(folder)/\($0)" }
        return assets(folder).first {
            $0.name == name && kinds.contains($0.kind) && (place == nil || place == $0.catalog)
        }
    }

    private static func assets(_ folder: String) -> [AssetCatalog.Asset] {
        lock.withLock {
            if let found = known[folder] { return found }
            let inner = names(in: folder).filter { $0.hasSuffix(".bundle") }.map { "\(folder)/\($0)" }
            let catalogs = ([folder] + inner).flatMap { place in
                names(in: place).filter(AssetCatalog.isCatalog).map { "\(place)/\($0)" }
            }
            let found = catalogs.flatMap { AssetCatalog(folder: $0).assets }
            known[folder] = found
            return found
        }
    }

    private static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }
}
