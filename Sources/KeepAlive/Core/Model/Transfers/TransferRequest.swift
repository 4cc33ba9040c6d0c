/// The request of a task of a background session, with what its session's configuration says about it.
public struct TransferRequest: Sendable, Hashable, Codable {
    /// The way that the data goes.
    public enum Direction: String, Sendable, Hashable, Codable, CaseIterable {
        /// `URLSessionDownloadTask`: from a server into a file.
        case download
        /// `URLSessionUploadTask`: from a file to a server.
        case upload
    }

    /// The way that the data goes.
    public var direction = Direction.download
    /// The address, `http` or `https`.
    public var url = ""
    /// `httpMethod`.
    public var method = "GET"
    /// `allHTTPHeaderFields`, the session's among them.
    public var headers: [String: String] = [:]
    /// The path of the file to upload.
    public var file: String?
    /// `taskDescription`, for the app alone.
    public var description: String?
    /// `timeoutIntervalForRequest`: the longest time without data, after which the system tries again (UR-16).
    public var idleTimeout = Duration.seconds(60)
    /// `allowsCellularAccess` of the session and of the request (UR-18).
    public var allowsCellularAccess = true
    /// `allowsConstrainedNetworkAccess`: the transfer goes on in Low Data Mode (UR-18).
    public var allowsConstrainedNetworkAccess = true
    /// `earliestBeginDate`, from the creation of the task on (UR-17).
    public var earliestBegin: Duration?
    /// `timeoutIntervalForResource` of the session; `nil` for the profile's (UR-11).
    public var resourceTimeout: Duration?

    /// The beginning that is there already, of a download that is made from resume data (UR-20).
    public var resumption: TransferResumption?

    /// The name and the password that the app has given for it (UR-02). They are kept nowhere.
    public var credential: TransferCredential?
    /// True once the app has said that it has none: the server's question is the answer then.
    public var takesChallengeAsAnswer: Bool?

    /// Forgets what the app has answered to the server: it is asked anew.
    package mutating func forgetAnswers() {
        credential = nil
        takesChallengeAsAnswer = nil
    }

    /// Creates a request that may use every network, at once.
    public init(_ direction: Direction = .download, url: String = "") {
        self.direction = direction
        self.url = url
        if direction == .upload { method = "POST" }
    }
}
