import KeepAliveFormats
import KeepAliveModel

/// The callbacks of a background session's delegate.
package enum TransferCallbacks {
    package static let handleEvents = Callback(
        "handleEventsForBackgroundURLSession", "the transfers of a session have ended: 30 s (UR-05)", .wake,
        Parameter<String>.text("identifier").optional, reply: .returned)
    package static let didFinishEvents = Callback(
        "urlSessionDidFinishEvents", "urlSessionDidFinishEvents (UR-04, SD-44)", .text("identifier"))
    package static let didWriteData = Callback(
        "didWriteData", "urlSession(_:downloadTask:didWriteData:…); of is -1 where it is not known (SD-43)",
        .transferTask, .bytes("bytes", from: 0), .bytes("of", from: -1))
    package static let didSendBodyData = Callback(
        "didSendBodyData", "urlSession(_:task:didSendBodyData:…) (SD-43)", .transferTask, .bytes("bytes", from: 0),
        .bytes("of", from: -1))
    package static let didResumeAtOffset = Callback(
        "didResumeAtOffset", "urlSession(_:downloadTask:didResumeAtOffset:…) (SD-43)", .transferTask,
        .bytes("offset", from: 0))
    package static let didFinishDownloading = Callback(
        "didFinishDownloading",
        "urlSession(_:downloadTask:didFinishDownloadingTo:): the file is deleted when the answer comes (SD-43)",
        .transferTask, .transferOrigin, Parameter<String>.text("location").orNull, .response, reply: .returned)
    package static let didReceiveChallenge = Callback(
        "didReceiveChallenge",
        "urlSession(_:task:didReceive:completionHandler:): a server asks who the app is; the answer useCredential goes on, "
            + "cancelAuthenticationChallenge ends the task, and any other takes the server's 401 for its answer (UR-02)",
        .transferTask, .transferOrigin, .challenge,
        reply: Reply(
            .orNull(
                .object([
                    .init("disposition", .word(of: ChallengeDisposition.self)),
                    .init("user", .text, isOptional: true), .init("password", .text, isOptional: true),
                ]))
        ) { (answer: ChallengeAnswer) in
            var members: [String: JSONValue] = ["disposition": .string(answer.disposition.rawValue)]
            members["user"] = answer.credential.map { .string($0.user) }
            members["password"] = answer.credential.map { .string($0.password) }
            return .object(members)
        } read: { answer in
            var credential: TransferCredential?
            if let user = answer?["user"]?.string, let password = answer?["password"]?.string {
                credential = TransferCredential(user: user, password: password)
            }
            return ChallengeAnswer(
                answer?["disposition"]?.string.flatMap(ChallengeDisposition.init) ?? .performDefaultHandling,
                credential)
        })
    package static let didComplete = Callback(
        "didCompleteWithError",
        "urlSession(_:task:didCompleteWithError:): the last call about a task; code of NSURLErrorDomain; data has the first "
            + "16 KB of the answer to an upload, in base64 (UR-11)",
        .transferTask, .transferOrigin, Parameter<Int>.whole("code").orNull,
        Parameter<Int>.whole("cancelReason", 0...2).orNull, .response, Parameter<String>.text("data").orNull,
        Parameter<String>.text("resumeData").orNull, reply: .returned)
}

/// A task of a background session, by the session's identifier and the task's number.
package struct TransferTask: Sendable, Hashable {
    package var session: String
    package var number: Int

    package init(_ session: String, _ number: Int) {
        self.session = session
        self.number = number
    }
}

/// The facts about a task that a later process of the app needs, because an earlier process created the task.
package struct TransferOrigin: Sendable, Hashable {
    package var direction: TransferRequest.Direction
    package var url: String
    package var description: String?

    package init(_ request: TransferRequest) {
        self.init(request.direction, url: request.url, description: request.description)
    }

    fileprivate init(_ direction: TransferRequest.Direction, url: String, description: String?) {
        self.direction = direction
        self.url = url
        self.description = description
    }
}

/// The HTTP response of a server to a transfer.
package struct TransferResponse: Sendable, Hashable {
    package var status: Int
    /// The URL after all redirects; `nil` if it is not known.
    package var url: String?
    package var headers: [String: String]

    package init(status: Int, url: String?, headers: [String: String]) {
        self.status = status
        self.url = url
        self.headers = headers
    }
}

/// An app's answer to an authentication challenge of a server.
package struct ChallengeAnswer: Sendable, Hashable {
    package var disposition: ChallengeDisposition
    package var credential: TransferCredential?

    package init(_ disposition: ChallengeDisposition, _ credential: TransferCredential? = nil) {
        self.disposition = disposition
        self.credential = credential
    }
}

extension Parameter where Value == TransferTask {
    fileprivate static let transferTask = Parameter.group(
        .text("identifier"), .whole("task", 1...Int.max)
    ) {
        TransferTask($0, $1)
    } split: {
        ($0.session, $0.number)
    }
}

extension Parameter where Value == TransferOrigin {
    package static let transferOrigin = Parameter.group(
        Parameter<TransferRequest.Direction>.choice("kind").or(.download), .text("url"),
        Parameter<String>.text("description").orNull
    ) {
        TransferOrigin($0, url: $1, description: $2)
    } split: {
        ($0.direction, $0.url, $0.description)
    }
}

extension Parameter where Value == Int64 {
    /// Returns a parameter that is a number of bytes; -1 means that the number is not known.
    fileprivate static func bytes(_ name: String, from least: Int) -> Self {
        Self(name, .whole(least...Int.max)) {
            Int64(try $0.whole(in: least...Int.max))
        } write: {
            .number(String($0))
        }
    }
}

extension Parameter where Value == TransferResponse? {
    fileprivate static let response = Parameter<TransferResponse>.object(
        "response",
        .group(
            Parameter<Int>.whole("status", 0...Int.max), Parameter<String>.text("url").orNull,
            .texts(byName: "headers")
        ) {
            TransferResponse(status: $0, url: $1, headers: $2)
        } split: {
            ($0.status, $0.url, $0.headers)
        }
    ).orNull
}

extension Parameter where Value == TransferChallenge {
    fileprivate static let challenge = Parameter.group(
        Parameter<TransferChallenge.Method>.choice("authenticationMethod"), Parameter<String>.text("realm").orNull,
        Parameter<Int>.whole("previousFailureCount", 0...Int.max), .text("challengedURL").or("")
    ) { method, realm, failures, url in
        var challenge = TransferChallenge(method, realm: realm)
        challenge.previousFailureCount = failures
        challenge.url = url.isEmpty ? nil : url
        return challenge
    } split: {
        ($0.method, $0.realm, $0.previousFailureCount, $0.url ?? "")
    }
}
