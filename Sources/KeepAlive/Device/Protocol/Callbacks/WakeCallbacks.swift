import KeepAliveFormats
import KeepAliveModel

/// The callbacks of the scheduler, of background fetch, and of wakes that have no callback of their own.
package enum WakeCallbacks {
    package static let performFetch = Callback(
        "performFetch", "performFetchWithCompletionHandler: 30 s; result newData, noData or failed (WK-02)", .wake,
        reply: .fetchResult)
    package static let launchHandler = Callback(
        "launchHandler", "the launch handler of a task; the answer is setTaskCompleted(success:) (BG-14, BG-18)",
        Parameter<String>.text("identifier").optional, .wake,
        reply: Reply(.object([.init("success", .flag, isOptional: true)]), unserved: false) {
            ["success": .bool($0)]
        } read: {
            $0?["success"]?.bool ?? ($0 != nil)
        })
    package static let expiring = Callback(
        "wakeExpiring",
        "the expiration handler of a wake: its call must be answered within seconds (MD-13, BG-18)", .wake,
        Parameter<String>.text("identifier").optional, Parameter<Int>.whole("call", 1...Int.max).optional)
    /// The callback for wakes that have no callback of their own. KIND stands for the kind of the wake.
    package static let anyOther = named("woken.KIND", "another wake ('list events' has the kinds)")
    package static let keepAliveHandler = Callback(
        "keepAliveHandler", "the keep-alive handler of a VoIP app (WK-13)", .wake, reply: .returned)
    package static let voipSocket = named("woken.\(WakeKind.voipSocket.rawValue)", anyOther.summary)

    private static func named(_ name: String, _ summary: String) -> Callback<Void, WakeKind, String?> {
        Callback(name, summary, .wake, Parameter<String>.text("identifier").optional, reply: .returned)
    }
}

extension Parameter where Value == WakeKind {
    static let wake = choice("kind")
}

extension Reply where Value == BackgroundFetchResult {
    /// The result of a fetch in the app's reply. A missing result means new data; an unknown word, or no reply, means
    /// failure.
    static let fetchResult = Reply(
        .object([.init("result", .word(of: BackgroundFetchResult.self), isOptional: true)]), unserved: .failed
    ) {
        ["result": .string($0.rawValue)]
    } read: { answer in
        guard let answer else { return .failed }
        return answer["result"].map { $0.string.flatMap(BackgroundFetchResult.init) ?? .failed } ?? .newData
    }
}
