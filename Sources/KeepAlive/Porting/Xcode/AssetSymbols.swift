import KeepAliveAssets
import KeepAlivePolicy

/// The source file with a constant for each asset of a target's catalogs, as Xcode generates it.
///
/// Source: "Asset symbols", developer.apple.com/documentation/xcode/build-settings-reference; the names follow
/// sources that Xcode generated in public repositories.
struct AssetSymbols {
    private let images: [Constant]
    private let colors: [Constant]
    private let hasExtensions: Bool
    /// True if the package has SwiftUI, so that its types get constants.
    private let hasSwiftUI: Bool

    /// A constant for an asset.
    private struct Constant {
        /// The names of the groups around the constant, the outermost first.
        let groups: [String]
        let name: String
        /// The asset's name in its catalog.
        let asset: String
        /// The file name of the catalog in the app's bundle.
        let catalog: String
    }

    /// Reads the assets of catalogs.
    ///
    /// - Parameters:
    ///   - catalogs: the path of each catalog, and its name in the app's bundle.
    ///   - hasExtensions: true if UIKit's and SwiftUI's types get the constants too
    ///     (`ASSETCATALOG_COMPILER_GENERATE_SWIFT_ASSET_SYMBOL_EXTENSIONS`).
    ///   - hasSwiftUI: true if the package has SwiftUI.
    init(catalogs: [(path: String, name: String)], hasExtensions: Bool, hasSwiftUI: Bool) {
        let assets = catalogs.flatMap { catalog in
            AssetCatalog(folder: catalog.path).assets.map { (asset: $0, catalog: catalog.name) }
        }
        images = Self.constants(assets, [.image, .symbol], "Image")
        colors = Self.constants(assets, [.color], "Color")
        self.hasExtensions = hasExtensions
        self.hasSwiftUI = hasSwiftUI
    }

    var count: Int { images.count + colors.count }

    /// The names of constants that UIKit's or SwiftUI's types do not get, because the types have members of the same
    /// name.
    var conflicts: [String] {
        guard hasExtensions else { return [] }
        let lists = [(images, Self.imageNames), (colors, Self.colorNames)]
        return lists.flatMap { all, names in
            all.filter { $0.groups.isEmpty && names.contains($0.name) }.map(\.name)
        }
    }

    /// The text of the source file.
    var source: String {
        let kit = "KeepAlive."
        let parts =
            [
                members(of: "\(kit)ImageResource", images) { resource("\(kit)ImageResource", $0) },
                members(of: "\(kit)ColorResource", colors) { resource("\(kit)ColorResource", $0) },
            ]
            + (hasExtensions
                ? [
                    members(of: "\(kit)UIImage", images, but: Self.imageNames) {
                        value("\(kit)UIImage", "resource: ", $0)
                    },
                    members(of: "\(kit)UIColor", colors, but: Self.colorNames) {
                        value("\(kit)UIColor", "resource: ", $0)
                    },
                ] : [])
            + (hasExtensions && hasSwiftUI
                ? [
                    members(of: "KeepAliveSwiftUI.Color", colors, but: Self.colorNames) {
                        value("KeepAliveSwiftUI.Color", "", $0)
                    },
                    members(
                        of: "KeepAliveSwiftUI.ShapeStyle", where: " where Self == KeepAliveSwiftUI.Color",
                        colors.filter(\.groups.isEmpty), but: Self.colorNames
                    ) { value("KeepAliveSwiftUI.Color", "", $0) },
                ] : [])
        return """
            // Made by 'keepalive-run init': a constant for each asset, as Xcode makes them. After a change of a catalog: init --force.
            import KeepAlive
            \(hasSwiftUI ? "import KeepAliveSwiftUI\n" : "")
            """ + parts.joined()
    }

    /// Returns the constants for assets of the given kinds. Of several constants with the same name, the first is
    /// kept.
    private static func constants(
        _ assets: [(asset: AssetCatalog.Asset, catalog: String)], _ kinds: [AssetCatalog.Kind], _ ending: String
    ) -> [Constant] {
        var seen: Set<String> = []
        return assets.filter { kinds.contains($0.asset.kind) }.compactMap { asset, catalog in
            let words = asset.name.split(separator: "/").map { symbol(String($0)) }
            let name = words.last.map { withoutKind($0, ending) } ?? ""
            let groups = words.dropLast().map { $0.prefix(1).uppercased() + $0.dropFirst() }
            guard !words.contains(""), seen.insert((groups + [name]).joined(separator: "/")).inserted else {
                return nil
            }
            return Constant(groups: groups, name: name, asset: asset.name, catalog: catalog)
        }
    }

