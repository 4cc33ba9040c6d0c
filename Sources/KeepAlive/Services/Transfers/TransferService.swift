import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// Background URL sessions.
    static let transfers = Service(callbacks: [
        CallbackRow(
            "handleEventsForBackgroundURLSession", "the transfers of a session have ended: 30 s (UR-05)",
            [WakeCallbacks.kind, WakeCallbacks.identifier], answer: .null, members: WakeCallbacks.members
        ) { callback, _ in
            guard case .woken(let kind, let identifier) = callback else { return [] }
            return [identifier.map { .transfer(.handlerCalled(identifier: $0)) } ?? .wakeCompleted(kind)]
        },
        CallbackRow(
            "didWriteData", "urlSession(_:downloadTask:didWriteData:…) (SD-43)",
            [session, .init("bytes", .whole(0...Int.max)), .init("of", .whole(0...Int.max))]
        ) { callback, _ in
            guard case .didWriteData(let session, let bytes, let total) = callback else { return [:] }
            return ["identifier": .string(session), "bytes": .number(String(bytes)), "of": .number(String(total))]
        },
        CallbackRow(
            "didResumeAtOffset", "urlSession(_:downloadTask:didResumeAtOffset:…) (SD-43)",
            [session, .init("offset", .whole(0...Int.max))]
        ) { callback, _ in
            guard case .didResumeAtOffset(let session, let offset) = callback else { return [:] }
            return ["identifier": .string(session), "offset": .number(String(offset))]
        },
        CallbackRow(
            "didFinishDownloading", "urlSession(_:downloadTask:didFinishDownloadingTo:) (SD-43)", [session]
        ) { callback, _ in
            if case .didFinishDownloading(let session) = callback { ["identifier": .string(session)] } else { [:] }
        },
        CallbackRow(
            "didFailTransfer", "urlSession(_:task:didCompleteWithError:) (UR-11)", [session, .init("code", .whole())]
        ) { callback, _ in
            guard case .didFailTransfer(let session, let code) = callback else { return [:] }
            return ["identifier": .string(session), "code": .number(String(code))]
        },
        CallbackRow("urlSessionDidFinishEvents", "urlSessionDidFinishEvents (UR-04, SD-44)", [session]) {
            callback, _ in
            if case .didFinishEvents(let session) = callback { ["identifier": .string(session)] } else { [:] }
        },
    ])

    private static let session = Shape.Field("identifier", .text)
}
