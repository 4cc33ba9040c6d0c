import Foundation
import KeepAliveAssets
import Testing

@testable import KeepAliveXcode

/// Catalogs of assets, and the constants that Xcode makes of them.
@Suite struct AssetCatalogTests {
    private static let app = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "SwiftUIApp")

    /// A catalog that is gone after the test.
    private final class Catalog {
        let path = NSTemporaryDirectory() + "\(UUID().uuidString).xcassets"

        init(_ contents: [String: String]) throws {
            for (name, text) in contents {
                let folder = "\(path)/\(name)"
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try Data(text.utf8).write(to: URL(filePath: "\(folder)/Contents.json"))
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        var assets: [AssetCatalog.Asset] { AssetCatalog(folder: path).assets }
    }

    @Test("an asset is found by its folder's name, and by its group's where that provides a namespace")
    func names() throws {
        let catalog = try Catalog([
            "A.b.imageset": "{}", "Plain/B.colorset": "{}", "Own/C.dataset": "{}", "AppIcon.appiconset": "{}",
            "Own": #"{"properties": {"provides-namespace": true}}"#, "Broken/D.imageset": "?", "Broken": "?",
        ])
        #expect(catalog.assets.map(\.name) == ["A.b", "D", "Own/C", "B"])
        #expect(catalog.assets.map(\.kind) == [.image, .image, .data, .color])
        #expect(AssetCatalog(folder: catalog.path + "/none").assets.isEmpty)
    }

    @Test(
        "a phone's picture is taken, of the screen's scale, or else the one with the most pixels; data and colors, too")
    func variants() throws {
        let catalog = try Catalog([
            "a.imageset": """
            {"images": [{"idiom": "ipad", "scale": "3x", "filename": "pad.png"}, {"idiom": "universal", "scale": "1x"},
              {"idiom": "universal", "scale": "3x", "filename": "dark.png", "appearances": [{"value": "dark"}]},
              {"idiom": "universal", "scale": "2x", "filename": "a@2x.png"},
              {"idiom": "iphone", "scale": "1x", "filename": "a.png"}]}
            """,
            "b.imageset": #"{"images": [{"idiom": "universal", "filename": "b.pdf"}]}"#, "c.imageset": "{",
            "d.dataset": #"{"data": [{"idiom": "universal", "filename": "d.json"}]}"#,
            "e.colorset": """
            {"colors": [{"idiom": "universal", "appearances": [{"value": "dark"}],
                "color": {"components": {"white": "1.000", "alpha": "1.000"}}},
              {"idiom": "universal", "color": {"components": {"red": "0xFF", "green": "51", "blue": "0.5", "alpha": "0.25"}}}]}
            """,
            "f.colorset": #"{"colors": [{"color": {"components": {"white": "0.5", "alpha": "1.0"}}}]}"#,
            "g.colorset": #"{"colors": [{"color": {"platform": "ios", "reference": "systemRedColor"}}]}"#,
            "h.colorset": #"{"colors": [{"color": {"components": {"red": "much"}}}]}"#,
            "i.colorset": """
            {"info": {"version": 1}, "colors": [{"idiom": "universal", "color": {"components": {"white": "1.0", "alpha": "1"}}},
              {"idiom": "iphone", "color": {"components": {"white": "0.0", "alpha": "1"}}},
              {"idiom": "iphone", "appearances": [{"value": "dark"}], "color": {"components": {"white": "?"}}}, 7]}
            """,
            "j.symbolset": "{}",
        ])
        let assets = Dictionary(uniqueKeysWithValues: catalog.assets.map { ($0.name, $0) })
        let path = { (name: String) in "\(catalog.path)/\(name)" }
        #expect(try #require(assets["a"]?.image(scale: 3)) == (path("a.imageset/a@2x.png"), 2))
        #expect(try #require(assets["a"]?.image(scale: 1)) == (path("a.imageset/a.png"), 1))
        #expect(try #require(assets["b"]?.image(scale: 3)) == (path("b.imageset/b.pdf"), 1))
        #expect(assets["c"]?.image(scale: 3) == nil && assets["d"]?.image(scale: 3) == nil)
        #expect(assets["d"]?.file == path("d.dataset/d.json") && assets["a"]?.file == nil)
        #expect(assets["e"]?.color == .parts(red: 1, green: 0.2, blue: 0.5, alpha: 0.25))
        #expect(assets["f"]?.color == .parts(red: 0.5, green: 0.5, blue: 0.5, alpha: 1))
        #expect(assets["g"]?.color == .system("systemRedColor"))
        #expect(assets["i"]?.color == .parts(red: 0, green: 0, blue: 0, alpha: 1))
        #expect(assets["j"]?.kind == .symbol && assets["j"]?.image(scale: 3) == nil)
        #expect(assets["h"]?.color == nil && assets["a"]?.color == nil)
    }

    @Test(
        "a constant is named as Xcode names it",
        arguments: [
            ("Accent", "accent"), ("TreeShopBlack", "treeShopBlack"), ("tiko_avatar", "tikoAvatar"),
            ("color_24292B", "color24292B"), ("URLIcon", "urlIcon"), ("BMW", "BMW"), ("M", "M"), ("Card 1", "card1"),
            ("24-hours", "_24Hours"), ("121212", "_121212"), ("A-1-1-0", "A_1_1_0"), ("TLS2016", "TLS_2016"),
            ("P1.1", "P_1_1"), ("292C38", "_292_C_38"), ("FFE05D", "FFE_05_D"), ("ac_fm_1_1", "acFm11"),
            ("favicon-32x32", "favicon32X32"), ("tlSold", "tlSold"), ("--", ""),
        ])
    func symbols(name: String, symbol: String) { #expect(AssetSymbols.symbol(name) == symbol) }

    @Test("the constants of an app's catalog are those that its sources are compiled with")
    func source() throws {
        let catalog = (path: Self.app.appending(path: "App/Assets.xcassets").path, name: "Assets.xcassets")
        let symbols = AssetSymbols(catalogs: [catalog], hasExtensions: true, hasSwiftUI: true)
        let there = Self.app.appending(path: "Linux/GeneratedAssetSymbols.swift")
        if ProcessInfo.processInfo.environment["KEEPALIVE_RECORD"] != nil {
            try Data(symbols.source.utf8).write(to: there)
        }
        #expect(try String(contentsOf: there, encoding: .utf8) == symbols.source && symbols.count == 7)
        #expect(symbols.conflicts == ["red"] && !symbols.source.contains("static var red"))
        let plain = AssetSymbols(catalogs: [catalog], hasExtensions: false, hasSwiftUI: true)
        #expect(plain.source.contains("extension KeepAlive.ColorResource") && !plain.source.contains("UIColor"))
        #expect(plain.conflicts.isEmpty)
    }

    @Test("of assets whose names are the same in code, the first has the constant; what an asset ends with is left out")
    func same() throws {
        let catalog = try Catalog([
            "a b.imageset": "{}", "aB.imageset": "{}", "AccentColor.colorset": "{}", "Image.imageset": "{}",
            "say \"hi\" \\.colorset": "{}", "type/a.imageset": "{}", "★/b.imageset": "{}",
            "type": #"{"properties": {"provides-namespace": true}}"#,
            "★": #"{"properties": {"provides-namespace": true}}"#,
        ])
        let source = AssetSymbols(
            catalogs: [(catalog.path, "K.bundle/C.xcassets")], hasExtensions: false, hasSwiftUI: true
        ).source
        let ending = #", bundle: .main, catalog: "K.bundle/C.xcassets")"#
        #expect(source.contains(#"static let aB = KeepAlive.ImageResource(name: "a b""# + ending))
        #expect(
            !source.contains(#""aB""#) && source.contains("static let accent = ") && source.contains("let image = "))
        #expect(source.contains(#"static let sayHi = KeepAlive.ColorResource(name: "say \"hi\" \\""# + ending))
        #expect(source.contains("extension KeepAlive.ImageResource { enum `Type` {} }") && !source.contains("★"))
    }
}
