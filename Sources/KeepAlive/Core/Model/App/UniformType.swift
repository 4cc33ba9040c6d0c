/// A uniform type: a kind of data, with the kinds that it is a special case of (SD-70).
public struct UniformType: Sendable, Hashable, Codable {
    /// Its identifier, such as `com.adobe.pdf`. Capitals do not matter.
    public var identifier: String
    /// The identifiers of the types that it conforms to directly.
    public var conformsTo: [String]
    /// The suffixes of its files, without the dot.
    public var suffixes: [String]
    /// Its MIME types.
    public var mimeTypes: [String]

    /// Creates a type.
    public init(_ identifier: String, conformsTo: [String], suffixes: [String] = [], mimeTypes: [String] = []) {
        self.identifier = identifier
        self.conformsTo = conformsTo
        self.suffixes = suffixes
        self.mimeTypes = mimeTypes
    }
}
