import Foundation

public struct ImageResource: Hashable, Sendable {
    package let name: String
    /// The bundle that has the asset.
    let bundle: Bundle
    /// The path of the asset catalog in the bundle; `nil` for any catalog.
    let catalog: String?

    /// Refers to an image of an asset catalog.
    ///
    /// - Parameters:
    ///   - name: the name of the asset.
    ///   - bundle: the bundle that has the asset.
    ///   - catalog: the path of the asset catalog in the bundle, for a name that several catalogs have; `nil` for any
    ///     catalog. `keepalive-run init` writes this argument.
    public init(name: String, bundle: Bundle, catalog: String? = nil) {
        self.name = name
        self.bundle = bundle
        self.catalog = catalog
    }
}

public struct ColorResource: Hashable, Sendable {
    package let name: String
    /// The bundle that has the asset.
    let bundle: Bundle
    /// The path of the asset catalog in the bundle; `nil` for any catalog.
    let catalog: String?

    /// Refers to a color of an asset catalog.
    ///
    /// - Parameters:
    ///   - name: the name of the asset.
    ///   - bundle: the bundle that has the asset.
    ///   - catalog: the path of the asset catalog in the bundle, for a name that several catalogs have; `nil` for any
    ///     catalog. `keepalive-run init` writes this argument.
    public init(name: String, bundle: Bundle, catalog: String? = nil) {
        self.name = name
        self.bundle = bundle
        self.catalog = catalog
    }
}
