import CLinux
import Glibc

/// The connection over which libpulse talks with a sound server for one PCM, so that a server that hangs hangs nobody.
///
/// libpulse waits for answers without a limit. A connection that is shut down ends the wait at once, as if the server
/// had gone.
struct ServerConnection {
    /// The inodes of its sockets; none for a device of the kernel.
    private let sockets: [UInt64]

    /// Enough for every connection that one process has to sound servers.
    private static let socketsMax: CInt = 64

    private static func connections() -> [UInt64] {
        [UInt64](unsafeUninitializedCapacity: Int(socketsMax)) { buffer, count in
            count = Int(clinux_server_sockets(buffer.baseAddress, socketsMax))
        }
    }

    /// What is connected by a call, which gets so much time for it.
    static func made<Result>(
        within limit: Duration, by body: () throws(ALSAError) -> Result
    ) throws(ALSAError) -> (result: Result, connection: ServerConnection) {
        let before = connections()
        let result = try Self.limited(limit, sparing: before, body)
        return (result, ServerConnection(sockets: connections().filter { !before.contains($0) }))
    }

    /// Does what the server has to answer in so much time.
    ///
    /// - Throws: ``ALSAError`` with `-ETIMEDOUT` when it does not; the connection is then cut.
    @discardableResult
    func limited<Result>(
        _ limit: Duration, _ body: () throws(ALSAError) -> Result
    ) throws(ALSAError) -> Result {
        guard !sockets.isEmpty else { return try body() }
        return try Self.limited(limit, sparing: Self.connections().filter { !sockets.contains($0) }, body)
    }

    private static func limited<Result>(
        _ limit: Duration, sparing spared: [UInt64], _ body: () throws(ALSAError) -> Result
    ) throws(ALSAError) -> Result {
        let call = clinux_begin_limited_call(spared, CInt(spared.count), CInt(limit.inSeconds * 1_000))
        let result = Swift.Result { () throws(ALSAError) in try body() }
        let wasCutOff = clinux_end_limited_call(call) != 0
        do {
            return try result.get()
        } catch  where wasCutOff {
            throw ALSAError(code: -ETIMEDOUT, description: "the sound server does not answer")
        }
    }

    /// Cuts the connection: whatever waits for the server, and its closing, ends at once.
    func cut() {
        guard !sockets.isEmpty else { return }
        clinux_shut_down_server_sockets(sockets, CInt(sockets.count), 0)
    }
}
