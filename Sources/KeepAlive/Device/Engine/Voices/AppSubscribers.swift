import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts

/// The connections of an app's programs that get the callbacks of iOS, in the order in which they subscribed.
final class AppSubscribers {
    private struct Entry {
        let client: any MessageClient
        /// The messages that wait until the answer to the client's `hello` has been sent; `nil` once messages are sent
        /// directly.
        var backlog: [JSONRPCMessage]?
    }

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    func contains(_ client: any MessageClient) -> Bool { entries.contains { $0.client === client } }

    /// Subscribes a client to iOS's callbacks. The messages in `waiting` are sent first, after the answer to the
    /// client's `hello`.
    func add(_ client: any MessageClient, waiting: [JSONRPCMessage], on scheduler: (any Scheduler)?) {
        client.isSubscriber = true
        guard !waiting.isEmpty, let scheduler else { return entries.append(Entry(client: client)) }
        entries.append(Entry(client: client, backlog: waiting))
        _ = scheduler.schedule(at: scheduler.now) { [weak self, weak client] in
            if let client { self?.catchUp(client) }
        }
    }

    private func catchUp(_ client: any MessageClient) {
        // A sent message may lead to more calls. Those calls are appended to the backlog, and so keep their order.
        while let index = entries.firstIndex(where: { $0.client === client }), let backlog = entries[index].backlog {
            guard let next = backlog.first else {
                entries[index].backlog = nil
                return
            }
            entries[index].backlog?.removeFirst()
            client.send(next)
        }
    }

    /// Sends a message to all clients.
    func send(_ message: JSONRPCMessage) {
        for index in entries.indices where entries[index].backlog != nil { entries[index].backlog?.append(message) }
        for entry in entries where entry.backlog == nil { entry.client.send(message) }
    }

    /// Removes a client, and returns whether the client was subscribed.
    func remove(_ client: any MessageClient) -> Bool {
        let before = entries.count
        entries.removeAll { $0.client === client }
        return entries.count < before
    }

    /// Removes and disconnects all clients except the permanent client.
    func startAnew(with permanent: (any MessageClient)?) {
        let former = entries.map(\.client)
        entries = permanent.map { [Entry(client: $0)] } ?? []
        for client in former where client !== permanent { client.finish() }
    }
}
