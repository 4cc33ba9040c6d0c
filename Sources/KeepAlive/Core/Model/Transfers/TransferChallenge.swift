/// An authentication challenge: a server requests credentials of a task of a background session (UR-02).
public struct TransferChallenge: Sendable, Hashable, Codable {
    /// The authentication methods that this project supports; the raw values are those of `URLProtectionSpace`.
    public enum Method: String, Sendable, Hashable, Codable, CaseIterable {
        /// HTTP Basic authentication, RFC 7617.
        case basic = "NSURLAuthenticationMethodHTTPBasic"
        /// HTTP Digest authentication, RFC 7616.
        case digest = "NSURLAuthenticationMethodHTTPDigest"
    }

    /// The authentication method that the server requires.
    public var method: Method
    /// The realm in the server's words; `nil` if the server names none.
    public var realm: String?
    /// The number of credentials that the server has rejected so far.
    public var previousFailureCount = 0
    /// The protected URL, which differs from the request's URL after a redirect; `nil` until it is known.
    public var url: String?

    /// Creates a challenge, by default for HTTP Basic authentication, without earlier failures.
    public init(_ method: Method = .basic, realm: String? = nil) {
        self.method = method
        self.realm = realm
    }

    /// Parses the header field `WWW-Authenticate`, RFC 9110, 11.6.1. If the field offers several methods, Digest is
    /// chosen.
    ///
    /// - Returns: `nil` if the field offers no supported method; the status is then treated as an ordinary response.
    package init?(headerField text: String) {
        var found: [Method: String?] = [:]
        var last: Method?
        for part in Self.parts(of: text) {
            // Each challenge begins with the name of its method. The parameters up to the next name belong to this
            // method.
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

    /// Returns the parts between commas. A comma within quotation marks does not separate parts.
    private static func parts(of text: String) -> [Substring] {
        var isQuoted = false
        return text.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
    }
}

/// The app's answer to an authentication challenge, named as in `URLSession.AuthChallengeDisposition` (UR-02).
public enum ChallengeDisposition: String, Sendable, Hashable, CaseIterable {
    /// Continues the task with a user name and a password.
    case useCredential
    /// Continues without credentials: the server's status 401 is the response, because unlike iOS this project stores
    /// no credentials.
    case performDefaultHandling
    /// Ends the task with `NSURLErrorCancelled`.
    case cancelAuthenticationChallenge
    /// Acts as ``performDefaultHandling``: other methods that the server offers are not tried.
    case rejectProtectionSpace
}

/// A user name and a password for one protected URL.
public struct TransferCredential: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The user name that is sent to the server.
    public var user: String
    /// The password, in clear text.
    public var password: String
    /// The authentication method; `nil` until the server has sent a challenge.
    public var method: TransferChallenge.Method?
    /// The URL that the credential is for, `nil` until the server has sent a challenge. The credential is sent to no
    /// other URL.
    public var url: String?

    /// The user name alone, so that no log shows the password.
    public var description: String { user }

    /// Creates a credential without method and URL, which the server's challenge determines.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}
