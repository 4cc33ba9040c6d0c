import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveProtocol

/// What the callbacks of wakes have in common: their kind, and what they are about.
enum WakeCallbacks {
    static let kind = Shape.Field("kind", .word(of: WakeKind.self))
    static let identifier = Shape.Field("identifier", .text)

    static func members(of callback: AppCallback, _ context: CallbackContext) -> CallbackRow.Members {
        guard case .woken(let kind, let identifier) = callback else { return [:] }
        var members: CallbackRow.Members = ["kind": .string(kind.rawValue)]
        members["identifier"] = identifier.map { .string($0) }
        return members
    }

    /// A wake that the app has dealt with when it answers.
    static func completed(_ callback: AppCallback, _ result: JSONValue?) -> [PolicyEvent] {
        if case .woken(let kind, _) = callback { [.wakeCompleted(kind)] } else { [] }
    }

    /// The answer of a completion handler with a result: without a word it went well; a word that nobody knows is no
    /// success.
    static func fetched(_ result: JSONValue?) -> BackgroundFetchResult {
        guard let result else { return .failed }
        return result["result"].map { $0.string.flatMap(BackgroundFetchResult.init) ?? .failed } ?? .newData
    }

    static let fetchResult = Shape.object([.init("result", .word(of: BackgroundFetchResult.self), isOptional: true)])

    /// A wake without a callback of its own.
    static let anyOther = CallbackRow(
        "woken.KIND", "another wake ('list events' has the kinds)",
        [kind, .init("identifier", .text, isOptional: true)], answer: .null, isOfPolicy: false,
        members: members, events: completed)

    /// The expiration handler of any wake.
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
