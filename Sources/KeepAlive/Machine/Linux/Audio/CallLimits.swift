import CLinux
import KeepAlivePolicy

/// The longest times of calls into libasound that wait for a sound server. When a call takes longer, the kernel ends
/// the process.
///
/// libpulse waits for its server, and for its own thread, without a limit. Nothing within the process can end that wait
/// in every case: another thread may be impossible to start, a lock may be held. So a process of its own plays sound. A
/// hung call ends that process, and ``SoundProcess`` starts another.
struct CallLimits: Sendable {
    /// The limit for opening a device.
    let opening: Duration
    /// The limit for every other call.
    let answer: Duration

    /// The limits while an app runs: 1 s, our choice; an idle server takes 20 ms.
    static let prompt = CallLimits(opening: .seconds(1), answer: .seconds(1))
    /// The limits before an app runs.
    static let patient = CallLimits(opening: .seconds(5), answer: .seconds(1))
    /// The limits before an app runs, on a private server that has just started. PipeWire's session manager, which
    /// every stream needs, is ready later than its socket.
    static let starting = CallLimits(opening: .seconds(5), answer: .seconds(5))

    /// Runs a body, and ends the process if the body takes longer than the limit. Calls must not be nested.
    static func limiting<Result, Failure: Error>(
        _ limit: Duration?, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let limit else { return try body() }
        clinux_limit_process(Int32(clamping: limit / .milliseconds(1)))
        defer { clinux_limit_process(0) }
        return try body()
    }
}
