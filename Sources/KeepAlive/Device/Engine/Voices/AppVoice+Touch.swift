import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveProtocol

extension AppVoice {
    /// Touches an element on the screen of the app, as the user would.
    ///
    /// - Parameters:
    ///   - name: the visible text of the element, or its accessibility label or identifier.
    ///   - then: gets a human-readable description of the touched element; an error if the app is not in front, or if
    ///     no element has the name.
    package func touch(_ name: String, then: @escaping (Result<String, JSONRPCError>) -> Void) {
        guard let engine, engine.machine.state == .foregroundActive else {
            let state = engine?.machine.state.rawValue ?? ApplicationState.notRunning.rawValue
            return then(.failure(.refused("the app is not in front: it is \(state)")))
        }
        guard speaks else {
            return then(.failure(.refused("the program is no app that speaks for itself: it has no screen")))
        }
        ask(ApplicationCallbacks.touch, name) { answer in
            then(
                answer.flatMap { answer in
                    switch answer {
                    case .touched(let touched): .success(touched)
                    case .problem(let problem): .failure(.refused(problem))
                    }
                })
        }
    }
}
