/// A fact about the sockets that an app has tagged.
package enum TaggedSocketReport: Sendable, Equatable {
    /// So many bytes have come that nobody has read, while the app is frozen.
    case data(bytes: Int)
    /// The other side has closed the connection, or has broken it, while the app is frozen.
    case closed
    /// The app has closed the socket itself.
    case gone
    /// The app has it under another number, and so many descriptors that it is not found.
    case lost
}

/// The part of the system that watches the tagged sockets of a frozen app (SD-50).
package protocol TaggedSockets: AnyObject {
    /// Takes the facts, on the scheduler's thread.
    var onReport: ((TaggedSocketReport) -> Void)? { get set }

    /// Tags a socket of a process. The descriptor is taken over.
    ///
    /// - Returns: whether it was not tagged before.
    /// - Throws: ``KeepAliveError`` with code `usage` for what is not a connected stream socket, or for too many.
    func tag(_ descriptor: Int32, of process: Int32) throws -> Bool

    /// The inodes of the sockets, which the system does not take from the app (LC-23).
    var inodes: Set<UInt64> { get }

    /// Watches the sockets, while the app is frozen, and lets them go.
    func watch(_ isOn: Bool)

    /// Forgets all sockets: they are ordinary ones again, or the process has ended.
    func forget()
}