    /// Returns the text of extensions of a type with a member for each constant. The members of a group are in an
    /// enumeration of their own.
    private func members(
        of type: String, where condition: String = "", _ constants: [Constant], but names: Set<String> = [],
        _ member: (Constant) -> String
    ) -> String {
        var (enumerations, places): ([String], [String]) = ([], [])
        var lines: [String: [String]] = [:]
        for constant in constants where !constant.groups.isEmpty || !names.contains(constant.name) {
            var place = type
            for group in constant.groups.map(Self.escaped) {
                let line = "extension \(place) { enum \(group) {} }\n"
                if !enumerations.contains(line) { enumerations.append(line) }
                place += ".\(group)"
            }
            if lines[place] == nil { places.append(place) }
            lines[place, default: []].append("    \(member(constant))\n")
        }
        let extensions = places.map { "\nextension \($0)\(condition) {\n\(lines[$0, default: []].joined())}\n" }
        return (enumerations.isEmpty ? "" : "\n") + enumerations.joined() + extensions.joined()
    }

    private func resource(_ type: String, _ constant: Constant) -> String {
        let (asset, catalog) = (Self.quoted(constant.asset), Self.quoted(constant.catalog))
        return
            "static let \(Self.escaped(constant.name)) = \(type)(name: \(asset), bundle: .main, catalog: \(catalog))"
    }

    private func value(_ type: String, _ label: String, _ constant: Constant) -> String {
        let path = (constant.groups + [constant.name]).map { ".\(Self.escaped($0))" }.joined()
        return "static var \(Self.escaped(constant.name)): \(type) { \(type)(\(label)\(path)) }"
    }

    /// Returns an asset's name as the name of Xcode's constant: `Tree-Shop black` becomes `treeShopBlack`, and
    /// `TLS2016`, which has no lowercase letter, becomes `TLS_2016`.
    static func symbol(_ name: String) -> String {
        var words: [String] = []
        var last: Character?
        for character in name {
            if character.isLetter || character.isNumber {
                // Digits form words of their own.
                let isNew = last.map { !$0.isLetter && !$0.isNumber || $0.isNumber != character.isNumber } ?? true
                if isNew { words.append("") }
                words[words.count - 1].append(character)
            }
            last = character
        }
        let joined =
            name.contains { $0.isLowercase }
            ? words.enumerated().map { index, word in
                index == 0 ? lowercasedHead(word) : word.prefix(1).uppercased() + word.dropFirst()
            }
            .joined() : words.joined(separator: "_")
        return joined.first?.isNumber == true ? "_\(joined)" : joined
    }

    /// Returns a word with its leading capitals in lowercase, except for the capital before a lowercase letter:
    /// `URLIcon` becomes `urlIcon`.
    private static func lowercasedHead(_ word: String) -> String {
        let characters = Array(word)
        var count = characters.prefix(while: \.isUppercase).count
        if count > 1, count < characters.count, characters[count].isLetter { count -= 1 }
        return String(characters[..<count]).lowercased() + String(characters[count...])
    }

    /// Returns a symbol without the asset's kind at its end: `accentColor` of a color becomes `accent`.
    private static func withoutKind(_ symbol: String, _ ending: String) -> String {
        symbol.hasSuffix(ending) && symbol.count > ending.count ? String(symbol.dropLast(ending.count)) : symbol
    }

    private static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    private static func quoted(_ text: String) -> String {
        let escaped = text.map { ["\\", "\""].contains($0) ? "\\\($0)" : "\($0)" }.joined()
        return "\"\(escaped)\""
    }

    /// The members of `UIImage` that return a system image.
    private static let imageNames: Set<String> = ["actions", "add", "checkmark", "remove", "strokedCheckmark"]

    /// The members of `UIColor` or `Color` that return a system color.
    private static let colorNames: Set<String> = Set(
        """
        accentColor black blue brown clear cyan darkGray darkText gray green indigo label lightGray lightText link magenta mint
        opaqueSeparator orange pink placeholderText primary purple quaternaryLabel quaternarySystemFill red secondary secondaryLabel
        secondarySystemBackground secondarySystemFill secondarySystemGroupedBackground separator systemBackground systemBlue
        systemBrown systemCyan systemFill systemGray systemGray2 systemGray3 systemGray4 systemGray5 systemGray6 systemGreen
        systemGroupedBackground systemIndigo systemMint systemOrange systemPink systemPurple systemRed systemTeal systemYellow teal
        tertiaryLabel tertiarySystemBackground tertiarySystemFill tertiarySystemGroupedBackground tint tintColor white yellow
        """.split { $0.isWhitespace }.map(String.init))

    private static let keywords: Set<String> = Set(
        """
        Any Protocol Self Type as associatedtype break case catch class continue default defer deinit do else enum extension
        fallthrough false fileprivate for func guard if import in init inout internal is let nil operator precedencegroup private
        protocol public repeat rethrows return self static struct subscript super switch throw throws true try typealias var where
        while
        """.split { $0.isWhitespace }.map(String.init))
}
