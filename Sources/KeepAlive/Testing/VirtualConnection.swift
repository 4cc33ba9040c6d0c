import Foundation
import KeepAlive
import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts

/// The connection of an app to a virtual device in the same process.
///
/// A call of the app is carried out at once. Messages of the device reach the app at the same virtual instant, but only
/// after the work that is being carried out.
///
/// The device belongs to the main thread. A call from another thread waits for the main thread. An answer from another
/// thread takes effect when the main thread calls ``takeLate()``.
final class VirtualConnection: SystemConnection, MessageClient, @unchecked Sendable {
    let peer: Int32 = 0
    var isSubscriber = false
    var mayWait = false
    /// Called with each message of the device to the app.
    var deliver: ((JSONRPCMessage) -> Void)?

    // The reference is weak because the device owns the service, and the device may be deallocated before the app's
    // objects.
    private weak var service: AppVoice?
    private let scheduler: VirtualScheduler
    private let lock = NSLock()
    /// Work from other threads that waits for the main thread, in order.
    private var late: [@Sendable () -> Void] = []
    private var inbox: [JSONRPCMessage] = []
    private var isDraining = false
    private var isScheduled = false

    init(service: AppVoice, scheduler: VirtualScheduler) {
        self.service = service
        self.scheduler = scheduler
        service.stay(self)
    }

    func call(
        _ method: String, _ parameters: JSONValue, passing descriptor: CInt?
    ) throws(JSONRPCError) -> JSONValue {
        let request = JSONRPCMessage.request(method: method, parameters: parameters, id: 1)
        switch MainQueue.isCurrent ? service?.take(request, from: self) : whenOnMain(request) {
        case .result(let value, _): return value
        case .failure(let error, _): throw error
        case nil where service == nil: throw .refused("the virtual device is gone")
        default: return .null
        }
    }

    func answer(_ id: JSONValue, _ result: JSONValue) {
        onMain { [self] in _ = service?.take(.result(result, id: id), from: self) }
    }

    func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
        onMain { [self] in _ = scheduler.schedule(after: .seconds(1).scaled(by: seconds), body) }
    }

    /// Sends a call from another thread to the main thread and waits for the answer. The main thread carries out the
    /// call when the test lets device time pass, inspects the device, or awaits something.
    private func whenOnMain(_ request: JSONRPCMessage) -> JSONRPCMessage? {
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var answer: JSONRPCMessage?
        onMain { [self] in
            answer = service?.take(request, from: self)
            done.signal()
        }
        done.wait()
        return answer
    }

    private func onMain(_ body: @escaping @Sendable () -> Void) {
        guard !MainQueue.isCurrent else { return body() }
        lock.withLock { late.append(body) }
        DispatchQueue.main.async { [weak self] in self?.takeLate() }
    }

    /// Carries out the waiting work of other threads. Must be called on the main thread.
    func takeLate() {
        while true {
            let next = lock.withLock { late.isEmpty ? nil : late.removeFirst() }
            guard let next else { return }
            next()
        }
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
