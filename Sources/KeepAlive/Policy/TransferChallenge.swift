/// A server's question who the app is, to a task of a background session (UR-02).
public struct TransferChallenge: Sendable, Hashable, Codable {
    /// The ways to answer that a background session knows here; their names are those of `URLProtectionSpace`.
    public enum Method: String, Sendable, Hashable, Codable, CaseIterable {
        /// `NSURLAuthenticationMethodHTTPBasic`: RFC 7617.
        case basic = "NSURLAuthenticationMethodHTTPBasic"
        /// `NSURLAuthenticationMethodHTTPDigest`: RFC 7616.
        case digest = "NSURLAuthenticationMethodHTTPDigest"
    }

    /// The way to answer.
    public var method: Method
    /// What the server protects, in its words.
    public var realm: String?
    /// The answers that the server has not taken before.
    public var previousFailureCount = 0

    /// Describes a question.
    public init(_ method: Method = .basic, realm: String? = nil) {
        self.method = method
        self.realm = realm
    }

    /// Reads the header field `WWW-Authenticate`, RFC 9110, 11.6.1; of several ways the safest one is chosen.
    ///
    /// - Returns: `nil` for a field with no way that is known: the status is an answer like any other then.
    package init?(headerField text: String) {
        let words = text.lowercased()
        func begins(_ scheme: String) -> Bool {
            words.hasPrefix(scheme) || words.contains(", \(scheme) ") || words.contains(",\(scheme) ")
        }
        guard let method: Method = begins("digest") ? .digest : begins("basic") ? .basic : nil else { return nil }
        self.method = method
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        realm = parts.indices.first { $0 + 1 < parts.count && parts[$0].lowercased().hasSuffix("realm=") }
            .map { String(parts[$0 + 1]) }
    }
}

/// The answer of an app to a server that asks who it is, as `URLSession.AuthChallengeDisposition` names it (UR-02).
public enum ChallengeDisposition: String, Sendable, Hashable, CaseIterable {
    /// Goes on with a name and a password.
    case useCredential
    /// Takes the server's status as the answer: nothing is known that would help.
    case performDefaultHandling
    /// Ends the task with `NSURLErrorCancelled`.
    case cancelAuthenticationChallenge
    /// The same as ``performDefaultHandling``: no other way is left.
    case rejectProtectionSpace
}

/// A name and a password, for the way in which the server wants them.
public struct TransferCredential: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name.
    public var user: String
    /// The password.
    public var password: String
    /// The way, once the server has asked.
    public var method: TransferChallenge.Method?

    /// The name alone: what is printed has no password.
    public var description: String { user }

    /// Describes a name and a password.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}
