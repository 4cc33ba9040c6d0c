import Foundation

public struct ImageResource: Hashable, Sendable {
    /// The name of the asset.
    package let name: String
    /// The bundle that has it.
    let bundle: Bundle
    /// The path of the catalog in the bundle; `nil` for any.
    let catalog: String?

    /// Names an image.
    ///
    /// - Parameters:
    ///   - name: the name of the asset.
    ///   - bundle: the bundle that has it.
    ///   - catalog: the path of the catalog in the bundle, for one of several with that name; what `init` writes.
    public init(name: String, bundle: Bundle, catalog: String? = nil) {
        self.name = name
        self.bundle = bundle
        self.catalog = catalog
    }
}

public struct ColorResource: Hashable, Sendable {
    /// The name of the asset.
    package let name: String
    /// The bundle that has it.
    let bundle: Bundle
    /// The path of the catalog in the bundle; `nil` for any.
    let catalog: String?

    /// Names a color.
    ///
    /// - Parameters:
    ///   - name: the name of the asset.
    ///   - bundle: the bundle that has it.
    ///   - catalog: the path of the catalog in the bundle, for one of several with that name; what `init` writes.
    public init(name: String, bundle: Bundle, catalog: String? = nil) {
        self.name = name
        self.bundle = bundle
        self.catalog = catalog
    }
}
