import KeepAliveAssets
import KeepAlivePolicy

/// The source with a constant for each asset that Xcode makes of a target's catalogs.
struct AssetSymbols {
    private let assets: [AssetCatalog.Asset]
    private let hasExtensions: Bool

    /// Reads catalogs.
    ///
    /// - Parameters:
    ///   - catalogs: their paths.
    ///   - hasExtensions: whether the types of UIKit and SwiftUI have the constants, too
    ///     (`ASSETCATALOG_COMPILER_GENERATE_SWIFT_ASSET_SYMBOL_EXTENSIONS`).
    init(catalogs: [String], hasExtensions: Bool) {
        assets = catalogs.flatMap { AssetCatalog(folder: $0).assets }
        self.hasExtensions = hasExtensions
    }

    /// How many there are.
    var count: Int { constants(.image).count + constants(.color).count }

    /// The text of the source.
    var source: String {
        """
        // Made by 'keepalive-run init': a constant for each asset, as Xcode makes them. After a change of a catalog: init --force.
        import KeepAlive
        import KeepAliveSwiftUI

        """ + resources(.image, "ImageResource") + resources(.color, "ColorResource")
            + (hasExtensions
                ? values(.image, "UIImage", "resource: ") + values(.color, "UIColor", "resource: ")
                    + values(.color, "Color", "") + values(.color, "ShapeStyle where Self == Color", "") : "")
    }

    /// A constant.
    private struct Constant {
        /// The names of the groups that it is in.
        let groups: [String]
        let name: String
        let asset: String
    }

    /// The constants of a kind of assets. Of several of one name, the first is kept.
    private func constants(_ kind: AssetCatalog.Kind) -> [Constant] {
        var seen: Set<String> = []
        return assets.filter { $0.kind == kind }.compactMap { asset in
            let words = asset.name.split(separator: "/").map { Self.symbol(String($0)) }
            let name = words.last.map { Self.withoutKind($0, kind) } ?? ""
            let groups = words.dropLast().map { $0.prefix(1).uppercased() + $0.dropFirst() }
            guard !name.isEmpty, seen.insert((groups + [name]).joined(separator: "/")).inserted else { return nil }
            return Constant(groups: groups, name: name, asset: asset.name)
        }
    }

    /// The constants of a type of resources, those of a group in an enumeration.
    private func resources(_ kind: AssetCatalog.Kind, _ type: String) -> String {
        var (enumerations, places): ([String], [String]) = ([], [])
        var lines: [String: [String]] = [:]
        for constant in constants(kind) {
            var place = type
            for group in constant.groups.map(Self.escaped) {
                let line = "extension \(place) { enum \(group) {} }\n"
                if !enumerations.contains(line) { enumerations.append(line) }
                place += ".\(group)"
            }
            if lines[place] == nil { places.append(place) }
            let value = "\(type)(name: \(Self.quoted(constant.asset)), bundle: .main)"
            lines[place, default: []].append("    static let \(Self.escaped(constant.name)) = \(value)\n")
        }
        let extensions = places.map { "\nextension \($0) {\n\(lines[$0, default: []].joined())}\n" }
        return (enumerations.isEmpty ? "" : "\n") + enumerations.joined() + extensions.joined()
    }

    /// The constants of a type of UIKit or SwiftUI: of assets that are in no group.
    private func values(_ kind: AssetCatalog.Kind, _ type: String, _ label: String) -> String {
        let all = constants(kind).filter(\.groups.isEmpty)
        let value = type.hasPrefix("ShapeStyle") ? "Color" : type
        let lines = all.map {
            "    static var \(Self.escaped($0.name)): \(value) { \(value)(\(label).\(Self.escaped($0.name))) }\n"
        }
        return all.isEmpty ? "" : "\nextension \(type) {\n\(lines.joined())}\n"
    }

    /// Returns a name as Xcode writes it in code: `Tree-Shop black` is `treeShopBlack`.
    static func symbol(_ name: String) -> String {
        var words: [String] = []
        var word = ""
        for character in name {
            if character.isLetter || character.isNumber {
                word.append(character)
            } else if !word.isEmpty {
                words.append(word)
                word = ""
            }
        }
        if !word.isEmpty { words.append(word) }
        // Numbers that would become one stay apart.
        let isApart = zip(words, words.dropFirst()).contains { $0.last?.isNumber == true && $1.first?.isNumber == true }
        let joined =
            isApart
            ? words.joined(separator: "_")
            : words.enumerated().map { $0 == 0 ? lowercasedHead($1) : $1.prefix(1).uppercased() + $1.dropFirst() }
                .joined()
        return joined.first?.isNumber == true ? "_\(joined)" : joined
    }

    /// Lowers the capital at the beginning, and those that follow it but for the one before a small letter: `URLIcon` is `urlIcon`.
    private static func lowercasedHead(_ word: String) -> String {
        let characters = Array(word)
        var count = characters.prefix(while: \.isUppercase).count
        if count > 1, count < characters.count, characters[count].isLetter { count -= 1 }
        return String(characters[..<count]).lowercased() + String(characters[count...])
    }

    /// Returns a symbol without the kind of asset at its end: `accentColor` is `accent` for a color.
    private static func withoutKind(_ symbol: String, _ kind: AssetCatalog.Kind) -> String {
        let ending = kind == .color ? "Color" : "Image"
        return symbol.hasSuffix(ending) && symbol.count > ending.count ? String(symbol.dropLast(ending.count)) : symbol
    }

    private static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    private static func quoted(_ text: String) -> String {
        "\"\(text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\""))\""
    }

    private static let keywords: Set<String> = [
        "as", "break", "case", "catch", "class", "continue", "default", "defer", "do", "else", "enum", "extension",
        "false", "for", "func", "guard", "if", "import", "in", "init", "internal", "is", "let", "nil", "operator",
        "private", "protocol", "public", "repeat", "return", "self", "static", "struct", "subscript", "super", "switch",
        "throw", "throws", "true", "try", "var", "where", "while",
    ]
}
