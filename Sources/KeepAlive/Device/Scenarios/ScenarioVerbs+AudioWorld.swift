import KeepAlivePolicy

/// The verbs for events from outside that affect the app's sound: other apps, calls, routes and the media server.
extension ScenarioVerbs {
    /// Reads the audio session of another app, such as `alone` or `{app: Music, session: alone}`.
    private static func otherSession(_ argument: Argument, speaks: Bool = false) throws -> AudioSessionArbiter.Session {
        let words = ["mixing", "alone"]
        let value = try argument.required("mixing or alone")
        guard value.isMapping else {
            return AudioSessionArbiter.Session(mixes: try argument.word(words) == "mixing", speaks: speaks)
        }
        var fields = try value.fields("an app's session")
        let app = try fields.require("app").text("the name of an app")
        let mixes = try argument.word(words, at: fields.require("session")) == "mixing"
        try fields.finish()
        return AudioSessionArbiter.Session(app: app, mixes: mixes, speaks: speaks)
    }

    private static let routes = AudioPort.allCases.map(\.name)

    static let audioWorldVerbs: [Verb] = [
        fact(
            "other-app-speaks", "mixing | alone | {app: Podcasts, session: alone}", "another app's spoken audio begins"
        ) {
            .audioSession(.otherAppBegan(try otherSession($0, speaks: true)))
        },
        fact(
            "other-app-prompts", "another app speaks a prompt, and interrupts spoken audio",
            .audioSession(.otherAppPrompted)),
        fact(
            "other-app-plays", "mixing | alone | {app: Music, session: alone}",
            "another app's sound begins; beside a real process, a tone on the same device"
        ) {
            .audioSession(.otherAppBegan(try otherSession($0)))
        },
        fact(
            "other-app-stops", "notifying | silently | {app: Music, others: notifying}",
            "another app's sound ends; without a name, all of it"
        ) { argument in
            let value = try argument.required("notifying or silently")
            let words = ["notifying", "silently"]
            guard value.isMapping else {
                return .audioSession(.otherAppEnded(notifiesOthers: try argument.word(words) == "notifying"))
            }
            var fields = try value.fields("the end of an app's sound")
            let app = try fields.require("app").text("the name of an app")
            let notifies = try argument.word(words, at: fields.require("others")) == "notifying"
            try fields.finish()
            return .audioSession(.otherAppEnded(app: app, notifiesOthers: notifies))
        },
        fact(
            "remote-command", "COMMAND | {command: skipForward, value: 30}",
            "the lock screen or a headset: play, pause, stop, togglePlayPause, nextTrack, …"
        ) { argument in
            let value = try argument.required("a remote command")
            guard value.isMapping else {
                return .audioSession(.remoteCommand(RemoteCommand(try value.choice("a remote command")).completed))
            }
            var fields = try value.fields("a remote command")
            let name: RemoteCommand.Name = try fields.require("command").choice("a remote command")
            let number = try fields.take("value")?.number("a number")
            try fields.finish()
            return .audioSession(.remoteCommand(RemoteCommand(name, value: number).completed))
        },
        fact("call-begins", "a phone call is accepted, or made", .audioSession(.interruptionBegan(.call))),
        fact(
            "call-ends", "the call is over; sound may resume",
            .audioSession(.interruptionEnded(.call, shouldResume: true))),
        fact(
            "interruption-begins", "CAUSE",
            "ringing, call, callBanner, alarm, siri, otherApp, builtInMicMuted, routeDisconnected"
        ) {
            .audioSession(.interruptionBegan(try $0.choice("a cause")))
        },
        fact(
            "interruption-ends", "resume | stay | {cause: alarm, resume: true}",
            "what interrupts is over; without a cause, whatever does"
        ) { argument in
            let value = try argument.required("resume or stay")
            guard value.isMapping else {
                return .audioSession(
                    .interruptionEnded(shouldResume: try argument.word(["resume", "stay"]) == "resume"))
            }
            var fields = try value.fields("an end")
            let cause: AudioSessionEvent.Cause = try fields.require("cause").choice("a cause")
            let resumes = try fields.take("resume")?.flag() ?? false
            try fields.finish()
            return .audioSession(.interruptionEnded(cause, shouldResume: resumes))
        },
        fact(
            "route", "{to: headphones, disconnected: true}",
            "the audio route changes: \(routes.joined(separator: ", "))"
        ) { argument in
            var fields = try argument.fields("a route", values: ("to", routes))
            let value = try fields.require("to")
            let name = try value.oneOf(routes, "a route")
            guard let route = AudioPort(name: name) else { throw value.error("no route is called '\(name)'") }
            let disconnected = try fields.take("disconnected")?.flag() ?? false
            try fields.finish()
            return .audioSession(.routeChanged(to: route, disconnected: disconnected))
        },
        fact("media-services", "lost | reset", "the media server dies or is back") {
            .audioSession(try $0.word(["lost", "reset"]) == "lost" ? .mediaServicesLost : .mediaServicesReset)
        },
        fact("siri", "on | off", "Siri listens, which interrupts, or has ended") {
            .audioSession(.siriRecording(try $0.flag()))
        },
        fact("audio-input", "on | off", "the device has a microphone or not") {
            .audioSession(.inputAvailable(try $0.flag()))
        },
    ]
}
