import Foundation

open class UIImage: @unchecked Sendable {
    /// The values have no effect, unlike on iOS.
    public enum RenderingMode: Int, Sendable {
        case automatic
        case alwaysOriginal, alwaysTemplate
    }

    private let data: Data?
    public let size: CGSize
    public let scale: CGFloat
    /// The name of the system symbol; `nil` for other images.
    let symbol: String?

    public convenience init() { self.init(nil, .zero, 1, nil) }

    /// Creates an image from PNG or JPEG data.
    ///
    /// - Returns: `nil` if the data are neither PNG nor JPEG.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    public convenience init?(data: Data, scale: CGFloat) {
        guard let pixels = PictureSize.of(data), scale > 0 else { return nil }
        self.init(data, CGSize(width: pixels.width / scale, height: pixels.height / scale), scale, nil)
    }

    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data)
    }

    /// Creates an image from an asset of the bundle's catalogs, or from the bundle's file `NAME`, `NAME.png`,
    /// `NAME.jpg` or `NAME.jpeg`.
    ///
    /// - Returns: `nil` if there is neither an asset nor a file. A vector image, such as a PDF, has the size zero, as
    ///   vector images are not read.
    public convenience init?(
        named name: String, in bundle: Bundle? = nil, compatibleWith traitCollection: UITraitCollection? = nil
    ) {
        if let found = Self.ofCatalog(name, bundle, nil) {
            self.init(found)
            return
        }
        let bundle = bundle ?? .main
        let found = ["", "png", "jpg", "jpeg"].lazy.compactMap { kind in
            bundle.path(forResource: name, ofType: kind.isEmpty ? nil : kind)
        }.first
        guard let found else { return nil }
        self.init(contentsOfFile: found)
    }

    /// Creates an image from an asset or a file of the bundle; the configuration is ignored.
    public convenience init?(named name: String, in bundle: Bundle?, with configuration: Configuration?) {
        self.init(named: name, in: bundle)
    }

    /// Creates the image of an image literal, from an asset or file of the app. As on iOS, a missing image ends the
    /// app.
    public convenience init(imageLiteralResourceName name: String) {
        guard let found = UIImage(named: name) else {
            AppProcess.fail("there is no image '\(name)' for an image literal")
        }
        self.init(found)
    }

    /// Creates the image of an asset. If the asset is missing, the image is empty, and a message is written to standard
    /// error.
    public convenience init(resource: ImageResource) {
        guard let found = Self.ofCatalog(resource.name, resource.bundle, resource.catalog) else {
            AppProcess.say("no catalog of \(resource.bundle.bundlePath) has the image '\(resource.name)'")
            self.init()
            return
        }
        self.init(found)
    }

    /// Returns the image or symbol of an asset; `nil` if there is no such asset, or its file cannot be read.
    private static func ofCatalog(_ name: String, _ bundle: Bundle?, _ catalog: String?) -> UIImage? {
        let asset = BundleAssets.asset(name, .image, .symbol, in: bundle, catalog: catalog)
        if asset?.kind == .symbol { return UIImage(systemName: name) }
        guard let file = asset?.image(scale: Int(UIScreen.pixelsOfPoint)),
            let data = FileManager.default.contents(atPath: file.path)
        else { return nil }
        let (pixels, scale) = (PictureSize.of(data) ?? .zero, CGFloat(file.scale))
        return UIImage(data, CGSize(width: pixels.width / scale, height: pixels.height / scale), scale, nil)
    }

    private convenience init(_ other: UIImage) { self.init(other.data, other.size, other.scale, other.symbol) }

    /// Creates an image that was drawn, and has a size, but no content.
    convenience init(size: CGSize, scale: CGFloat) { self.init(nil, size, scale, nil) }

    public convenience init(cgImage: CGImage) {
        self.init(nil, CGSize(width: cgImage.width, height: cgImage.height), 1, nil)
    }

    /// Creates the image of a system symbol. Unlike on iOS, the name is not checked, and the size is zero.
    public convenience init?(systemName name: String) { self.init(nil, .zero, 1, name) }

    private init(_ data: Data?, _ size: CGSize, _ scale: CGFloat, _ symbol: String?) {
        self.data = data
        self.size = size
        self.scale = scale
        self.symbol = symbol
    }

    /// Returns the PNG data from which the image was created; `nil` for other images: unlike on iOS, nothing is
    /// encoded.
    open func pngData() -> Data? { data.flatMap { PictureSize.isPNG($0) ? $0 : nil } }
    /// Returns the JPEG data from which the image was created; `nil` for other images: unlike on iOS, nothing is
    /// encoded.
    open func jpegData(compressionQuality: CGFloat) -> Data? { data.flatMap { PictureSize.isPNG($0) ? nil : $0 } }
    /// Returns the image itself: unlike on iOS, nothing is rendered.
    open func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage { self }
    /// Returns the image itself: unlike on iOS, nothing is tinted.
    open func withTintColor(_ color: UIColor) -> UIImage { self }
    /// Returns the image itself: unlike on iOS, nothing is tinted.
    open func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage { self }
    /// Returns the image itself: unlike on iOS, symbols have no size.
    open func withConfiguration(_ configuration: Configuration) -> UIImage { self }
    /// Returns the image itself: unlike on iOS, symbols have no size.
    open func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? { self }
    /// Returns the image itself: unlike on iOS, nothing is stretched.
    open func resizableImage(withCapInsets capInsets: UIEdgeInsets) -> UIImage { self }
    /// Has no effect, unlike on iOS: nothing is drawn.
    open func draw(in rect: CGRect) { withoutEffect(UIImage.self) }
    /// Has no effect, unlike on iOS: nothing is drawn.
    open func draw(at point: CGPoint) { withoutEffect(UIImage.self) }
    open var cgImage: CGImage? {
        size == .zero ? nil : CGImage(width: Int(size.width * scale), height: Int(size.height * scale))
    }
    /// Always `.up`, unlike on iOS.
    open var imageOrientation: Orientation { .up }

    /// Creates the image of a system symbol. Unlike on iOS, the name is not checked, the size is zero, and
    /// `configuration` is ignored.
    public convenience init?(systemName name: String, withConfiguration configuration: Configuration?) {
        self.init(systemName: name)
    }

    public enum Orientation: Int, Sendable {
        case up = 0, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
    }

    /// The configuration of an image; without effect, unlike on iOS.
    open class Configuration: NSObject, @unchecked Sendable {}

    /// The configuration of a symbol image; without effect, unlike on iOS.
    public final class SymbolConfiguration: Configuration, @unchecked Sendable {
        public convenience init(pointSize: CGFloat) { self.init() }
        public convenience init(
            pointSize: CGFloat, weight: SymbolWeight, scale: SymbolScale = .default
        ) { self.init() }
        public convenience init(textStyle: UIFont.TextStyle, scale: SymbolScale = .default) { self.init() }
        public convenience init(weight: SymbolWeight) { self.init() }
        public convenience init(scale: SymbolScale) { self.init() }
        public convenience init(paletteColors: [UIColor]) { self.init() }
        public convenience init(hierarchicalColor: UIColor) { self.init() }
    }

    public enum SymbolWeight: Int, Sendable {
        case unspecified = 0, ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
    }

    public enum SymbolScale: Int, Sendable {
        case `default` = -1, unspecified, small, medium, large
    }
}

/// Reads the size of an image from its data.
private enum PictureSize {
    static func isPNG(_ data: Data) -> Bool { data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) }

    /// Returns the size in pixels; `nil` if the data are neither PNG nor JPEG.
    static func of(_ data: Data) -> CGSize? {
        let bytes = [UInt8](data)
        if isPNG(data), bytes.count >= 24 { return CGSize(width: number(bytes, 16, 4), height: number(bytes, 20, 4)) }
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var place = 2
        while place + 9 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            // The markers of frame headers are in this range (ITU-T T.81, table B.1), as are three other markers, which
            // are excluded.
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                return CGSize(width: number(bytes, place + 7, 2), height: number(bytes, place + 5, 2))
            }
            place += 2 + number(bytes, place + 2, 2)
        }
        return nil
    }

    private static func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> Int {
        bytes[place..<place + size].reduce(0) { $0 << 8 | Int($1) }
    }
}
