import ArgumentParser
import KeepAliveFormats
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveYAML

/// A connection to the app's socket, for a process that is part of the app.
struct OwnApp {
    private let client: ControlClient

    init() throws { client = try ControlClient.ownApp() }

    /// Makes a call of the app protocol on behalf of the app.
    ///
    /// - Throws: ``AppFailure`` if iOS would answer with an error or an exception.
    @discardableResult
    func call(_ method: String, _ parameters: [String: JSONValue] = [:]) throws -> JSONValue {
        do {
            return try client.request(method, parameters.isEmpty ? .null : .object(parameters))
        } catch let error as KeepAliveError where error.code == .refusal {
            throw AppFailure("\(method): \(error.message)")
        }
    }

    /// Sends a request after which the reproduced iOS sends the app's callbacks to this process, and handles the
    /// callbacks until the connection ends.
    ///
    /// - Parameters:
    ///   - first: called with the result of the request.
    ///   - told: called with each callback; returns the app's answer, or `nil` for no answer.
    func follow(
        _ method: String, _ parameters: [String: JSONValue], first: (JSONValue) throws -> Void,
        told: (JSONRPCMessage) throws -> JSONRPCMessage?
    ) throws {
        try client.follow(method, .object(parameters), first: first, told: told)
    }
}

/// An error with which iOS refuses a call of the app. The command ends with exit status 1.
struct AppFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension Control {
    struct BeginTask: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "begin-task",
            abstract: "beginBackgroundTask: print the identifier; status 1 when it is .invalid (SD-16).",
            usage: "keepalive-run ctl begin-task [NAME]",
            discussion:
                "The task must be ended with end-task before its time is over; 'ctl events' tells when it expires, and the app is killed 5 s later (BT-14, BT-19)."
        )

        @Argument(help: ArgumentHelp("The purpose of the task.", valueName: "NAME")) var name: String?

        func run() throws {
            let answer = try OwnApp().call("beginBackgroundTask", name.map { ["name": .string($0)] } ?? [:])
            let task = answer["task"]?.int ?? 0
            guard task != 0 else { throw AppFailure("beginBackgroundTask returned .invalid") }
            try Machine.emit("\(task)\n")
        }
    }

    struct EndTask: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "end-task", abstract: "endBackgroundTask.", usage: "keepalive-run ctl end-task ID")

        @Argument(
            help: ArgumentHelp("The number that begin-task has printed.", valueName: "ID"),
            transform: Values.whole(0...Int.max, "a task"))
        var task: Int

        func run() throws { try OwnApp().call("endBackgroundTask", ["task": .number(String(task))]) }
    }

    struct Audio: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "audio", abstract: "Activate an audio session and play, or stop.",
            usage: "keepalive-run ctl audio start|stop [OPTIONS]", subcommands: [Start.self, Stop.self])

        struct Start: ParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "start",
                abstract: "setCategory, setActive(true), play(): silence, or a file, without end.",
                usage: "keepalive-run ctl audio start [FILE] [--category NAME] [--alone]",
                discussion: "Exit status: 0; 1 when iOS refuses, with its error.")

            @Option(
                parsing: .unconditional, help: ArgumentHelp("The category. Default: playback.", valueName: "NAME"),
                completion: Completions.of(AudioSessionConfiguration.Category.self), transform: Values.choice)
            var category: AudioSessionConfiguration.Category?

            @Flag(help: "Do not mix with others: interrupt them, and be interrupted (AS-42).")
            var alone = false

            @Flag(
                help:
                    "Be the Now Playing app, as players of music are: it may interrupt others from the background (AS-23)."
            )
            var nowPlaying = false

            @Argument(help: ArgumentHelp("A sound file. Default: silence.", valueName: "FILE"), completion: .file())
            var file: String?

            func run() throws {
                let app = try OwnApp()
                let category = category ?? .playback
                try app.call(
                    "setCategory",
                    ["category": .string(category.rawValue), "options": alone ? [] : ["mixWithOthers"]])
                if nowPlaying { try app.call("setNowPlaying", ["value": true]) }
                try app.call("setActive", ["active": true])
                let path = try file.map(Machine.fullPath)
                try app.call("preparePlayer", path.map { ["file": .string($0)] } ?? [:])
                guard try app.call("play")["playing"] == true else { throw AppFailure("play() returned false") }
            }
        }

        struct Stop: ParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "stop", abstract: "Stop the player, and setActive(false), notifying others.",
                usage: "keepalive-run ctl audio stop")

            func run() throws {
                let app = try OwnApp()
                try app.call("stop")
                try app.call("setActive", ["active": false, "notifyOthersOnDeactivation": true])
            }
        }
    }

    struct Events: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "events",
            abstract: "Print what the system calls the app with, a line each: 'NAME CALL PARAMETERS'.",
            usage: "keepalive-run ctl events [--auto]",
            discussion: """
                CALL is a number where the system waits for an answer, else -; PARAMETERS is JSON. The app answers with \
                'ctl complete CALL' when it has dealt with the line, and in time, or it is killed (LC-09, MD-13): until \
                then it is not suspended. Ends when the app's process does.

                keepalive-run ctl events | while read -r event call parameters; do
                    case $event in didEnterBackground) task=$(keepalive-run ctl begin-task upload) ;; esac
                    [ "$call" = - ] || keepalive-run ctl complete "$call"
                done
                """)

        @Flag(help: "Answer the callbacks of the life cycle at once: for an app that only looks on.")
        var auto = false

        func run() throws {
            try OwnApp().follow("hello", ["protocol": 1], first: { _ in }) { message in
                guard case .request(let method, let parameters, let id) = message else { return nil }
                let number = id.map(\.text) ?? "-"
                try Machine.emit(
                    "\(method) \(number) \(parameters == .null ? "{}" : parameters.text)\n")
                guard let id, auto, AwaitedCallback(rawValue: method) != nil else { return nil }
                return .result(.null, id: id)
            }
        }
    }

    struct Complete: ParsableCommand {
        enum Result: String, ExpressibleByArgument, CaseIterable {
            case newData, noData, failed
        }

        static let configuration = CommandConfiguration(
            commandName: "complete",
            abstract: "Answer a call of the system: the completion handler of a fetch, a push, a task.",
            usage: "keepalive-run ctl complete CALL [newData|noData|failed]")

        @Argument(
            help: ArgumentHelp("The number that 'ctl events' has printed.", valueName: "CALL"),
            transform: Values.whole(1...Int.max, "a call"))
        var call: Int

        @Argument(help: "The result: newData, noData or failed. Default: newData.")
        var result: Result?

        func run() throws {
            let outcome = result ?? .newData
            try OwnApp().call(
                "complete",
                [
                    "call": .number(String(call)),
                    "result": ["result": .string(outcome.rawValue), "success": .bool(outcome != .failed)],
                ])
        }
    }

    struct Say: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "app", abstract: "Make any call of the protocol, and print its result.",
            usage: "keepalive-run ctl app METHOD [PARAMETERS]",
            discussion: "'keepalive-run list protocol' prints the methods; PARAMETERS is a JSON object.")

        @Argument(help: ArgumentHelp("The method.", valueName: "METHOD")) var method: String
        @Argument(help: ArgumentHelp("A JSON object.", valueName: "PARAMETERS")) var parameters: String?

        func run() throws {
            var members: [String: JSONValue] = [:]
            if let parameters {
                guard case .object(let found) = try YAMLText.json(parameters) else {
                    throw ValidationError("PARAMETERS must be a JSON object")
                }
                members = found
            }
            let result = try OwnApp().call(method, members)
            if result != .null { try Machine.emit(result.text + "\n") }
        }
    }
}
