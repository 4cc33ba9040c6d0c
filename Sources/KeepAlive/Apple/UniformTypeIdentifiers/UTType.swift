import Foundation
import KeepAlivePolicy

/// A kind of data (SD-70).
public struct UTType: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Its identifier, such as `public.mp3`.
    public let identifier: String

    /// Finds a type by its identifier.
    public init?(_ identifier: String) {
        guard UniformTypes.systemDeclared.isKnown(identifier) else { return nil }
        self.identifier = identifier
    }

    /// Creates a type that an app declares.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.identifier = identifier
    }

    /// Creates a type that another app declares.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.identifier = identifier
    }

    /// Finds the type of files with a suffix. One that is not known has a type of its own, which is data.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        guard !filenameExtension.isEmpty else { return nil }
        identifier = UniformTypes.systemDeclared.type(ofFile: "file." + filenameExtension) ?? "dyn." + filenameExtension
    }

    private init(known identifier: String) {
        self.identifier = identifier
    }

    /// The identifier.
    public var description: String { identifier }

    /// Returns whether it is the other type, or a special case of it.
    public func conforms(to type: UTType) -> Bool {
        UniformTypes.systemDeclared.closure(of: identifier).contains(type.identifier.lowercased())
    }

    /// Anything.
    public static let item = UTType(known: "public.item")
    /// Bytes.
    public static let data = UTType(known: "public.data")
    /// Text.
    public static let text = UTType(known: "public.text")
    /// Text without form.
    public static let plainText = UTType(known: "public.plain-text")
    /// JSON.
    public static let json = UTType(known: "public.json")
    /// XML.
    public static let xml = UTType(known: "public.xml")
    /// A page of the web.
    public static let html = UTType(known: "public.html")
    /// A page of the web, with all that belongs to it.
    public static let webArchive = UTType(known: "com.apple.webarchive")
    /// A PDF.
    public static let pdf = UTType(known: "com.adobe.pdf")
    /// A picture.
    public static let image = UTType(known: "public.image")
    /// A picture.
    public static let jpeg = UTType(known: "public.jpeg")
    /// A picture.
    public static let png = UTType(known: "public.png")
    /// Sound or moving pictures.
    public static let audiovisualContent = UTType(known: "public.audiovisual-content")
    /// Sound.
    public static let audio = UTType(known: "public.audio")
    /// Moving pictures.
    public static let movie = UTType(known: "public.movie")
    /// Sound.
    public static let mp3 = UTType(known: "public.mp3")
    /// Sound.
    public static let wav = UTType(known: "com.microsoft.waveform-audio")
    /// Sound.
    public static let mpeg4Audio = UTType(known: "public.mpeg-4-audio")
    /// A folder.
    public static let folder = UTType(known: "public.folder")
    /// Files in one.
    public static let zip = UTType(known: "public.zip-archive")
    /// Files in one.
    public static let archive = UTType(known: "public.archive")
    /// A reference.
    public static let url = UTType(known: "public.url")
    /// A reference to a file.
    public static let fileURL = UTType(known: "public.file-url")
}
