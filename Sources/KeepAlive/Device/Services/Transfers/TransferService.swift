import FoundationEssentials
import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveProtocol

extension Service {
    /// Background URL sessions.
    static let transfers = Service(methods: sessionMethods + taskMethods, callbacks: wakeCallbacks + delegateCallbacks)

    private static let session = Shape.Field("identifier", .text)
    private static let task = Shape.Field("task", .whole(1...Int.max))
    private static let identifier = Parameter.text("identifier", lengthMax: 1000)
    private static let number = Parameter.whole("task", 1...Int.max)

    // MARK: Methods

    private static let sessionMethods: [AppMethod] = [
        AppMethod(
            reporting: "backgroundSession",
            "URLSession(configuration: .background(withIdentifier:)): each process of the app makes it anew (UR-04)",
            identifier, .flag("sessionSendsLaunchEvents").or(true), .flag("isDiscretionary").or(false), by: .apps
        ) { .transfer(.sessionCreated(identifier: $0, sendsLaunchEvents: $1, discretionary: $2)) },
        AppMethod(
            "allTasks", "getAllTasks: those of whose end the app has not been told", identifier,
            returns: .list(
                .object([
                    "task": .whole(1...Int.max), "kind": kind.shape, "url": .text, "httpMethod": .text,
                    "description": .orNull(.text), "state": .word(of: OpenTransferState.self),
                ])),
            by: .apps
        ) { call, identifier in
            .array(
                try call.engine.machine.openTransfers(of: identifier).map { number, request, state in
                    var all = about(request)
                    all["task"] = .number(String(number))
                    all["httpMethod"] = .string(request.method)
                    all["state"] = .string(state.rawValue)
                    return .object(all)
                })
        },
    ]

    private static let taskMethods: [AppMethod] = [
        AppMethod(
            "downloadTask", "downloadTask(with:): begins with resumeTask; times in seconds, earliestBegin from now on",
            identifier, request, returns: .object(["task": .whole(1...Int.max)]), by: .apps
        ) { call, session, request in try create(request, in: session, call) },
        AppMethod(
            "downloadTaskWithResumeData",
            "downloadTask(withResumeData:): goes on with what has come, if the server still has the same (UR-20)",
            identifier, .text("resumeData", lengthMax: resumeDataMax), returns: .object(["task": .whole(1...Int.max)]),
            by: .apps
        ) { call, session, text in
            guard let bytes = Data(base64Encoded: text), let json = try? JSONValue(parsing: bytes),
                let request = try? json.decoded(as: TransferRequest.self), request.resumption != nil,
                request.direction == .download,
                [request.idleTimeout, request.resourceTimeout, request.earliestBegin].allSatisfy({ time in
                    time.map { (.zero...Duration.seconds(366 * 86_400)).contains($0) } ?? true
                })
            else { throw JSONRPCError.invalidParams("'resumeData' is not what cancelTask or a failed task gave") }
            var fresh = request
            fresh.forgetAnswers()
            return try create(fresh, in: session, call)
        },
        AppMethod(
            "uploadTask",
            "uploadTask(with:fromFile:): begins with resumeTask; times in seconds, earliestBegin from now on",
            identifier, request, .text("file", lengthMax: 4000), returns: .object(["task": .whole(1...Int.max)]),
            by: .apps
        ) { call, session, request, file in
            var upload = request
            upload.direction = .upload
            upload.file = file
            if upload.method == "GET" { upload.method = "POST" }
            return try create(upload, in: session, call)
        },
        AppMethod(reporting: "resumeTask", "URLSessionTask.resume()", identifier, number, by: .apps) {
            .transfer(.taskResumed(identifier: $0, task: $1))
        },
        AppMethod(reporting: "suspendTask", "URLSessionTask.suspend()", identifier, number, by: .apps) {
            .transfer(.taskSuspended(identifier: $0, task: $1))
        },
        AppMethod(
            reporting: "cancelTask",
            "URLSessionTask.cancel(), or cancel(byProducingResumeData:): it ends with NSURLErrorCancelled, and with the "
                + "resume data (UR-20)",
            identifier, number, .flag("producingResumeData").or(false), by: .apps
        ) { .transfer(.taskCancelled(identifier: $0, task: $1, producesResumeData: $2)) },
        AppMethod(
            reporting: "changeTask",
            "sets taskDescription, where empty is none, or earliestBeginDate of a task, in seconds from now on",
            identifier, number, Parameter.text("taskDescription", lengthMax: 10_000).optional,
            Parameter.seconds("earliestBegin").optional, by: .apps
        ) { .transfer(.taskChanged(identifier: $0, task: $1, description: $2, earliestBegin: $3)) },
    ]

