import KeepAliveLinux
import KeepAlivePolicy

/// A device without an app of its own: apps are launched on it while it runs.
package final class BootRun {
    private let device: RunningDevice
    private let duration: Duration?

    /// Reads the user's settings; nothing listens yet.
    ///
    /// - Parameters:
    ///   - settings: the settings that all apps share; its command is not started.
    ///   - duration: the time after which it is switched off, if given.
    /// - Throws: ``KeepAliveError``.
    package init(_ settings: RunConfiguration, for duration: Duration?) throws {
        _ = try settings.policy.profileWithOverrides()
        Machine.raiseDescriptorLimit()
        device = try RunningDevice(settings)
        self.duration = duration
    }

    /// Looks for the receiver while an error can still be reported: a missing server, or a file that is no log.
    private func lookForReceiver() throws {
        // A signal ends the wait for the receiver.
        device.endsAtSignals()
        try device.lookUpNames()
        try device.settings.machine.location.probe(loop: device.loop)
        _ = try device.receiver()
    }

    /// Runs until it is switched off: by `ctl shutdown`, by a signal, or when its time is over.
    ///
    /// - Returns: the exit status: 0, or 128 and the signal.
    /// - Throws: ``KeepAliveError`` with code `control` when no client could reach it.
    package func run() throws -> Int32 {
        defer { device.close() }
        // This comes before any client can ask for something.
        try lookForReceiver()
        device.openControl(isHeld: true)
        guard device.control != nil else {
            throw KeepAliveError(.control, "a device that nobody can reach is of no use")
        }
        device.takesApps = true
        var status: Int32 = 0
        device.signals.onSignal = { [device] arrival in
            guard ![SignalNumber.cont, SignalNumber.user1, SignalNumber.user2].contains(arrival.signal) else { return }
            // A second signal ends the run at once.
            if device.isShuttingDown { device.loop.stop() }
            status = 128 + arrival.signal
            device.shutDown("the device is switched off by a signal")
        }
        if let duration {
            _ = device.loop.schedule(after: duration) { [device] in device.shutDown("the device's time is over") }
        }
        let profile = device.settings.policy.profile.version
        device.outputs.say(
            "device \(device.name) runs iOS \(profile); keepalive-run ctl launch -- COMMAND starts an app on it")
        device.loop.run()
        device.signals.release()
        if let failure = device.outputs.finish() { throw failure }
        return status
    }
}
