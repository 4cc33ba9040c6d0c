import KeepAliveLinux
import KeepAlivePolicy
import KeepAlivePorts

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
