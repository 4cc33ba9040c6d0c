import KeepAliveFormats
import KeepAliveModel

/// A program that is connected through a socket and receives messages.
package protocol MessageClient: AnyObject {
    /// The process id of the program at the other end of the socket, as the kernel reports it.
    var peer: Int32 { get }

    /// The process that sent the current message, as the kernel reported it at that time; `nil` if it is unknown.
    var caller: Caller? { get }

    /// True if the client has subscribed to events. If there are too many clients, clients without a subscription are
    /// disconnected first.
    var isSubscriber: Bool { get set }

    /// True if the client may leave messages unread, as a frozen process does. If false, a client that leaves messages
    /// unread is disconnected after a time.
    var mayWait: Bool { get set }

    /// Sends a message. A client that leaves too much data unread is disconnected.
    ///
    /// - Returns: true if the message has been queued or sent.
    @discardableResult
    func send(_ message: JSONRPCMessage) -> Bool

    /// Reads no further message of the client until ``settleDebt()``, because the response to the current message comes
    /// later.
    func oweAnswer()

    /// Reads messages of the client again after ``oweAnswer()``, because the response has been sent.
    func settleDebt()

    /// Disconnects the client after the queued messages have been sent.
    func finish()

    /// Returns the file descriptor that came with the current message; `nil` if there was none.
    func takeDescriptor() -> PassedDescriptor?
}

extension MessageClient {
    package var caller: Caller? { nil }

    /// By default ``oweAnswer()`` and ``settleDebt()`` have no effect. The default suits a client in the same process,
    /// which itself waits for each response before its next message.
    package func oweAnswer() {}
    package func settleDebt() {}

    /// The default for clients that cannot pass file descriptors.
    package func takeDescriptor() -> PassedDescriptor? { nil }
}

/// A file descriptor that a program passed with a message. It is closed unless ``take()`` is called.
package final class PassedDescriptor {
    private var number: Int32?
    private let close: (Int32) -> Void

    /// - Parameter close: closes the descriptor.
    package init(_ number: Int32, close: @escaping (Int32) -> Void) {
        self.number = number
        self.close = close
    }

    deinit { if let number { close(number) } }

    /// Returns the file descriptor, which the caller must close; `nil` if it has been taken already.
    package func take() -> Int32? {
        defer { number = nil }
        return number
    }
}
