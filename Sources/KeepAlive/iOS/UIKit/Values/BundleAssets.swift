import Foundation
import KeepAliveAssets

/// The assets that the catalogs of a bundle have. A catalog is read once, when something is first asked of its bundle.
enum BundleAssets {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var known: [String: [AssetCatalog.Asset]] = [:]

    /// Returns an asset; of several with a name, the one of the first catalog: of the bundle's own, and then of those of the
    /// bundles in it.
    ///
    /// - Parameter catalog: the path of the catalog in the bundle; `nil` for any.
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
