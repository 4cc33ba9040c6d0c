import FoundationEssentials

/// An asset catalog of Xcode: a folder `*.xcassets`, in which each asset is a folder with a Contents.json.
///
/// Source: Asset Catalog Format Reference,
/// developer.apple.com/library/archive/documentation/Xcode/Reference/xcode_ref-Asset_Catalog_Format
package struct AssetCatalog {
    /// The kind of an asset. The raw value is the extension of the asset's folder.
    package enum Kind: String, Sendable {
        case image = "imageset"
        case color = "colorset"
        case data = "dataset"
        case symbol = "symbolset"
    }

    package struct Asset: Sendable {
        /// The name by which code refers to the asset. In a group that provides a namespace, the name begins with the
        /// group's name and a `/`.
        package let name: String
        package let kind: Kind
        /// The path of the asset's folder.
        package let folder: String
        /// The path of the catalog that contains the asset.
        package let catalog: String
    }

    /// The assets, sorted by path.
    package let assets: [Asset]

    /// Lists the assets of a catalog. Items that are not a ``Kind``, such as app icons, are left out.
    ///
    /// - Parameter folder: the path of the catalog. A folder that cannot be read has no assets.
    package init(folder: String) {
        var links = FollowedLinks(from: folder)
        assets = Self.assets(in: folder, namespace: "", of: folder, &links)
    }

    /// Returns true if a path ends with `.xcassets`, the extension of an asset catalog.
    package static func isCatalog(_ path: String) -> Bool { path.hasSuffix(".xcassets") }

    private static func assets(
        in folder: String, namespace: String, of catalog: String, _ links: inout FollowedLinks
    ) -> [Asset] {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        var found: [Asset] = []
        for name in names {
            let path = "\(folder)/\(name)"
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            if parts.count > 1 {
                guard let kind = parts.last.flatMap({ Kind(rawValue: String($0)) }) else { continue }
                found.append(
                    Asset(
                        name: namespace + parts.dropLast().joined(separator: "."), kind: kind, folder: path,
                        catalog: catalog))
            } else if links.follow(path) {
                let group: Group? = Contents.read(path)
                found += assets(
                    in: path, namespace: group?.isNamespace == true ? "\(namespace)\(name)/" : namespace, of: catalog,
                    &links)
            }
        }
        return found
    }

    private struct Group: Decodable {
        struct Properties: Decodable {
            let providesNamespace: Bool?

            private enum CodingKeys: String, CodingKey {
                case providesNamespace = "provides-namespace"
            }
        }

        let properties: Properties?

        var isNamespace: Bool { properties?.providesNamespace == true }
    }
}

/// Reads the Contents.json of a folder.
enum Contents {
    static func read<Value: Decodable>(_ folder: String) -> Value? {
        (try? RegularFile.contents(of: "\(folder)/Contents.json", limit: 1 << 20)).flatMap {
            try? JSONDecoder().decode(Value.self, from: $0)
        }
    }
}
