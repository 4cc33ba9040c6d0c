/// What an app did in the handlers that the rules call at times of their own: it does so in the model when the model
/// calls them, and not when the phone did.
struct RecordedHandlers {
    /// The callback for each line that belongs to a handler.
    private(set) var handlers: [Int: String] = [:]

    /// The seconds within which a call belongs to the handler that was called before it. iOS leaves about five.
    private static let span = 5.0

    init(_ lines: [Recording.Line]) {
        var open: (callback: String, t: Double)?
        for (index, line) in lines.enumerated() {
            switch line.event {
            case .got(let callback, _):
                open = RecordedCallback.all[callback]?.rule == nil ? nil : (callback, line.t)
            case .did(let verb, _, _):
                guard let handler = open, line.t - handler.t <= Self.span,
                    verb == "end-task" || verb.hasPrefix("complete-")
                else { continue }
                handlers[index] = handler.callback
            case .beat, .device: break
            }
        }
    }
}
