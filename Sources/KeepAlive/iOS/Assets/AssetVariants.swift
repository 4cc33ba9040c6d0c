import FoundationEssentials

extension AssetCatalog.Asset {
    /// Returns the file of an image, in the variant for an iPhone in light mode.
    ///
    /// - Parameter scale: the screen's pixels per point. If no file has this scale, the file with the highest scale is
    ///   used.
    /// - Returns: the path and the scale of the file; `nil` if the asset is not an image or has no file.
    package func image(scale: Int) -> (path: String, scale: Int)? {
        guard kind == .image else { return nil }
        let files = variants(Picture.self, "images").compactMap { picture in
            picture.filename.map { (path: "\(folder)/\($0)", scale: picture.pixels) }
        }
        return files.first { $0.scale == scale } ?? files.max { $0.scale < $1.scale }
    }

    /// The path of a data asset's file, in the variant for an iPhone; `nil` if there is none.
    package var file: String? {
        guard kind == .data else { return nil }
        return variants(File.self, "data").lazy.compactMap(\.filename).first.map { "\(folder)/\($0)" }
    }

    /// The color of a color asset, in the variant for an iPhone in light mode; `nil` if there is none.
    package var color: AssetColor? {
        guard kind == .color else { return nil }
        return variants(Color.self, "colors").lazy.compactMap(\.color).first
    }

    /// Returns the variants for an iPhone in light mode: first those that are only for the iPhone. Variants that cannot
    /// be decoded are left out.
    private func variants<Variant: AssetVariant>(_ kind: Variant.Type, _ key: String) -> [Variant] {
        let content: [String: Variants<Variant>]? = Contents.read(folder)
        let usable = (content?[key]?.all ?? []).filter(\.isForPhone)
        return usable.filter { $0.idiom == "iphone" } + usable.filter { $0.idiom != "iphone" }
    }
}

/// A variant of an asset, for some devices and appearances.
private protocol AssetVariant: Decodable {
    var idiom: String? { get }
    var appearances: [AssetAppearance]? { get }
}

extension AssetVariant {
    /// True if an iPhone in light mode can use this variant.
    fileprivate var isForPhone: Bool {
        [nil, "universal", "iphone"].contains(idiom) && (appearances ?? []).allSatisfy { $0.value == "light" }
    }
}

private struct AssetAppearance: Decodable {
    let value: String?
}

/// A list of variants. A JSON value that is no list decodes as an empty list, and a variant that cannot be decoded is
/// left out.
private struct Variants<Variant: Decodable>: Decodable {
    private struct Readable: Decodable {
        let variant: Variant?

        init(from decoder: any Decoder) {
            variant = try? Variant(from: decoder)
        }
    }

    let all: [Variant]

    init(from decoder: any Decoder) {
        all = (try? [Readable](from: decoder))?.compactMap(\.variant) ?? []
    }
}

private struct Picture: AssetVariant {
    let idiom: String?
    let filename: String?
    let scale: String?
    let appearances: [AssetAppearance]?

    /// The scale of the image, in pixels per point; 1 if the image is for all scales.
    var pixels: Int { scale.flatMap { Int($0.dropLast()) } ?? 1 }
}

private struct File: AssetVariant {
    let idiom: String?
    let filename: String?
    let appearances: [AssetAppearance]?
}

private struct Color: AssetVariant {
    let idiom: String?
    let color: AssetColor?
    let appearances: [AssetAppearance]?
}
