import KeepAliveLinux
import KeepAlivePolicy

/// A device without an app of its own: apps are launched on it while it runs.
package final class DeviceRun {
    private let host: DeviceHost
    private let duration: Duration?

    /// Reads what the user gave; nothing listens yet.
    ///
    /// - Parameters:
    ///   - settings: what all apps share; its command is not started.
    ///   - duration: when it is switched off, if that is said.
    /// - Throws: ``KeepAliveError``.
    package init(_ settings: RunConfiguration, for duration: Duration?) throws {
        _ = try settings.profileWithOverrides()
        Machine.raiseDescriptorLimit()
        host = try DeviceHost(settings)
        self.duration = duration
    }

    /// Now, where it can still be told: a server that is not there, a log that is none.
    private func lookForReceiver() throws {
        // A signal ends the wait for it.
        host.signals.onSignal = { [host] arrival in
            guard arrival.signal != SignalNumber.cont else { return }
            host.close()
            Machine.leave(128 + arrival.signal)
        }
        try host.lookUpNames()
        try host.settings.location.probe(loop: host.loop)
        _ = try host.receiver()
    }

    /// Runs until it is switched off: by `ctl shutdown`, by a signal, or when its time is over.
    ///
    /// - Returns: the exit status: 0, or 128 and the signal.
    /// - Throws: ``KeepAliveError`` with code `control` when nobody could reach it.
    package func run() throws -> Int32 {
        defer { host.close() }
        // Before anybody can ask for something.
        try lookForReceiver()
        host.openControl()
        guard host.control != nil else {
            throw KeepAliveError(.control, "a device that nobody can reach is of no use")
        }
        host.takesApps = true
        var status: Int32 = 0
        host.signals.onSignal = { [host] arrival in
            guard ![SignalNumber.cont, SignalNumber.user1, SignalNumber.user2].contains(arrival.signal) else { return }
            // The second one means now.
            if host.isShuttingDown { host.loop.stop() }
            status = 128 + arrival.signal
            host.shutDown()
        }
        if let duration {
            _ = host.loop.schedule(after: duration) { [host] in host.shutDown() }
        }
        let profile = host.settings.profile.version
        host.outputs.say(
            "device \(host.name) runs iOS \(profile); keepalive-run ctl launch -- COMMAND starts an app on it")
        host.loop.run()
        host.signals.release()
        if let failure = host.outputs.finish() { throw failure }
        return status
    }
}
