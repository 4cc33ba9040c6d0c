import Foundation
import KeepAliveFormats
import KeepAliveModel

/// A uniform type: a format of files or data (SD-70).
public struct UTType: Hashable, Sendable, Codable, CustomStringConvertible {
    public let identifier: String

    public init?(_ identifier: String) {
        guard UniformTypes.systemDeclared.isKnown(identifier) else { return nil }
        self.identifier = identifier
    }

    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.identifier = identifier
    }

    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.identifier = identifier
    }

    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        guard !filenameExtension.isEmpty else { return nil }
        identifier = UniformTypes.systemDeclared.type(ofFile: "file." + filenameExtension) ?? "dyn." + filenameExtension
    }

    private init(known identifier: String) {
        self.identifier = identifier
    }

    public var description: String { identifier }

    public func conforms(to type: UTType) -> Bool {
        UniformTypes.systemDeclared.closure(of: identifier).contains(type.identifier.lowercased())
    }

    public static let item = UTType(known: "public.item")
    public static let data = UTType(known: "public.data")
    public static let text = UTType(known: "public.text")
    public static let plainText = UTType(known: "public.plain-text")
    public static let json = UTType(known: "public.json")
    public static let xml = UTType(known: "public.xml")
    public static let html = UTType(known: "public.html")
    public static let webArchive = UTType(known: "com.apple.webarchive")
    public static let pdf = UTType(known: "com.adobe.pdf")
    public static let image = UTType(known: "public.image")
    public static let jpeg = UTType(known: "public.jpeg")
    public static let png = UTType(known: "public.png")
    public static let audiovisualContent = UTType(known: "public.audiovisual-content")
    public static let audio = UTType(known: "public.audio")
    public static let movie = UTType(known: "public.movie")
    public static let mp3 = UTType(known: "public.mp3")
    public static let wav = UTType(known: "com.microsoft.waveform-audio")
    public static let mpeg4Audio = UTType(known: "public.mpeg-4-audio")
    public static let folder = UTType(known: "public.folder")
    public static let zip = UTType(known: "public.zip-archive")
    public static let archive = UTType(known: "public.archive")
    public static let url = UTType(known: "public.url")
    public static let fileURL = UTType(known: "public.file-url")
}
