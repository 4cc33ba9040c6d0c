import Foundation
import KeepAlive
import Testing

/// What code asks a bundle's catalogs of assets for.
@Suite struct AssetTests {
    /// A bundle that is gone after the test.
    private final class Place {
        let path = NSTemporaryDirectory() + "keepalive-assets-\(UUID().uuidString)"
        let bundle: Bundle

        init(_ files: [String: Data]) throws {
            for (name, content) in files {
                let file = URL(filePath: "\(path)/\(name)")
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try content.write(to: file)
            }
            bundle = try #require(Bundle(path: path))
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    /// A picture of 6 x 4 pixels, as far as it says its size.
    private static let png = Data([
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 6, 0, 0, 0, 4,
    ])

    @Test("pictures, colors and data of catalogs, and files beside them")
    func assets() throws {
        let place = try Place([
            "One.xcassets/logo.imageset/Contents.json": Data(
                #"{"images": [{"idiom": "universal", "scale": "2x", "filename": "l.png"}]}"#.utf8),
            "One.xcassets/logo.imageset/l.png": Self.png, "beside.png": Self.png,
            "Two.xcassets/line.imageset/Contents.json": Data(#"{"images": [{"filename": "l.pdf"}]}"#.utf8),
            "Two.xcassets/line.imageset/l.pdf": Data("%PDF".utf8),
            "Two.xcassets/gone.imageset/Contents.json": Data(#"{"images": [{"filename": "gone.png"}]}"#.utf8),
            "Two.xcassets/warm.colorset/Contents.json": Data(
                #"{"colors": [{"color": {"components": {"red": "1.0", "green": "0.5", "blue": "0.0"}}}]}"#.utf8),
            "Two.xcassets/alarm.colorset/Contents.json": Data(
                #"{"colors": [{"color": {"reference": "systemRedColor"}}]}"#.utf8),
            "Two.xcassets/odd.colorset/Contents.json": Data(
                #"{"colors": [{"color": {"reference": "systemOddColor"}}]}"#.utf8),
            "Two.xcassets/list.dataset/Contents.json": Data(#"{"data": [{"filename": "list.json"}]}"#.utf8),
            "Two.xcassets/list.dataset/list.json": Data("[1]".utf8),
            "Two.xcassets/my.symbol.symbolset/Contents.json": Data("{}".utf8),
            "Kit.bundle/One.xcassets/logo.imageset/Contents.json": Data(
                #"{"images": [{"idiom": "universal", "scale": "1x", "filename": "l.png"}]}"#.utf8),
            "Kit.bundle/One.xcassets/logo.imageset/l.png": Self.png,
        ])
        let bundle = place.bundle
        let logo = try #require(UIImage(named: "logo", in: bundle, compatibleWith: nil))
        #expect(logo.size == CGSize(width: 3, height: 2) && logo.scale == 2 && logo.pngData() == Self.png)
        #expect(UIImage(named: "beside", in: bundle)?.size == CGSize(width: 6, height: 4))
        #expect(UIImage(named: "line", in: bundle, with: nil)?.size == .zero)
        #expect(UIImage(named: "gone", in: bundle) == nil && UIImage(named: "warm", in: bundle) == nil)
        #expect(UIImage(resource: ImageResource(name: "logo", bundle: bundle)).size == logo.size)
        let inner = ImageResource(name: "logo", bundle: bundle, catalog: "Kit.bundle/One.xcassets")
        #expect(UIImage(resource: inner).size == CGSize(width: 6, height: 4))
        #expect(
            UIImage(named: "my.symbol", in: bundle)?.pngData() == nil && UIImage(named: "my.symbol", in: bundle) != nil)
        #expect(UIImage(resource: ImageResource(name: "gone", bundle: bundle)).size == .zero)
        #expect(UIColor(named: "warm", in: bundle) == UIColor(red: 1, green: 0.5, blue: 0, alpha: 1))
        #expect(UIColor(named: "alarm", in: bundle, compatibleWith: nil) == .systemRed)
        #expect(UIColor(named: "odd", in: bundle) == nil && UIColor(named: "logo", in: bundle) == nil)
        #expect(UIColor(resource: ColorResource(name: "warm", bundle: bundle)) == UIColor(named: "warm", in: bundle))
        #expect(UIColor(resource: ColorResource(name: "none", bundle: bundle)) == .clear)
        #expect(NSDataAsset(name: "list", bundle: bundle)?.data == Data("[1]".utf8))
        #expect(NSDataAsset(name: "list") == nil && NSDataAsset(name: "logo", bundle: bundle) == nil)
    }
}
