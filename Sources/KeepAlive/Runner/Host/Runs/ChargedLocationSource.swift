import KeepAliveLinux
import KeepAlivePolicy
import KeepAlivePorts

/// A location source whose work on the event loop is charged to the account of the location client. The handling of
/// its events is charged to the runner.
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
