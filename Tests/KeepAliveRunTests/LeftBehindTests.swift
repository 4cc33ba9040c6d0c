import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// Whatever was killed before, the end of a runner leaves nothing: not a process, not a cgroup, not a directory.
@Suite(.ownThread) struct LeftBehindTests {
    /// What a test kills before the runner ends.
    enum Victim: String, CaseIterable { case helper, guardian, watcher }

    @Test(
        "the private sound server, its guardian or the watcher is killed, and the runner ends in order or is killed",
        .enabled(if: Requirement.soundServer, Requirement.soundServerReason), arguments: Victim.allCases, [true, false])
    func soundServer(victim: Victim, inOrder: Bool) throws {
        let program = try #require(SoundServerProgram.chosen).rawValue
        let runner = try Runner([
            "-q", "--events", "-", "--modes", "audio", "--strategy", "silent-audio", "--audio-device", "auto", "--",
            "sleep", "1000",
        ])
        #expect(runner.wait { !runner.events(.launched).isEmpty })
        let directory = try #require(
            runner.directories.first { $0.contains("keepalive-audio-\(runner.pid)-") }, "\(runner.directories)")
        let server = try #require(runner.helpers(program).first)
        let guardian = try #require(ProcessTable.entry(server)).parent
        let watcher = try #require(ProcessTable.entry(guardian)).parent
        kill([.helper: server, .guardian: guardian, .watcher: watcher][victim] ?? 0, SIGKILL)
        if victim != .watcher { #expect(runner.look { access("/proc/\(server)", F_OK) == -1 }) }
        // Nobody else would remove it if the runner were killed now.
        if victim == .guardian { #expect(runner.look { access(directory, F_OK) == -1 }) }
        runner.signal(inOrder ? SIGTERM : SIGKILL)
        try runner.finish()
        #expect(runner.waitUntilNothingIsLeft(), "\(runner.directories)")
    }

    /// What a device has been through when it is killed.
    enum Past: String, CaseIterable { case booted, installed, terminated, exited }

    @Test(
        "a device that is killed while no app of it has a process leaves neither a directory nor a cgroup",
        arguments: Past.allCases, SupervisionTests.freezers)
    func emptyDevice(past: Past, freezer: String) throws {
        let device = try BootedDevice(["--freezer", freezer])
        #expect(!device.runner.directories.isEmpty)
        switch past {
        case .booted: break
        case .installed:
            #expect(try device.ctl("launch", "--install", "--", "sleep", "9").status == 0)
            if freezer == "cgroup" { #expect(!device.runner.cgroups.isEmpty) }
        case .terminated:
            #expect(try device.ctl("launch", "--", "sleep", "100").status == 0)
            #expect(try device.ctl("kill").status == 0)
        case .exited: #expect(try device.ctl("launch", "--", "true").status == 0)
        }
        device.runner.signal(SIGKILL)
        try device.runner.finish()
        #expect(device.runner.waitUntilNothingIsLeft(), "\(device.runner.directories) \(device.runner.cgroups)")
    }

    @Test(
        "a device whose nursery was killed, at once or before, leaves nothing when it is killed",
        arguments: [true, false])
    func killedNursery(atOnce: Bool) throws {
        let device = try BootedDevice()
        #expect(try device.ctl("launch", "--", "sleep", "100").status == 0)
        let guards = device.runner.helpers(GuardedProcess.guardianName)
        let nursery = try #require(
            guards.first { pid in ProcessTable.entry(pid).map { guards.contains($0.parent) } ?? false })
        kill(nursery, SIGKILL)
        if !atOnce {
            // Another one takes its place, and there is something to take over.
            let isReplaced = device.look {
                let now = device.runner.helpers(GuardedProcess.guardianName)
                return now.count == 2 && !now.contains(nursery)
            }
            #expect(isReplaced)
            #expect(try device.ctl("status").status == 0)
        }
        device.runner.signal(SIGKILL)
        try device.runner.finish()
        #expect(device.runner.waitUntilNothingIsLeft(), "\(device.runner.directories)")
    }

    @Test(
        "the transfers of an app without a container go with a runner that is killed",
        .enabled(if: Requirement.nginx, "no nginx: scripts/systems/unpack-package nginx usr/sbin/nginx"))
    func transfers() throws {
        let server = try WebServer(bytesPerSecond: 1_000_000)
        try server.make("film", bytes: 20_000_000)
        let home = try TransferApp.Container()
        let runner = try Runner(
            [
                "-q", "--events", "-", "--", "/usr/bin/python3", "-c",
                TransferApp.script("start(url='\(server.url)/film')"),
            ], environment: ["HOME": home.path])
        #expect(runner.look { runner.directories.contains { $0.contains("keepalive-transfers-\(runner.pid)-") } })
        runner.signal(SIGKILL)
        try runner.finish()
        #expect(runner.waitUntilNothingIsLeft(), "\(runner.directories)")
    }
}
