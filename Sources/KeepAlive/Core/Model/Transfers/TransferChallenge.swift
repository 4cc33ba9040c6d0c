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
    /// The realm, in the server's words.
    public var realm: String?
    /// The answers that the server has not taken before.
    public var previousFailureCount = 0
    /// The address that is protected: after redirects another one than the request's.
    public var url: String?

    /// Describes a question.
    public init(_ method: Method = .basic, realm: String? = nil) {
        self.method = method
        self.realm = realm
    }

    /// Reads the header field `WWW-Authenticate`, RFC 9110, 11.6.1; of several ways the safest one is chosen.
    ///
    /// - Returns: `nil` for a field with no way that is known: the status is an answer like any other then.
    package init?(headerField text: String) {
        var found: [Method: String?] = [:]
        var last: Method?
        for part in Self.parts(of: text) {
            // A way begins with its name; what follows it, up to the next way, is its own.
            var part = part.drop { $0 == " " || $0 == "\t" }
            let word = part.prefix { $0 != " " && $0 != "\t" }
            if !word.contains("=") {
                last = word.lowercased() == "digest" ? .digest : word.lowercased() == "basic" ? .basic : nil
                if let last { found[last] = .some(found[last] ?? nil) }
                part = part.dropFirst(word.count).drop { $0 == " " || $0 == "\t" }
            }
            guard let last, part.lowercased().hasPrefix("realm=") else { continue }
            found[last] = part.dropFirst(6).filter { $0 != "\"" }
        }
        guard let method: Method = found[.digest] != nil ? .digest : found[.basic] != nil ? .basic : nil else {
            return nil
        }
        self.method = method
        realm = found[method] ?? nil
    }

    /// The parts between commas that are not within quotes.
    private static func parts(of text: String) -> [Substring] {
        var isQuoted = false
        return text.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
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
    /// The same as ``performDefaultHandling``: the server's other ways are not tried.
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
    /// The address that they are for, once the server has asked: they are sent nowhere else.
    public var url: String?

    /// The name alone: what is printed has no password.
    public var description: String { user }

    /// Describes a name and a password.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}
