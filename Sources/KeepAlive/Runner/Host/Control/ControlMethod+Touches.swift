import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol

/// The method for touches of views that apps show on the screen.
extension ControlMethod {
    static let touches: [ControlMethod] = [
        ControlMethod(
            preparing: "touch",
            "the user touches what an app shows: a button, a row, an answer to a question; the app is in front",
            ControlCall.app, .text("name"),
            prepare: { call, name, words in
                let app = try call.app(name)
                guard let service = call.system.apps.first(where: { $0.engine === app.engine })?.service else {
                    throw JSONRPCError.refused("\(app.name) has ended")
                }
                return { ready in
                    service.touch(words) { answer in
                        ready(answer.map { touched in { app.engine.note("the user touches the \(touched)") } })
                    }
                }
            })
    ]
}
