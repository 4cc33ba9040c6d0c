/// A URL or a file that an app is opened with, and the options that come with it (LN-07, SD-71).
public struct OpenedURL: Sendable, Hashable, Codable, ExpressibleByStringLiteral {
    /// The URL.
    public var url: String
    /// `sourceApplication`: the bundle identifier of the app that opens it, where that is known.
    public var sourceApplication: String?
    /// `openInPlace`: the file is the original, not a copy (SD-48).
    public var openInPlace: Bool

    /// Creates it.
    public init(_ url: String, sourceApplication: String? = nil, openInPlace: Bool = false) {
        self.url = url
        self.sourceApplication = sourceApplication
        self.openInPlace = openInPlace
    }

    /// Creates it from a URL, without options.
    public init(stringLiteral url: String) { self.init(url) }
}

/// A file from elsewhere that the user opens with an app (LN-06, SD-70).
public struct OpenedDocument: Sendable, Hashable, Codable {
    /// Its name.
    public var name: String
    /// Its type, and all that the type conforms to, in small letters.
    public var types: Set<String>
    /// The URL that the app gets: of the copy in the app's inbox, or of the original; `nil` where no file is there, and
    /// only the name is known.
    public var url: OpenedURL?
    /// The name of the copy in the app's inbox: its own, or with a number where that was taken.
    public var nameOfCopy: String?

    /// Creates a document.
    public init(name: String, types: Set<String>, url: OpenedURL? = nil, nameOfCopy: String? = nil) {
        self.name = name
        self.types = types
        self.url = url
        self.nameOfCopy = nameOfCopy
    }
}
