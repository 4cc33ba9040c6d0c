import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts

/// The clients that the system calls for an app, in their order. Each is called from its first call on.
final class AppSubscribers {
    private struct Entry {
        let client: any MessageClient
        /// The messages that wait until the answer to its hello has been sent; `nil` once it is called directly.
        var backlog: [JSONRPCMessage]?
    }

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    func contains(_ client: any MessageClient) -> Bool { entries.contains { $0.client === client } }

    /// Calls a client from now on. Messages that wait already come first, after the answer to its hello.
    func add(_ client: any MessageClient, waiting: [JSONRPCMessage], on scheduler: (any Scheduler)?) {
        client.isSubscriber = true
        guard !waiting.isEmpty, let scheduler else { return entries.append(Entry(client: client)) }
        entries.append(Entry(client: client, backlog: waiting))
        _ = scheduler.schedule(at: scheduler.now) { [weak self, weak client] in
            if let client { self?.catchUp(client) }
        }
    }

    private func catchUp(_ client: any MessageClient) {
        // Sending may lead to more calls, which go to the end.
        while let index = entries.firstIndex(where: { $0.client === client }), let backlog = entries[index].backlog {
            guard let next = backlog.first else {
                entries[index].backlog = nil
                return
            }
            entries[index].backlog?.removeFirst()
            client.send(next)
        }
    }

    /// Sends a message to all of them.
    func send(_ message: JSONRPCMessage) {
        for index in entries.indices where entries[index].backlog != nil { entries[index].backlog?.append(message) }
        for entry in entries where entry.backlog == nil { entry.client.send(message) }
    }

    /// Removes a client; returns whether it was one of them.
    func remove(_ client: any MessageClient) -> Bool {
        let before = entries.count
        entries.removeAll { $0.client === client }
        return entries.count < before
    }

    /// Disconnects all of them except the permanent client.
    func startAnew(with permanent: (any MessageClient)?) {
        let former = entries.map(\.client)
        entries = permanent.map { [Entry(client: $0)] } ?? []
        for client in former where client !== permanent { client.finish() }
    }
}
