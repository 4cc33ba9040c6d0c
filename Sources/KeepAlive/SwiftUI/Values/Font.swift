import Foundation
import KeepAlive

/// A font.
public struct Font: Hashable, Sendable {
    /// A style of text.
    public enum TextStyle: CaseIterable, Sendable {
        /// The style `largeTitle`.
        case largeTitle
        /// The style `title`.
        case title
        /// The style `title2`.
        case title2
        /// The style `title3`.
        case title3
        /// The style `headline`.
        case headline
        /// The style `subheadline`.
        case subheadline
        /// The style `body`.
        case body
        /// The style `callout`.
        case callout
        /// The style `footnote`.
        case footnote
        /// The style `caption`.
        case caption
        /// The style `caption2`.
        case caption2
    }

    /// How bold letters are.
    public enum Weight: Sendable {
        /// The weight `ultraLight`.
        case ultraLight
        /// The weight `thin`.
        case thin
        /// The weight `light`.
        case light
        /// The weight `regular`.
        case regular
        /// The weight `medium`.
        case medium
        /// The weight `semibold`.
        case semibold
        /// The weight `bold`.
        case bold
        /// The weight `heavy`.
        case heavy
        /// The weight `black`.
        case black
    }

    /// The design of letters.
    public enum Design: Sendable {
        /// The design `default`.
        case `default`
        /// The design serif.
        case serif
        /// The design rounded.
        case rounded
        /// The design monospaced.
        case monospaced
    }

    private let name: String

    /// The font of the style `largeTitle`.
    public static let largeTitle = Font(name: "largeTitle")
    /// The font of the style `title`.
    public static let title = Font(name: "title")
    /// The font of the style `title2`.
    public static let title2 = Font(name: "title2")
    /// The font of the style `title3`.
    public static let title3 = Font(name: "title3")
    /// The font of the style `headline`.
    public static let headline = Font(name: "headline")
    /// The font of the style `subheadline`.
    public static let subheadline = Font(name: "subheadline")
    /// The font of the style `body`.
    public static let body = Font(name: "body")
    /// The font of the style `callout`.
    public static let callout = Font(name: "callout")
    /// The font of the style `footnote`.
    public static let footnote = Font(name: "footnote")
    /// The font of the style `caption`.
    public static let caption = Font(name: "caption")
    /// The font of the style `caption2`.
    public static let caption2 = Font(name: "caption2")
    /// Returns the system's font.
    public static func system(size: CGFloat, weight: Weight = .regular, design: Design = .default) -> Font {
        Font(name: "\(size)")
    }
    /// Returns the system's font of a style.
    public static func system(_ style: TextStyle, design: Design = .default, weight: Weight? = nil) -> Font {
        Font(name: "\(style)")
    }
    /// Returns another font.
    public static func custom(_ name: String, size: CGFloat) -> Font { Font(name: "\(name) \(size)") }
    /// Returns another font.
    public static func custom(_ name: String, size: CGFloat, relativeTo style: TextStyle) -> Font {
        Font(name: "\(name) \(size)")
    }

    /// Bold letters.
    public func bold() -> Font { self }
    /// Italic letters.
    public func italic() -> Font { self }
    /// A weight of letters.
    public func weight(_ weight: Weight) -> Font { self }
    /// Digits of one width.
    public func monospacedDigit() -> Font { self }
    /// Letters of one width.
    public func monospaced() -> Font { self }
    /// Small capitals.
    public func smallCaps() -> Font { self }
}
