/// A uniform type: a kind of data, and the more general kinds that it conforms to (SD-70).
public struct UniformType: Sendable, Hashable, Codable {
    /// The identifier, such as `com.adobe.pdf`. Comparison ignores upper and lower case.
    public var identifier: String
    /// The identifiers of the types that this type conforms to directly.
    public var conformsTo: [String]
    /// The suffixes of files of this type, without the dot.
    public var suffixes: [String]
    /// The MIME types of such data.
    public var mimeTypes: [String]

    /// Creates a type; by default it has no suffixes and no MIME types.
    public init(_ identifier: String, conformsTo: [String], suffixes: [String] = [], mimeTypes: [String] = []) {
        self.identifier = identifier
        self.conformsTo = conformsTo
        self.suffixes = suffixes
        self.mimeTypes = mimeTypes
    }
}
