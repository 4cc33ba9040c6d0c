import KeepAliveFormats
import KeepAliveModel

/// A program at the other end of a socket, to which messages can be sent.
package protocol MessageClient: AnyObject {
    /// The process at the other end, as the kernel names it.
    var peer: Int32 { get }

    /// The process that sent the present message, as the kernel has seen it then; `nil` where nobody can tell.
    var caller: Caller? { get }

    /// True when it waits for news: when there are too many clients, others are disconnected first.
    var isSubscriber: Bool { get set }

    /// True when messages to it may lie unread: a frozen process cannot read.
    var mayWait: Bool { get set }

    /// Sends a message; a client that leaves too much unread is disconnected.
    ///
    /// - Returns: whether the message is on its way.
    @discardableResult
    func send(_ message: JSONRPCMessage) -> Bool

    /// Takes no further message until ``settleDebt()``: an answer is still to come.
    func oweAnswer()

    /// Ends the wait for an answer, which has been sent now.
    func settleDebt()

    /// Disconnects it after the waiting messages have gone out.
    func finish()

    /// Returns the descriptor that came with the present message, or `nil`.
    func takeDescriptor() -> PassedDescriptor?
}

extension MessageClient {
    package var caller: Caller? { nil }

    /// A program in the same process waits for its answers itself.
    package func oweAnswer() {}
    package func settleDebt() {}

    /// Most programs pass none.
    package func takeDescriptor() -> PassedDescriptor? { nil }
}

/// A descriptor that a program has passed along with a message. It is closed unless somebody takes it.
package final class PassedDescriptor {
    private var number: Int32?
    private let close: (Int32) -> Void

    /// - Parameter close: closes the descriptor.
    package init(_ number: Int32, close: @escaping (Int32) -> Void) {
        self.number = number
        self.close = close
    }

    deinit { if let number { close(number) } }

    /// Returns the descriptor, which is the caller's to close.
    package func take() -> Int32? {
        defer { number = nil }
        return number
    }
}