    /// A URLRequest, with what its session's configuration says about it.
    private static let request: Parameter<TransferRequest> = {
        let members = ParameterList<Void, TransferRequest>(
            .text("url", lengthMax: 8000), .text("httpMethod", lengthMax: 100).or("GET"),
            .texts(byName: "headers").or([:]),
            Parameter.text("taskDescription", lengthMax: 10_000).optional, Parameter.seconds("earliestBegin").optional,
            .flag("allowsCellularAccess").or(true), .flag("allowsConstrainedNetworkAccess").or(true),
            .seconds("timeoutIntervalForRequest").or(.seconds(60)),
            Parameter.seconds("timeoutIntervalForResource").optional
        ) { _, url, method, headers, description, earliest, cellular, constrained, idle, resource in
            var request = TransferRequest(.download, url: url)
            request.method = method
            request.headers = headers
            request.description = description
            request.earliestBegin = earliest
            request.allowsCellularAccess = cellular
            request.allowsConstrainedNetworkAccess = constrained
            request.idleTimeout = idle
            request.resourceTimeout = resource
            return request
        }
        return Parameter("request", .object(members.fields)) { try members(CallParameters($0.json), on: ()) }
    }()

    private static func create(
        _ request: TransferRequest, in session: String, _ call: AppCall
    ) throws -> JSONValue {
        let engine = try call.engine
        guard engine.machine.hasSession(session) else {
            throw JSONRPCError.refused(
                "there is no background session '\(session)': call backgroundSession first (UR-04)")
        }
        guard request.url.hasPrefix("http://") || request.url.hasPrefix("https://") else {
            throw JSONRPCError.invalidParams(
                "'url' must begin with http:// or https://: a background session transfers nothing else")
        }
        let fields =
            request.headers.map { $0.key + $0.value }
            + [request.method, request.url, request.resumption?.validator ?? ""]
        guard fields.allSatisfy({ field in field.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 } }),
            let size = try? JSONValue(encoding: request).text.utf8.count, size <= 48 * 1024
        else {
            throw JSONRPCError.invalidParams(
                "'url', 'httpMethod' and 'headers' must have no control characters, and the request 48 KB at most")
        }
        let task = engine.machine.nextTransfer(in: session)
        try call.report(.transfer(.taskCreated(identifier: session, task: task, request)))
        return ["task": .number(String(task))]
    }

    /// A name or a password that goes into a header field: of a size that every server takes.
    private static func isSendable(_ text: String) -> Bool {
        text.utf8.count <= 1000 && text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
    }

    // MARK: Resume data

    /// Returns the resume data of a download that was cancelled or has failed, in base64; `nil` where nothing can be
    /// gone on from.
    private static func resumeData(_ request: TransferRequest, _ result: TransferResult?) -> JSONValue? {
        guard let resumption = result?.resumption else { return nil }
        var request = request
        request.resumption = resumption
        request.description = nil
        request.earliestBegin = nil
        request.forgetAnswers()
        guard let json = try? JSONValue(encoding: request) else { return nil }
        let text = Data(json.text.utf8).base64EncodedString()
        return text.utf8.count <= resumeDataMax ? .string(text) : nil
    }

    /// The most bytes of resume data: those of a request with an extraordinary header would not fit into a line.
    private static let resumeDataMax = 60_000

    // MARK: Callbacks

    private static let wakeCallbacks: [CallbackRow] = [
        CallbackRow(
            "handleEventsForBackgroundURLSession", "the transfers of a session have ended: 30 s (UR-05)",
            [WakeCallbacks.kind, WakeCallbacks.identifier], answer: .null, members: WakeCallbacks.members
        ) { callback, _ in
            guard case .woken(let kind, let identifier) = callback else { return [] }
            return [identifier.map { .transfer(.handlerCalled(identifier: $0)) } ?? .wakeCompleted(kind)]
        },
        CallbackRow("urlSessionDidFinishEvents", "urlSessionDidFinishEvents (UR-04, SD-44)", [session]) {
            callback, _ in
            if case .didFinishEvents(let session) = callback { ["identifier": .string(session)] } else { [:] }
        },
    ]

    private static let delegateCallbacks: [CallbackRow] = [
        CallbackRow(
            "didWriteData", "urlSession(_:downloadTask:didWriteData:…); of is -1 where it is not known (SD-43)",
            [session, task, .init("bytes", .whole(0...Int.max)), .init("of", .whole(-1...Int.max))]
        ) { callback, _ in
            guard case .didWriteData(let session, let task, let bytes, let total) = callback else { return [:] }
            return members(session, task, ["bytes": bytes, "of": total])
        },
        CallbackRow(
            "didSendBodyData", "urlSession(_:task:didSendBodyData:…) (SD-43)",
            [session, task, .init("bytes", .whole(0...Int.max)), .init("of", .whole(-1...Int.max))]
        ) { callback, _ in
            guard case .didSendBodyData(let session, let task, let bytes, let total) = callback else { return [:] }
            return members(session, task, ["bytes": bytes, "of": total])
        },
        CallbackRow(
            "didResumeAtOffset", "urlSession(_:downloadTask:didResumeAtOffset:…) (SD-43)",
            [session, task, .init("offset", .whole(0...Int.max))]
        ) { callback, _ in
            guard case .didResumeAtOffset(let session, let task, let offset) = callback else { return [:] }
            return members(session, task, ["offset": offset])
        },
        CallbackRow(
            "didFinishDownloading",
            "urlSession(_:downloadTask:didFinishDownloadingTo:): the file is deleted when the answer comes (SD-43)",
            [session, task, url, description, .init("location", .orNull(.text)), response], answer: .null
        ) { callback, context in
            guard case .didFinishDownloading(let session, let task, let request) = callback else { return [:] }
            let result = context.engine?.transfers?.result(of: TransferKey(session, task))
            var all = members(session, task).merging(about(request)) { $1 }
            all["kind"] = nil
            all["location"] = result?.location.map(JSONValue.string) ?? .null
            all["response"] = result.map(json) ?? .null
            return all
        } events: { callback, _ in
            guard case .didFinishDownloading(let session, let task, _) = callback else { return [] }
            return [.transfer(.delegateReturned(identifier: session, task: task))]
        },
        CallbackRow(
            "didReceiveChallenge",
            "urlSession(_:task:didReceive:completionHandler:): a server asks who the app is; the answer useCredential goes on, "
                + "cancelAuthenticationChallenge ends the task, and any other takes the server's 401 for its answer (UR-02)",
            [
                session, task, kind, url, description,
                .init("authenticationMethod", .word(of: TransferChallenge.Method.self)),
                .init("realm", .orNull(.text)), .init("previousFailureCount", .whole(0...Int.max)),
                .init("challengedURL", .text),
            ],
            answer: .orNull(
                .object([
                    .init("disposition", .word(of: ChallengeDisposition.self)),
                    .init("user", .text, isOptional: true), .init("password", .text, isOptional: true),
                ]))
        ) { callback, _ in
            guard case .didReceiveChallenge(let session, let task, let request, let challenge) = callback else {
                return [:]
            }
            var all = members(session, task).merging(about(request)) { $1 }
            all["authenticationMethod"] = .string(challenge.method.rawValue)
            all["challengedURL"] = .string(challenge.url ?? request.url)
            all["realm"] = challenge.realm.map(JSONValue.string) ?? .null
            all["previousFailureCount"] = .number(String(challenge.previousFailureCount))
            return all
        } events: { callback, answer in
            guard case .didReceiveChallenge(let session, let task, _, _) = callback else { return [] }
            var credential: TransferCredential?
            if let user = answer?["user"]?.string, let password = answer?["password"]?.string,
                [user, password].allSatisfy(isSendable)
            {
                credential = TransferCredential(user: user, password: password)
            }
            let disposition = answer?["disposition"]?.string.flatMap(ChallengeDisposition.init(rawValue:))
            return [
                .transfer(
                    .challengeAnswered(
                        identifier: session, task: task, disposition ?? .performDefaultHandling, credential: credential)
                )
            ]
        },
        CallbackRow(
            "didCompleteWithError",
            "urlSession(_:task:didCompleteWithError:): the last call about a task; code of NSURLErrorDomain; data has the first "
                + "16 KB of the answer to an upload, in base64 (UR-11)",
            [
                session, task, kind, url, description, .init("code", .orNull(.whole())), cancelReason, response,
                .init("data", .orNull(.text)), .init("resumeData", .orNull(.text)),
            ], answer: .null
        ) { callback, context in
            guard case .didCompleteTransfer(let session, let task, let end) = callback else { return [:] }
            let result = context.engine?.transfers?.result(of: TransferKey(session, task))
            var all = members(session, task).merging(about(end.request)) { $1 }
            all["code"] = end.code.map { .number(String($0)) } ?? .null
            all["cancelReason"] = end.cancelReason.map { .number(String($0.rawValue)) } ?? .null
            all["resumeData"] = end.code == nil ? .null : resumeData(end.request, result) ?? .null
            all["response"] = result.map(json) ?? .null
            all["data"] = result?.data.map { .string(Data($0.bytes).base64EncodedString()) } ?? .null
            return all
        } events: { callback, _ in
            guard case .didCompleteTransfer(let session, let task, _) = callback else { return [] }
            return [.transfer(.completionReturned(identifier: session, task: task))]
        },
    ]

    private static let response = Shape.Field("response", .orNull(.anything))
    private static let kind = Shape.Field("kind", .word(of: TransferRequest.Direction.self))
    private static let url = Shape.Field("url", .text)
    private static let description = Shape.Field("description", .orNull(.text))
    /// `NSURLErrorBackgroundTaskCancelledReasonKey`.
    private static let cancelReason = Shape.Field("cancelReason", .orNull(.whole(0...2)))

    /// Returns what a process that has not made a task needs to know of it.
    private static func about(_ request: TransferRequest) -> CallbackRow.Members {
        [
            "kind": .string(request.direction.rawValue), "url": .string(request.url),
            "description": request.description.map(JSONValue.string) ?? .null,
        ]
    }

    private static func members(_ session: String, _ task: Int, _ numbers: [String: Int64] = [:]) -> CallbackRow.Members
    {
        var all: CallbackRow.Members = ["identifier": .string(session), "task": .number(String(task))]
        for (name, number) in numbers { all[name] = .number(String(number)) }
        return all
    }

    /// Returns an answer of a server as the app gets it: null without one.
    private static func json(_ result: TransferResult) -> JSONValue {
        guard let status = result.status else { return .null }
        return [
            "status": .number(String(status)), "url": result.url.map(JSONValue.string) ?? .null,
            "headers": .object(result.headers.mapValues(JSONValue.string)),
        ]
    }
}
