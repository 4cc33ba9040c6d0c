import KeepAliveFormats
import KeepAlivePolicy

/// The reply to a request on the control socket.
package enum ControlReply {
    /// An answer at once.
    case now(any Encodable)
    /// An answer that comes later. The closure is called at once, and calls `give` once, with the answer or an error.
    case later((_ give: @escaping (Result<any Encodable, JSONRPCError>) -> Void) -> Void)
}
