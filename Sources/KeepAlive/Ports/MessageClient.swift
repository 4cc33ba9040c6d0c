import KeepAlivePolicy

/// A program at the other end of a socket, as far as it can be told something.
package protocol MessageClient: AnyObject {
    /// The process at the other end, by the kernel's word.
    var peer: Int32 { get }

    /// Whether it waits for news: when there are too many clients, others go first.
    var isSubscriber: Bool { get set }

    /// Whether what is sent may lie unread: nobody expects a frozen process to read.
    var mayWait: Bool { get set }

    /// Sends a message; a client that leaves too much unread is disconnected.
    ///
    /// - Returns: whether the message is on its way.
    @discardableResult
    func send(_ message: JSONRPCMessage) -> Bool

    /// Disconnects it, after what waits for it has gone out.
    func finish()
}
