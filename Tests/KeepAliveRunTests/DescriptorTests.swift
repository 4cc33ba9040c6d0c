import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAliveReport

/// The runner's descriptors: few for an app that stands still, and enough for a thaw when all others are in use.
@Suite(.ownThread) struct DescriptorTests {
    private func descriptors(of pid: pid_t) throws -> Set<Int> {
        Set(try SmallFile.list("/proc/\(pid)/fd").compactMap { Int($0) })
    }

    /// Leaves a process this many descriptors that it can still open; `nil` for as many as this process may have.
    ///
    /// - Returns: its limit.
    @discardableResult
    private func leave(_ count: Int?, to pid: pid_t) throws -> Int {
        var limits = rlimit()
        #expect(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0)
        var allowed = Int(limits.rlim_cur)
        if let count {
            let used = try descriptors(of: pid)
            allowed = (0...).lazy.filter { !used.contains($0) }.prefix(count + 1).reduce(0) { $1 }
        }
        let prlimit = try Runner(["--pid", "\(pid)", "--nofile=\(allowed):"], path: "/usr/bin/prlimit")
        #expect(try prlimit.finish() == 0, "\(prlimit.errors)")
        return allowed
    }

    private func launch(
        _ name: String, on device: BootedDevice
    ) throws -> (status: Int32, output: String, errors: String) {
        let manifest = try BootedDevice.manifest(name)
        return try device.ctl("launch", "--info-plist", manifest.path, "--", "sleep", "600")
    }

    @Test(
        "a suspended app of a device keeps one descriptor",
        .enabled(if: Requirement.cgroup, "needs a writable cgroup v2"))
    func suspended() throws {
        let device = try BootedDevice()
        var before: Int?
        for number in 1...4 {
            #expect(try launch("app\(number)", on: device).status == 0)
            #expect(try device.ctl("home").status == 0)
            #expect(device.wait(.frozen, of: "app\(number)"))
            if let before {
                #expect(device.look { (try? descriptors(of: device.runner.pid).count) == before + 1 }, "\(number)")
            }
            before = try descriptors(of: device.runner.pid).count
        }
        // It has them again when it runs, and is as suspended as before afterwards.
        #expect(try device.ctl("launch", "app1").status == 0)
        #expect(device.wait(for: .foregroundActive, of: "app1"))
        #expect(try descriptors(of: device.runner.pid).count > before ?? 0)
        #expect(try device.ctl("home").status == 0)
        #expect(device.look { device.runner.events(.frozen).filter { $0.app.hasSuffix("app1") }.count == 2 })
        #expect(device.look { (try? descriptors(of: device.runner.pid).count) == before })
        try device.shutDown()
    }

    @Test(
        "an app is frozen and thawed when no descriptor is free",
        .enabled(if: Requirement.cgroup, "needs a writable cgroup v2"))
    func exhausted() throws {
        let runner = try Runner(
            ["--quiet", "--events", "-", "--background-after", "3s", "--foreground-after", "5s", "--for", "60s"]
                + ["--freezer", "cgroup", "--", "sleep", "600"])
        #expect(runner.wait { !runner.events(.launched).isEmpty })
        // It may be using one for a moment.
        var used: Set<Int> = []
        let isFull = runner.look { [self] in
            guard let limit = try? leave(0, to: runner.pid), let now = try? descriptors(of: runner.pid) else {
                return false
            }
            used = now
            return now.isSuperset(of: 0..<limit)
        }
        #expect(isFull)
        #expect(runner.wait { !runner.events(.frozen).isEmpty }, "\(runner.errors)")
        #expect(runner.wait { !runner.events(.thawed).isEmpty }, "\(runner.errors)")
        #expect(runner.events(.freezeFailed).isEmpty && runner.event(entering: .foregroundActive) != nil)
        // None was free in all that time.
        let after = try descriptors(of: runner.pid)
        #expect(after.subtracting(used).isEmpty)
        try leave(nil, to: runner.pid)
        runner.signal(SIGTERM)
        try runner.finish()
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test("an app for which too few descriptors are left is not launched, which is said, and the others run on")
    func tooFew() throws {
        let device = try BootedDevice()
        #expect(try launch("first", on: device).status == 0)
        #expect(device.wait(for: .foregroundActive, of: "first"))
        try leave(25, to: device.runner.pid)
        let refused = try launch("second", on: device)
        #expect(refused.status == 125)
        #expect(
            refused.errors.contains("cannot start a process: Too many open files")
                && refused.errors.contains("descriptors are allowed") && refused.errors.contains("ulimit -n"),
            "\(refused.errors)")
        #expect(try device.ctl("home").status == 0)
        #expect(device.wait(for: .suspended, of: "first"))
        try leave(nil, to: device.runner.pid)
        #expect(try launch("third", on: device).status == 0)
        #expect(device.wait(for: .foregroundActive, of: "third"))
        try device.shutDown()
    }
}
