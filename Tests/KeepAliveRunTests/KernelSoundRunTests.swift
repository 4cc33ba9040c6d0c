import Glibc
import TestSupport
import Testing

@testable import KeepAliveEngine
@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// The built binary on the kernel's sound cards of the virtual machine.
@Suite(
    .serialized, .ownThread(.measures),
    .enabled(if: getenv("KEEPALIVE_VM") != nil, "needs the sound cards of the virtual machine: make test-vm"))
struct KernelSoundRunTests {
    /// A device, and where the kernel shows its pointer.
    struct Device: Sendable {
        var pcm: String
        var status: String
    }

    static let devices = [
        Device(pcm: "hw:Intel", status: "/proc/asound/Intel/pcm0p/sub0/status"),
        Device(pcm: "plug:dmix:Loopback", status: "/proc/asound/Loopback/pcm0p/sub0/status"),
        Device(pcm: "hw:Loopback,0,1", status: "/proc/asound/Loopback/pcm0p/sub1/status"),
        Device(pcm: "hw:Dummy", status: "/proc/asound/Dummy/pcm0p/sub0/status"),
    ]

    private static func pointer(_ device: Device) -> Double? {
        let line = Self.text(device.status).split(separator: "\n").first { $0.hasPrefix("hw_ptr") }
        return line?.split(separator: " ").last.flatMap { Double($0) }
    }

    private static func text(_ path: String) -> String {
        (try? SmallFile.read(path)) ?? ""
    }

    @Test("A minute of silence on hw, dmix and aloop: not one wakeup, and the pointer keeps time")
    func minute() throws {
        let seconds = 60.0
        // One after the other: a virtual machine reads a program slowly the first time.
        let players = try Self.devices.map { device in
            let player = try Runner(["play", "--silence", "--audio-device", device.pcm])
            #expect(player.wait { player.errors.contains("pointer advances") }, "\(device.pcm): \(player.errors)")
            #expect(player.errors.contains("free-running"), "\(device.pcm): \(player.errors)")
            return (device, player)
        }
        let clock = try EventLoop()
        func pass(_ seconds: Double) { _ = clock.run(until: { false }, timeout: .seconds(seconds)) }
        pass(1)
        let before = players.map { (Runner.voluntarySwitches(of: $1.pid), Self.pointer($0) ?? 0, clock.now) }
        pass(seconds)
        let after = players.map { (Runner.voluntarySwitches(of: $1.pid), Self.pointer($0) ?? 0, clock.now) }
        for ((device, player), (before, after)) in zip(players, zip(before, after)) {
            let wakeups = after.0 - before.0
            let frames = after.1 - before.1
            let elapsed = (after.2 - before.2).inSeconds
            print("\(device.pcm): \(wakeups) wakeups, \(Int(frames)) frames in \(elapsed) s, \(frames / elapsed) Hz")
            #expect(wakeups == 0, "\(device.pcm)")
            #expect(abs(frames / elapsed / 48_000 - 1) < 0.01, "\(device.pcm): \(frames) in \(elapsed) s")
            player.signal(SIGTERM)
            #expect(try player.finish() == 143)
        }
    }

    @Test("Silent audio keeps an app running on dmix and hw, and the freezer is found", arguments: devices)
    func strategy(device: Device) throws {
        let runner = try Runner([
            "-q", "--events", "-", "--modes", "audio", "--strategy", "silent-audio", "--audio-device", device.pcm,
            "--background-after", "0s", "--for", "2s", "--", "sleep", "100",
        ])
        #expect(try runner.finish() == 0)
        #expect(runner.events(.grantGained).contains { $0.grant == .audio })
        #expect(runner.event(entering: .suspended) == nil)
        print(runner.environment("freezer") ?? "no freezer")
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test("A card that is unplugged drops the grant and freezes the app; plugged in again, it thaws it")
    func unplugged() throws {
        let runner = try Runner([
            "-q", "--events", "-", "--modes", "audio", "--strategy", "silent-audio", "--audio-device", "hw:Dummy",
            "--background-after", "0s", "--", "sleep", "100",
        ])
        // The grant comes with the start; the card is taken away when it plays.
        #expect(runner.wait { !runner.events(.audioAdvanced).isEmpty })
        let driver = "/sys/bus/platform/drivers/snd_dummy"
        // Beside us: the kernel waits until everybody has closed it.
        let unplug = try Runner(["-c", "echo snd_dummy.0 > \(driver)/unbind"], path: "/bin/sh")
        #expect(runner.wait { !runner.events(.frozen).isEmpty })
        let cause = runner.events(.audioStalled).first?.message ?? "no cause"
        #expect(cause.contains("gone"), "\(cause)")
        #expect(runner.events(.grantLost).contains { $0.grant == .audio })
        #expect(try unplug.finish() == 0)
        #expect(try Runner(["-c", "echo snd_dummy.0 > \(driver)/bind"], path: "/bin/sh").finish() == 0)
        #expect(runner.wait { !runner.events(.thawed).isEmpty })
        #expect(runner.events(.grantGained).filter { $0.grant == .audio }.count == 2)
        runner.signal(SIGTERM)
        try runner.finish()
    }
}
