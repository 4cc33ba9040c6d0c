import CLinux
import KeepAlivePolicy

/// The time limits for calls into libasound that wait for a sound server. When a call takes longer, the kernel ends the
/// process.
///
/// libpulse waits for its server and for its own thread without a limit. No code in the same process can end that wait
/// in every case: starting another thread may be impossible, or a lock may be held. So a separate process plays sound.
/// A hung call ends that process, and ``SoundProcess`` starts another one.
struct CallLimits: Sendable {
    /// The limit for opening a device.
    let opening: Duration
    /// The limit for every other call.
    let answer: Duration

    /// The limits while an app runs. One second is this project's choice; an idle server takes 20 ms.
    static let prompt = CallLimits(opening: .seconds(1), answer: .seconds(1))
    /// The limits before an app runs.
    static let patient = CallLimits(opening: .seconds(5), answer: .seconds(1))
    /// The limits before an app runs, for a private server that has just started. PipeWire's session manager, which
    /// every stream needs, is ready later than PipeWire's socket.
    static let starting = CallLimits(opening: .seconds(5), answer: .seconds(5))

    /// Runs a body, and ends the process if the body takes longer than the limit; `nil` means no limit. Calls of this
    /// function must not be nested.
    static func limiting<Result, Failure: Error>(
        _ limit: Duration?, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let limit else { return try body() }
        clinux_limit_process(Int32(clamping: limit / .milliseconds(1)))
        defer { clinux_limit_process(0) }
        return try body()
    }
}
