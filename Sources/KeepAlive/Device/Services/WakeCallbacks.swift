import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveProtocol

/// The common members of the callbacks of wakes: their kind and their identifier.
enum WakeCallbacks {
    static let kind = Shape.Field("kind", .word(of: WakeKind.self))
    static let identifier = Shape.Field("identifier", .text)

    static func members(of callback: AppCallback, _ context: CallbackContext) -> CallbackRow.Members {
        guard case .woken(let kind, let identifier) = callback else { return [:] }
        var members: CallbackRow.Members = ["kind": .string(kind.rawValue)]
        members["identifier"] = identifier.map { .string($0) }
        return members
    }

    /// Returns the fact that the app has dealt with a wake when it answers.
    static func completed(_ callback: AppCallback, _ result: JSONValue?) -> [PolicyEvent] {
        if case .woken(let kind, _) = callback { [.wakeCompleted(kind)] } else { [] }
    }

    /// Returns the answer of a completion handler with a result. No result word means success; an unknown word means
    /// failure.
    static func fetched(_ result: JSONValue?) -> BackgroundFetchResult {
        guard let result else { return .failed }
        return result["result"].map { $0.string.flatMap(BackgroundFetchResult.init) ?? .failed } ?? .newData
    }

    static let fetchResult = Shape.object([.init("result", .word(of: BackgroundFetchResult.self), isOptional: true)])

    /// The row of wakes without a callback of their own.
    static let anyOther = CallbackRow(
        CallbackRow.anyOtherWake, "another wake ('list events' has the kinds)",
        [kind, .init("identifier", .text, isOptional: true)], answer: .null, isOfPolicy: false,
        members: members, events: completed)

    /// The row of the expiration handler of any wake.
    static let expiring = CallbackRow(
        "wakeExpiring",
        "the expiration handler of a wake: its call must be answered within seconds (MD-13, BG-18)",
        [kind, .init("identifier", .text, isOptional: true), .init("call", .whole(1...Int.max), isOptional: true)]
    ) { callback, context in
        guard case .wakeExpiring(let kind, let identifier) = callback else { return [:] }
        var members: CallbackRow.Members = ["kind": .string(kind.rawValue)]
        members["identifier"] = identifier.map { .string($0) }
        members["call"] = context.voice?.number(of: kind, identifier).map { .number(String($0)) }
        return members
    }
}
