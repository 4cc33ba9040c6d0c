import CLinux
import KeepAlivePolicy

/// How long calls into libasound may take that wait for a sound server: when one takes longer, the kernel ends the process.
///
/// libpulse waits for its server, and for its own thread, without a limit, and nothing within the process can end that wait
/// in every case: another thread may not be to be had, a lock may be held. So sound is played by a process of its own, which
/// a hung call ends, and ``SoundProcess`` starts another.
struct CallLimits: Sendable {
    /// For opening a device.
    let opening: Duration
    /// For everything else.
    let answer: Duration

    /// While an app runs beside it, 1 s, our choice: an idle server takes 20 ms.
    static let prompt = CallLimits(opening: .seconds(1), answer: .seconds(1))
    /// Before anything runs.
    static let patient = CallLimits(opening: .seconds(5), answer: .seconds(1))
    /// Before anything runs, on a server of ours that has only just begun: PipeWire's session manager, without which no
    /// stream is made, comes after its socket.
    static let starting = CallLimits(opening: .seconds(5), answer: .seconds(5))

    /// Does something that ends in so much time, or the process does. Not to be nested.
    static func limiting<Result, Failure: Error>(
        _ limit: Duration?, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let limit else { return try body() }
        clinux_limit_process(Int32(limit / .milliseconds(1)))
        defer { clinux_limit_process(0) }
        return try body()
    }
}
