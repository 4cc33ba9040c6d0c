/// The connection of an app to a virtual device in the same process: calls are fulfilled at once, and what the system says
/// arrives at the same virtual instant, after what is being done.
final class VirtualConnection: SystemConnection, MessageClient, @unchecked Sendable {
    // One thread: that of the test.

    let peer: Int32 = 0
    var isSubscriber = false
    var mayWait = false
    /// Takes what the system says.
    var deliver: ((JSONRPCMessage) -> Void)?

    private let service: AppService
    private let scheduler: VirtualScheduler
    private var inbox: [JSONRPCMessage] = []
    private var isDraining = false
    private var isScheduled = false

    init(service: AppService, scheduler: VirtualScheduler) {
        self.service = service
        self.scheduler = scheduler
        service.stay(self)
    }

    func call(_ method: String, _ parameters: JSONValue) throws(JSONRPCError) -> JSONValue {
        let request = JSONRPCMessage.request(method: method, parameters: parameters, id: 1)
        switch service.take(request, from: self) {
        case .result(let value, _): return value
        case .failure(let error, _): throw error
        default: return .null
        }
    }

    func answer(_ id: JSONValue, _ result: JSONValue) { _ = service.take(.result(result, id: id), from: self) }

    func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
        _ = scheduler.schedule(after: .seconds(1).scaled(by: seconds), body)
    }

    func send(_ message: JSONRPCMessage) -> Bool {
        inbox.append(message)
        guard !isScheduled else { return true }
        isScheduled = true
        _ = scheduler.schedule(at: scheduler.now) { [weak self] in self?.drain() }
        return true
    }

    func finish() {}

    private func drain() {
        isScheduled = false
        guard !isDraining else { return }
        isDraining = true
        defer { isDraining = false }
        while !inbox.isEmpty { deliver?(inbox.removeFirst()) }
    }
}
