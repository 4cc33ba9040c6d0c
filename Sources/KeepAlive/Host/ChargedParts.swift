/// A sound output whose work on the loop is charged to the player; what the engine makes of its events is not.
final class ChargedAudioOutput: AudioOutput {
    private let output: any AudioOutput
    private let loop: EventLoop

    init(_ output: any AudioOutput, loop: EventLoop) {
        self.output = output
        self.loop = loop
    }

    var onEvent: ((AudioOutputEvent) -> Void)? {
        get { output.onEvent }
        set {
            output.onEvent = newValue.map { handler in { [loop] event in loop.charge(to: .runner) { handler(event) } } }
        }
    }

    var description: AudioOutputDescription { output.description }

    var isPrepared: Bool { output.isPrepared }

    func prepare() throws { try loop.charge(to: .audio) { try output.prepare() } }

    func load(_ sound: Sound?) { output.load(sound) }

    func length(of sound: Sound) throws -> Double? { try output.length(of: sound) }

    func start() { loop.charge(to: .audio) { output.start() } }

    func stop() { loop.charge(to: .audio) { output.stop() } }

    func sample() { loop.charge(to: .audio) { output.sample() } }

    func duckOthers(_ on: Bool) { loop.charge(to: .audio) { output.duckOthers(on) } }

    func close() { loop.charge(to: .audio) { output.close() } }
}

/// A source of locations whose work on the loop is charged to the receiver's client.
final class ChargedLocationSource: LocationSource {
    private let source: any LocationSource
    private let loop: EventLoop

    init(_ source: any LocationSource, loop: EventLoop) {
        self.source = source
        self.loop = loop
    }

    var onEvent: ((LocationSourceEvent) -> Void)? {
        get { source.onEvent }
        set {
            source.onEvent = newValue.map { handler in { [loop] event in loop.charge(to: .runner) { handler(event) } } }
        }
    }

    var description: LocationSourceDescription { source.description }

    var isPrepared: Bool { source.isPrepared }

    func start() { loop.charge(to: .location) { source.start() } }

    func stop() { loop.charge(to: .location) { source.stop() } }
}
