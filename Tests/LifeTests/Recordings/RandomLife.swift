import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveRecordings
import KeepAliveScenarios
import KeepAliveYAML

/// A random life of an app: it comes and goes, holds tasks, plays, streams its location, and gets pushes.
struct RandomLife {
    let scenario: String
    private let ios: String
    private let end: Double
    private let recorder: VirtualRecorder

    static let versions = ["7.1", "9.3", "12.4", "13.4", "15.5", "17.0", "18.0", "26.0"]

    init(seed: UInt64) {
        var random = SplitMix64(state: seed)
        func chance(_ one: UInt64) -> Bool { random.next() % one == 0 }
        func pause(_ longest: Double) -> Double { 0.7 + Double(random.next() % 1000) / 1000 * longest }
        ios = Self.versions[Int(random.next() % UInt64(Self.versions.count))]
        var steps: [String] = []
        var acts: [VirtualRecorder.Act] = []
        var t = 1.0
        func step(_ text: String) { steps.append("  - {at: \(Int(t * 1000))ms, name: s\(steps.count), do: \(text)}") }
        func act(_ verb: String, _ argument: JSONValue? = nil) {
            t = (t * 1000).rounded() / 1000
            step(argument.map { "{\(verb): \($0.text)}" } ?? verb)
            acts.append(VirtualRecorder.Act(t: Double(Int(t * 1000)) / 1000, verb: verb, argument: argument))
            t += 0.4
        }
        var reactions: [String: [(String, JSONValue?)]] = [:]
        if chance(2) { reactions["didEnterBackground"] = [("begin-task", "leaving")] }
        if chance(2) { reactions["backgroundTaskExpired"] = [("end-task", "leaving")] }
        if chance(2) { reactions["didReceiveRemoteNotification"] = [("complete-push", "newData")] }
        var isPlaying = false
        var isLocating = false
        for _ in 0..<(2 + random.next() % 5) {
            if chance(3) { act("begin-task", "front") }
            if chance(3), !isPlaying {
                act("activate-session", ["category": "playback", "options": ["mixWithOthers"]])
                act("play")
                isPlaying = true
            } else if isPlaying, chance(2) {
                act("pause")
                isPlaying = false
            }
            if chance(4), !isLocating {
                act("request-location-authorization")
                act("allow-background-location", true)
                act("start-location", ["pauses": false])
                isLocating = true
            } else if isLocating, chance(2) {
                act("stop-location")
                isLocating = false
            }
            if chance(3) {
                step("{cover: notification-center}")
                t += pause(5)
                step("uncover")
                t += pause(5)
            }
            step("home")
            t += pause(chance(3) ? 300 : 50)
            if chance(3) {
                step("{push: silent}")
                t += pause(60)
            }
            step("return")
            t += pause(20)
            if chance(2) { act("end-task", "front") }
        }
        end = t + 2
        scenario = """
            scenario: a random life
            ios: "\(ios)"
            app: {modes: [audio, location, remote-notification], completes-wakes: never, on: {\
            \(reactions.sorted { $0.key < $1.key }.map { "\($0.key): [\($0.value.map { "{\($0.0): \($0.1?.text ?? "on")}" }.joined(separator: ", "))]" }.joined(separator: ", "))}}
            timeline:
            \(steps.joined(separator: "\n"))
            end: \(Int(end * 1000))ms
            expect:
              - {event: launched}
            """
        recorder = VirtualRecorder(
            modes: ["audio", "location", "remote-notification"], ios: IOSVersion(parsing: ios) ?? IOSVersion(26),
            reactions: reactions.mapValues { $0.map { (verb: $0.0, argument: $0.1) } }, acts: acts)
    }

    /// The recording that the app makes of its life, where the rules have other constants.
    func recorded(_ overrides: [ProfileOverride] = []) throws -> Recording {
        let scenarios = try ScenarioReader.scenarios(in: scenario, file: "life.yaml")
        guard let scenario = scenarios.first, let version = scenario.versions.first else {
            throw KeepAliveError(.usage, "no scenario")
        }
        let played = try ScenarioSimulation.play(scenario, ios: version, overrides: overrides)
        return try Recording(Array(recorder.recording(of: played.timeline, end: end).utf8), file: "life.ndjson")
    }
}
