import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts

extension AppVoice {
    /// The user touches something on the screen of the app.
    ///
    /// - Parameters:
    ///   - name: the words on it, or its accessibility label or identifier.
    ///   - then: gets what is touched, for people; an error if the app is not in front, or nothing is called so.
    package func touch(_ name: String, then: @escaping (Result<String, JSONRPCError>) -> Void) {
        guard let engine, engine.machine.state == .foregroundActive else {
            let state = engine?.machine.state.rawValue ?? ApplicationState.notRunning.rawValue
            return then(.failure(.refused("the app is not in front: it is \(state)")))
        }
        guard speaks else {
            return then(.failure(.refused("the program is no app that speaks for itself: it has no screen")))
        }
        ask("touch", ["name": .string(name)]) { answer in
            then(
                answer.flatMap { value in
                    if let touched = value["touched"]?.string { return .success(touched) }
                    return .failure(.refused(value["problem"]?.string ?? "the app has no answer to a touch"))
                })
        }
    }
}
