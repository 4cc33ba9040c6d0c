/// A URL or a file that the app gets in the callback `openURL` or at launch, with the options of that callback (LN-07,
/// SD-71).
public struct OpenedURL: Sendable, Hashable, Codable, ExpressibleByStringLiteral {
    /// The URL as text; a `file` URL for a file.
    public var url: String
    /// `sourceApplication`: the bundle identifier of the app that opens the URL; `nil` if unknown.
    public var sourceApplication: String?
    /// `openInPlace`: true if the file is the original, false if it is a copy (SD-48).
    public var openInPlace: Bool

    /// Creates an opened URL with its options.
    public init(_ url: String, sourceApplication: String? = nil, openInPlace: Bool = false) {
        self.url = url
        self.sourceApplication = sourceApplication
        self.openInPlace = openInPlace
    }

    /// Creates an opened URL without options.
    public init(stringLiteral url: String) { self.init(url) }
}

/// A file from outside of the app that the user opens with the app (LN-06, SD-70).
public struct OpenedDocument: Sendable, Hashable, Codable {
    /// The name of the file, without its folder.
    public var name: String
    /// The file's uniform type and all types that this type conforms to, in lower case.
    public var types: Set<String>
    /// The URL that the app gets: that of the copy in the app's inbox, or that of the original. `nil` if only the name
    /// of the file is known and no file exists.
    public var url: OpenedURL?
    /// The file name of the copy in the app's inbox; it differs from ``name`` if the inbox already has a file of that
    /// name. `nil` if the copy has the name ``name``.
    public var nameOfCopy: String?

    /// Creates a document, by default without a URL: no file exists.
    public init(name: String, types: Set<String>, url: OpenedURL? = nil, nameOfCopy: String? = nil) {
        self.name = name
        self.types = types
        self.url = url
        self.nameOfCopy = nameOfCopy
    }
}
