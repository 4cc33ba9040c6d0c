import KeepAlivePolicy

/// What comes of a request to the control socket.
package enum ControlReply {
    /// An answer at once.
    case now(any Encodable)
    /// An answer when something has come to its end; what is here is called at once, and gives it, once.
    case later((_ give: @escaping (any Encodable) -> Void) -> Void)
}
