import FoundationEssentials

extension AssetCatalog.Asset {
    /// Returns the file of a picture, for a phone whose screen is light.
    ///
    /// - Parameter scale: the pixels of a point of the screen. Where there is no file for that, it is the one with the most.
    /// - Returns: the path, and the pixels of a point in it; `nil` if the asset is no picture or has no file.
    package func image(scale: Int) -> (path: String, scale: Int)? {
        guard kind == .image, let content: Pictures = Contents.read(folder) else { return nil }
        let usable = content.images.filter(\.isForPhone)
        let files = usable.compactMap { picture in
            picture.filename.map { (path: "\(folder)/\($0)", scale: picture.pixels) }
        }
        return files.first { $0.scale == scale } ?? files.max { $0.scale < $1.scale }
    }

    /// Returns the file of an asset of data.
    package var file: String? {
        guard kind == .data, let content: Files = Contents.read(folder) else { return nil }
        return content.data.first { $0.isForPhone && $0.filename != nil }?.filename.map { "\(folder)/\($0)" }
    }

    /// Returns a color, where the screen is light.
    package var color: AssetColor? {
        guard kind == .color, let content: Colors = Contents.read(folder) else { return nil }
        return content.colors.first { $0.isForPhone && $0.color != nil }?.color
    }
}

/// A color of a catalog.
package enum AssetColor: Decodable, Equatable, Sendable {
    /// Its parts, from 0 to 1, in whichever color space.
    case parts(red: Double, green: Double, blue: Double, alpha: Double)
    /// A color of the system, by its name with `Color` at the end, such as `systemRedColor`.
    case system(String)

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        if let name = try values.decodeIfPresent(String.self, forKey: .reference) {
            self = .system(name)
            return
        }
        let texts = try values.decode([String: String].self, forKey: .components)
        let parts = try texts.mapValues { text in
            guard let part = Self.part(text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .components, in: values, debugDescription: "'\(text)' is no part of a color")
            }
            return part
        }
        let white = parts["white"] ?? 0
        self = .parts(
            red: parts["red"] ?? white, green: parts["green"] ?? white, blue: parts["blue"] ?? white,
            alpha: parts["alpha"] ?? 1)
    }

    private enum CodingKeys: String, CodingKey {
        case components, reference
    }

    /// Returns a part of a color: `0.5`, or of 255 as `127` or `0x7F`.
    private static func part(_ text: String) -> Double? {
        if text.hasPrefix("0x") { return Int(text.dropFirst(2), radix: 16).map { Double($0) / 255 } }
        return text.contains(".") ? Double(text) : Int(text).map { Double($0) / 255 }
    }
}

/// What a variant of an asset is for.
private protocol AssetVariant {
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

private struct Pictures: Decodable {
    struct Picture: Decodable, AssetVariant {
        let idiom: String?
        let filename: String?
        let scale: String?
        let appearances: [AssetAppearance]?

        /// The pixels of a point: 1 for a picture of all scales.
        var pixels: Int { scale.flatMap { Int($0.dropLast()) } ?? 1 }
    }

    let images: [Picture]
}

private struct Files: Decodable {
    struct File: Decodable, AssetVariant {
        let idiom: String?
        let filename: String?
        let appearances: [AssetAppearance]?
    }

    let data: [File]
}

private struct Colors: Decodable {
    struct Color: Decodable, AssetVariant {
        let idiom: String?
        let color: AssetColor?
        let appearances: [AssetAppearance]?
    }

    let colors: [Color]
}
