import FoundationEssentials

/// A color of an asset catalog: components from 0 to 1, or the name of a system color.
package enum AssetColor: Decodable, Equatable, Sendable {
    case parts(red: Double, green: Double, blue: Double, alpha: Double)
    case system(String)

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        if let name = try values.decodeIfPresent(String.self, forKey: .reference) {
            self = .system(name)
            return
        }
        let texts = try values.decode([String: String].self, forKey: .components)
        var parts: [String: Double] = [:]
        for (name, text) in texts {
            // The alpha component is a fraction, even if written without a decimal point.
            guard let part = name == "alpha" ? Double(text) : Self.part(text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .components, in: values, debugDescription: "'\(text)' is no part of a color")
            }
            parts[name] = part
        }
        let white = parts["white"] ?? 0
        self = .parts(
            red: parts["red"] ?? white, green: parts["green"] ?? white, blue: parts["blue"] ?? white,
            alpha: parts["alpha"] ?? 1)
    }

    private enum CodingKeys: String, CodingKey {
        case components, reference
    }

    /// Returns a color component from 0 to 1; `nil` if the text is not a number. `0.5` is a fraction; `127` and `0x7F`
    /// count in 255ths.
    private static func part(_ text: String) -> Double? {
        if text.hasPrefix("0x") { return Int(text.dropFirst(2), radix: 16).map { Double($0) / 255 } }
        return text.contains(".") ? Double(text) : Int(text).map { Double($0) / 255 }
    }
}
