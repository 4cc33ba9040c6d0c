import KeepAliveLinux
import KeepAlivePolicy

/// A device without an app of its own. Apps are launched while the device runs.
package final class BootRun {
    private let device: RunningDevice
    private let duration: Duration?

    /// Checks the settings; the control socket is not opened yet.
    ///
    /// - Parameters:
    ///   - settings: the settings that all apps share. No command is started.
    ///   - duration: the time after which the device is switched off; `nil` for no limit.
    /// - Throws: ``KeepAliveError`` if a setting is invalid.
    package init(_ settings: RunConfiguration, for duration: Duration?) throws {
        _ = try settings.policy.profileWithOverrides()
        Machine.raiseDescriptorLimit()
        device = try RunningDevice(settings)
        self.duration = duration
    }

    /// Checks the location receiver before the device starts, so that a missing server or an invalid log is an error
    /// of the command.
    private func lookForReceiver() throws {
        // A signal during this check exits the runner.
        device.endsAtSignals()
        try device.lookUpNames()
        try device.settings.machine.location.probe(loop: device.loop)
        _ = try device.receiver()
    }

    /// Runs the device until it is switched off: by `ctl shutdown`, by a signal, or at its time limit.
    ///
    /// - Returns: the exit status: 0, or 128 plus the signal number.
    /// - Throws: ``KeepAliveError`` with code `control` if the control socket cannot be opened.
    package func run() throws -> Int32 {
        defer { device.close() }
        // The check may wait for a server, so it is done before clients can connect.
        try lookForReceiver()
        device.openControl(isHeld: true)
        guard device.control != nil else {
            throw KeepAliveError(.control, "a device that nobody can reach is of no use")
        }
        device.takesApps = true
        var status: Int32 = 0
        device.signals.onSignal = { [device] arrival in
            guard ![SignalNumber.cont, SignalNumber.user1, SignalNumber.user2].contains(arrival.signal) else { return }
            // A second signal stops the event loop without waiting for the apps to end.
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
