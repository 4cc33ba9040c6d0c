/// A report about a socket that an app has tagged for VoIP, so that data on the socket wakes the app (SD-50).
package enum TaggedSocketReport: Sendable, Equatable {
    /// The tagged socket of a frozen app has received data; the value is the number of unread bytes.
    case data(bytes: Int)
    /// The peer has closed or reset the connection while the app is frozen.
    case closed
    /// The app itself has closed the socket.
    case gone
    /// The socket cannot be found any more: the app has moved the socket to another file descriptor, and has too many
    /// file descriptors to search.
    case lost
}

/// Watches the tagged sockets of a frozen app (SD-50).
package protocol TaggedSockets: AnyObject {
    /// The handler of reports, called on the scheduler's thread.
    var onReport: ((TaggedSocketReport) -> Void)? { get set }

    /// Tags a socket of a process. The method takes ownership of the descriptor.
    ///
    /// - Returns: true if the socket was not tagged before.
    /// - Throws: ``KeepAliveError`` with code `usage` if the descriptor is not a connected stream socket, or too many
    ///   sockets are tagged.
    func tag(_ descriptor: Int32, of process: Int32) throws -> Bool

    /// The inodes of the tagged sockets, which are spared when the system reclaims the sockets of a suspended app
    /// (LC-23).
    var inodes: Set<UInt64> { get }

    /// Starts (true) to watch the sockets when the app is frozen; stops and releases them (false) when it is thawed.
    func watch(_ isOn: Bool)

    /// Removes the tags of all sockets, because they are in ordinary use again or the process has ended.
    func forget()
}
