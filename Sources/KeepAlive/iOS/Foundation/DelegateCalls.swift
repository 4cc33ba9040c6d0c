import Foundation

/// Calls a delegate on the app's queue: one call at a time, in order.
final class DelegateCalls: @unchecked Sendable {
    private let queue: OperationQueue
    private let context: AppContext
    private let lock = NSLock()
    private var waiting: [() -> Void] = []
    private var isCalling = false

    init(on queue: OperationQueue, _ context: AppContext) {
        self.queue = queue
        self.context = context
    }

    func call(_ body: @escaping () -> Void) {
        let isFirst = lock.withLock {
            waiting.append(body)
            defer { isCalling = true }
            return !isCalling
        }
        if isFirst { next() }
    }

    private func next() {
        context.perform(on: queue) { [self] in
            while true {
                let body = lock.withLock { () -> (() -> Void)? in
                    isCalling = !waiting.isEmpty
                    return waiting.isEmpty ? nil : waiting.removeFirst()
                }
                guard let body else { return }
                body()
            }
        }
    }
}
