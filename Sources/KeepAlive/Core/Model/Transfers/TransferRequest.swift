/// The request of a task of a background session, with the settings of the session's configuration that apply to it.
public struct TransferRequest: Sendable, Hashable, Codable {
    /// The directions in which a task transfers data.
    public enum Direction: String, Sendable, Hashable, Codable, CaseIterable {
        /// `URLSessionDownloadTask`: from a server into a file.
        case download
        /// `URLSessionUploadTask`: from a file to a server.
        case upload
    }

    /// The direction of the transfer.
    public var direction = Direction.download
    /// The URL, `http` or `https`.
    public var url = ""
    /// `httpMethod`.
    public var method = "GET"
    /// `allHTTPHeaderFields`, including those of the session's configuration.
    public var headers: [String: String] = [:]
    /// The path of the file to upload; `nil` for a download.
    public var file: String?
    /// `taskDescription`, which only the app itself uses.
    public var description: String?
    /// `timeoutIntervalForRequest`: the longest time without data, after which the system retries (UR-16).
    public var idleTimeout = Duration.seconds(60)
    /// `allowsCellularAccess`: true only if both the session and the request allow it (UR-18).
    public var allowsCellularAccess = true
    /// `allowsConstrainedNetworkAccess`: true if the transfer continues in Low Data Mode (UR-18).
    public var allowsConstrainedNetworkAccess = true
    /// `earliestBeginDate`, as a delay after the creation of the task; `nil` for no delay (UR-17).
    public var earliestBegin: Duration?
    /// `timeoutIntervalForResource` of the session; `nil` for the default of the profile (UR-11).
    public var resourceTimeout: Duration?

    /// The part that has been received already, for a download that was created from resume data (UR-20).
    public var resumption: TransferResumption?

    /// The credential that the app has given for the request (UR-02). It is never written to a file.
    public var credential: TransferCredential?
    /// True once the app has answered that it has no credential: the server's status 401 is then the response.
    public var takesChallengeAsAnswer: Bool?

    /// Removes the app's answers to challenges, so that the app is asked again.
    package mutating func forgetAnswers() {
        credential = nil
        takesChallengeAsAnswer = nil
    }

    /// Creates a request without restrictions of network or time; an upload has the method `POST`, a download `GET`.
    public init(_ direction: Direction = .download, url: String = "") {
        self.direction = direction
        self.url = url
        if direction == .upload { method = "POST" }
    }
}
