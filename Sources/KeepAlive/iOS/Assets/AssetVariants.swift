import FoundationEssentials

extension AssetCatalog.Asset {
    /// Returns the file of an image, for a phone whose screen is light.
    ///
    /// - Parameter scale: the pixels of a point of the screen. Where there is no file for that, it is the one with the most.
    /// - Returns: the path, and the pixels of a point in it; `nil` if the asset is no image or has no file.
    package func image(scale: Int) -> (path: String, scale: Int)? {
        guard kind == .image else { return nil }
        let files = variants(Picture.self, "images").compactMap { picture in
            picture.filename.map { (path: "\(folder)/\($0)", scale: picture.pixels) }
        }
        return files.first { $0.scale == scale } ?? files.max { $0.scale < $1.scale }
    }

    /// Returns the file of an asset of data.
    package var file: String? {
        guard kind == .data else { return nil }
        return variants(File.self, "data").lazy.compactMap(\.filename).first.map { "\(folder)/\($0)" }
    }

    /// Returns a color, where the screen is light.
    package var color: AssetColor? {
        guard kind == .color else { return nil }
        return variants(Color.self, "colors").lazy.compactMap(\.color).first
    }

    /// Returns the variants for a phone whose screen is light, those for a phone alone first. One that cannot be read is left out.
    private func variants<Variant: AssetVariant>(_ kind: Variant.Type, _ key: String) -> [Variant] {
        let content: [String: Variants<Variant>]? = Contents.read(folder)
        let usable = (content?[key]?.all ?? []).filter(\.isForPhone)
        return usable.filter { $0.idiom == "iphone" } + usable.filter { $0.idiom != "iphone" }
    }
}

/// What a variant of an asset is for.
private protocol AssetVariant: Decodable {
    var idiom: String? { get }
    var appearances: [AssetAppearance]? { get }
}

extension AssetVariant {
    /// True for what a phone shows where its screen is light.
    fileprivate var isForPhone: Bool {
        [nil, "universal", "iphone"].contains(idiom) && (appearances ?? []).allSatisfy { $0.value == "light" }
    }
}

private struct AssetAppearance: Decodable {
    let value: String?
}

/// A list of variants; anything else that stands beside it in the file is none.
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

    /// The pixels of a point: 1 for an image of all scales.
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
