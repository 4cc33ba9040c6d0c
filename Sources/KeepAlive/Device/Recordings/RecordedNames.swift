import KeepAliveFormats
import KeepAlivePolicy

/// The names that an app gave to its tasks, sessions and files, each replaced by a number: they may name a person.
struct RecordedNames {
    private var numbers: [String: String] = [:]
    /// The identifiers of the scheduler's tasks that the app's Info.plist permits, hidden.
    private(set) var permitted: [String] = []

    /// The keys of arguments whose values are names of the app's own.
    private static let keys: Set<String> = [
        "id", "session", "url", "name", "path", "title", "body", "text", "call", "task",
    ]
    /// The verbs whose argument is a name of the app's own.
    private static let verbs: Set<String> = [
        "begin-task", "end-task", "log", "register-task", "cancel-task", "complete-task", "no-expiration-handler",
        "report-progress", "monitor-region", "stop-region", "create-session", "start-transfer", "resume-transfer",
        "suspend-transfer", "cancel-transfer", "call-handler", "lock-file", "unlock-file", "open-protected",
        "write-file",
        "delete-file", "keychain-add", "keychain-read", "keychain-update", "keychain-delete", "present-preview",
        "cancel-notifications", "remove-delivered-notifications", "report-incoming-call", "report-call-ended",
        "request-live-activity", "end-live-activity", "move-file", "decline-url",
    ]

    init(_ life: Recording.Life) {
        permitted = life.header.permittedTasks.map { hidden($0) }
    }

    /// Returns a name's number: the same for the same name. What a wildcard permits begins as the wildcard does.
    mutating func hidden(_ name: String) -> String {
        if name.hasSuffix(".*") { return hidden(String(name.dropLast(2))) + ".*" }
        if let known = numbers[name] { return known }
        let number = "name-\(numbers.count + 1)"
        numbers[name] = number
        return number
    }

    /// Returns an argument of a verb, or what a callback was told, with its names hidden.
    mutating func hidden(_ argument: JSONValue, of verb: String) -> JSONValue {
        switch argument {
        case .string(let text): return Self.verbs.contains(verb) ? .string(hidden(text)) : argument
        case .object(let members):
            var result = members
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                if case .string(let text) = value, Self.keys.contains(key) {
                    result[key] = .string(hidden(text))
                }
            }
            return .object(result)
        default: return argument
        }
    }
}
