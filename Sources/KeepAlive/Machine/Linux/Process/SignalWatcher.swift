import CLinux
import Glibc
import KeepAlivePolicy
import SystemPackage

/// Receives the signals that end or continue a runner as events of the loop, through signalfd(2).
package final class SignalWatcher {
    /// A signal that arrived.
    package struct Arrival: Sendable {
        package var signal: CInt
        /// True if the kernel sent the signal, as the terminal driver does for Ctrl-C.
        package var fromKernel: Bool
    }

    /// The signals that were ignored or blocked when the process started, before the first watcher changed that. A
    /// child process must get the same settings.
    static let inherited = inheritedSignals()
    /// Called from the event loop with each signal that arrives.
    package var onSignal: ((Arrival) -> Void)?

    private static let taken = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCONT, SIGUSR1, SIGUSR2]
    private let descriptor: CInt
    private let loop: EventLoop
    private var watch: EventLoop.Watch?

    /// Blocks the signals and starts to watch them. This must happen before any thread is started, because a thread
    /// without the block would receive the signals.
    ///
    /// - Throws: `Errno` of signalfd(2).
    package init(loop: EventLoop) throws {
        self.loop = loop
        var mask = sigset_t()
        sigemptyset(&mask)
        // A signal that was ignored at the start (nohup) stays ignored in the runner, too.
        for signal in Self.taken where Self.inherited.ignored >> UInt64(signal - 1) & 1 == 0 {
            sigaddset(&mask, signal)
        }
        var blocked = mask
        // If SIGTTOU were not blocked, taking the terminal back from the background would stop the runner.
        sigaddset(&blocked, SIGTTOU)
        sigprocmask(SIG_BLOCK, &blocked, nil)
        // If SIGCHLD stayed ignored, the kernel would reap the guardians.
        _ = signal(SIGCHLD, SIG_DFL)
        // If SIGPIPE were not ignored, the run would end when the reader of the timeline closed its end of the pipe.
        _ = signal(SIGPIPE, SIG_IGN)
        // If SIGXFSZ were not ignored, a limit on file sizes would end the run. With the signal ignored, the write
        // fails with an error.
        _ = signal(SIGXFSZ, SIG_IGN)
        descriptor = try valueOrErrno(signalfd(-1, &mask, Int32(SFD_CLOEXEC | SFD_NONBLOCK)))
        watch = try loop.watch(descriptor, for: .readable) { [unowned self] _ in read() }
    }

    deinit {
        if let watch { loop.unwatch(watch) }
        close(descriptor)
    }

    /// Stops watching the signals, so that they end this process again. Called when there is nothing left to clean up.
    /// Signals that have arrived are discarded.
    package func release() {
        if let watch { loop.unwatch(watch) }
        watch = nil
        onSignal = nil
        read()
        for signal in Self.taken where Self.inherited.blocked >> UInt64(signal - 1) & 1 == 0 {
            var one = sigset_t()
            sigemptyset(&one)
            sigaddset(&one, signal)
            sigprocmask(SIG_UNBLOCK, &one, nil)
        }
    }

    private func read() {
        var information = signalfd_siginfo()
        while Glibc.read(descriptor, &information, MemoryLayout<signalfd_siginfo>.size)
            == MemoryLayout<signalfd_siginfo>.size
        {
            // SI_KERNEL is 0x80.
            onSignal?(Arrival(signal: CInt(information.ssi_signo), fromKernel: information.ssi_code == 0x80))
        }
    }

    private static func inheritedSignals() -> GuardedProcess.InheritedSignals {
        var result = GuardedProcess.InheritedSignals()
        var mask = sigset_t()
        sigprocmask(SIG_BLOCK, nil, &mask)
        for number in 1...CInt(64) where number != SIGKILL && number != SIGSTOP {
            let bit = UInt64(1) << UInt64(number - 1)
            if sigismember(&mask, number) == 1 { result.blocked |= bit }
            var action = sigaction()
            // SIG_IGN is 1; Swift cannot compare function pointers.
            if sigaction(number, nil, &action) == 0,
                unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
            {
                result.ignored |= bit
            }
        }
        return result
    }
}
