import KeepAliveFormats
import KeepAlivePolicy

/// The reply to a request on the control socket.
package enum ControlReply {
    case now(any Encodable)
    /// An answer that follows later. The closure is called at once, and must call `give` once, with the answer or an
    /// error.
    case later((_ give: @escaping (Result<any Encodable, JSONRPCError>) -> Void) -> Void)
}
