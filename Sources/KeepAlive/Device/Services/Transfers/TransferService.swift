import FoundationEssentials
import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveProtocol

extension Service {
    /// Background URL sessions with their download and upload tasks.
    static let transfers = Service(methods: transferMethods, callbacks: transferCallbacks)

    // MARK: Methods

    private static let transferMethods: [AppMethod] = [
        AppMethod(reporting: TransferMethods.backgroundSession, by: .apps) {
            .transfer(.sessionCreated(identifier: $0, sendsLaunchEvents: $1, discretionary: $2))
        },
        AppMethod(TransferMethods.allTasks, by: .apps) { call, identifier in
            try call.engine.machine.openTransfers(of: identifier).map { number, request, state in
                OpenTransfer(number, TransferOrigin(request), method: request.method, state: state)
            }
        },
        AppMethod(TransferMethods.downloadTask, by: .apps) { call, session, request in
            try create(request, in: session, call)
        },
        AppMethod(TransferMethods.downloadTaskWithResumeData, by: .apps) { call, session, text in
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
        AppMethod(TransferMethods.uploadTask, by: .apps) { call, session, request, file in
            var upload = request
            upload.direction = .upload
            upload.file = file
            if upload.method == "GET" { upload.method = "POST" }
            return try create(upload, in: session, call)
        },
        AppMethod(reporting: TransferMethods.resumeTask, by: .apps) {
            .transfer(.taskResumed(identifier: $0, task: $1))
        },
        AppMethod(reporting: TransferMethods.suspendTask, by: .apps) {
            .transfer(.taskSuspended(identifier: $0, task: $1))
        },
        AppMethod(reporting: TransferMethods.cancelTask, by: .apps) {
            .transfer(.taskCancelled(identifier: $0, task: $1, producesResumeData: $2))
        },
        AppMethod(reporting: TransferMethods.changeTask, by: .apps) {
            .transfer(.taskChanged(identifier: $0, task: $1, description: $2, earliestBegin: $3))
        },
    ]

    private static func create(
        _ request: TransferRequest, in session: String, _ call: AppCall
    ) throws -> Int {
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
        return task
    }

    /// Returns whether a name or a password fits into a header field: at most 1000 bytes, and no control characters.
    private static func isSendable(_ text: String) -> Bool {
        text.utf8.count <= 1000 && text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
    }

    // MARK: Resume data

    /// Returns the resume data of a download that was cancelled or has failed, in Base64; `nil` if the download cannot
    /// be resumed.
    private static func resumeData(_ request: TransferRequest, _ result: TransferResult?) -> String? {
        guard let resumption = result?.resumption else { return nil }
        var request = request
        request.resumption = resumption
        request.description = nil
        request.earliestBegin = nil
        request.forgetAnswers()
        guard let json = try? JSONValue(encoding: request) else { return nil }
        let text = Data(json.text.utf8).base64EncodedString()
        return text.utf8.count <= TransferMethods.resumeDataMax ? text : nil
    }

    // MARK: Callbacks

    private static let transferCallbacks: [CallbackRow] = [
        CallbackRow(TransferCallbacks.handleEvents) { callback, _ in
            if case .woken(let kind, let identifier) = callback { (kind, identifier) } else { nil }
        } events: { callback, _ in
            guard case .woken(let kind, let identifier) = callback else { return [] }
            return [identifier.map { .transfer(.handlerCalled(identifier: $0)) } ?? .wakeCompleted(kind)]
        },
        CallbackRow(TransferCallbacks.didFinishEvents) { callback, _ in
            if case .didFinishEvents(let session) = callback { session } else { nil }
        },
        CallbackRow(TransferCallbacks.didWriteData) { callback, _ in
            guard case .didWriteData(let session, let task, let bytes, let total) = callback else { return nil }
            return (TransferTask(session, task), bytes, total)
        },
        CallbackRow(TransferCallbacks.didSendBodyData) { callback, _ in
            guard case .didSendBodyData(let session, let task, let bytes, let total) = callback else { return nil }
            return (TransferTask(session, task), bytes, total)
        },
        CallbackRow(TransferCallbacks.didResumeAtOffset) { callback, _ in
            guard case .didResumeAtOffset(let session, let task, let offset) = callback else { return nil }
            return (TransferTask(session, task), offset)
        },
        CallbackRow(TransferCallbacks.didFinishDownloading) { callback, context in
            guard case .didFinishDownloading(let session, let task, let request) = callback else { return nil }
            let result = context.engine?.transfers?.result(of: TransferKey(session, task))
            return (
                TransferTask(session, task), TransferOrigin(request), result?.location, result.flatMap(response)
            )
        } events: { callback, _ in
            guard case .didFinishDownloading(let session, let task, _) = callback else { return [] }
            return [.transfer(.delegateReturned(identifier: session, task: task))]
        },
        CallbackRow(TransferCallbacks.didReceiveChallenge) { callback, _ in
            guard case .didReceiveChallenge(let session, let task, let request, var challenge) = callback else {
                return nil
            }
            challenge.url = challenge.url ?? request.url
            return (TransferTask(session, task), TransferOrigin(request), challenge)
        } events: { callback, answer in
            guard case .didReceiveChallenge(let session, let task, _, _) = callback else { return [] }
            let credential = answer.credential.flatMap { known in
                [known.user, known.password].allSatisfy(isSendable) ? known : nil
            }
            return [
                .transfer(
                    .challengeAnswered(
                        identifier: session, task: task, answer.disposition, credential: credential))
            ]
        },
        CallbackRow(TransferCallbacks.didComplete) { callback, context in
            guard case .didCompleteTransfer(let session, let task, let end) = callback else { return nil }
            let result = context.engine?.transfers?.result(of: TransferKey(session, task))
            return (
                TransferTask(session, task), TransferOrigin(end.request), end.code, end.cancelReason?.rawValue,
                result.flatMap(response), result?.data.map { Data($0.bytes).base64EncodedString() },
                end.code == nil ? nil : resumeData(end.request, result)
            )
        } events: { callback, _ in
            guard case .didCompleteTransfer(let session, let task, _) = callback else { return [] }
            return [.transfer(.completionReturned(identifier: session, task: task))]
        },
    ]

    /// Returns a server's answer in the form in which the app gets it; `nil` if there was no answer.
    private static func response(_ result: TransferResult) -> TransferResponse? {
        result.status.map { TransferResponse(status: $0, url: result.url, headers: result.headers) }
    }
}
