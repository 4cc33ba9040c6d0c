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
        /// The number of descriptors, when it is the same in two looks: a client's may be there for a moment.
        func settled() throws -> Int {
            var last = -1
            let isSettled = device.look { [self] in
                let now = (try? descriptors(of: device.runner.pid).count) ?? -1
                defer { last = now }
                return now == last
            }
            try #require(isSettled)
            return last
        }
        var before: Int?
        for number in 1...4 {
            #expect(try launch("app\(number)", on: device).status == 0)
            #expect(try device.ctl("home").status == 0)
            #expect(device.wait(.frozen, of: "app\(number)"))
            if let before {
                #expect(device.look { (try? descriptors(of: device.runner.pid).count) == before + 1 }, "\(number)")
            }
            before = try settled()
        }
        // One more watches the cgroups of all of them.
        let notifiers = try descriptors(of: device.runner.pid).filter {
            SmallFile.link("/proc/\(device.runner.pid)/fd/\($0)")?.contains("inotify") == true
        }
        #expect(notifiers.count == 1)
        // It has them again when it runs, and is as suspended as before afterwards.
        #expect(try device.ctl("launch", "app1").status == 0)
        #expect(device.wait(for: .foregroundActive, of: "app1"))
        #expect(device.look { (try? descriptors(of: device.runner.pid).count) ?? 0 > before ?? 0 })
        #expect(try device.ctl("home").status == 0)
        #expect(device.look { device.runner.events(.frozen).filter { $0.app.hasSuffix("app1") }.count == 2 })
        #expect(device.look { (try? descriptors(of: device.runner.pid).count) == before })
        try device.shutDown()
    }

    @Test("an app is frozen and thawed when no descriptor is free")
    func exhausted() throws {
        try OwnProcess.run("DescriptorTests/exhausted") {
            for freezer in SupervisionTests.freezers { try freezeWithoutDescriptors(freezer) }
        }
    }

    private func freezeWithoutDescriptors(_ freezer: String) throws {
        let lives = try Lives("sleep 1000 & (setsid sleep 1000 &); echo >$FIFO; exec sleep 1000", freezer: freezer)
        try lives.launchUntilTold()
        // What a machine allows may be all that it has.
        var limits = rlimit()
        #expect(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0)
        limits.rlim_cur = 256
        #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0)
        var taken: [CInt] = []
        func takeAll() {
            while case let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC), descriptor >= 0 {
                taken.append(descriptor)
            }
        }
        defer { for descriptor in taken { close(descriptor) } }
        let main = try #require(lives.pids.last)
        let tree =
            [main] + ProcessTable.descendants(of: try #require(ProcessTable.entry(main)).parent).map(\.identity.pid)
        #expect(tree.count >= 3)
        func allStand() -> Bool {
            if let group = lives.workload.freezerDescription.path {
                return (try? SmallFile.read("\(group)/cgroup.events").contains("frozen 1")) == true
            }
            return tree.allSatisfy { ProcessTable.entry($0)?.state == "T" }
        }
        for round in 1...3 {
            takeAll()
            lives.workload.suspend()
            #expect(lives.wait { lives.isFrozen }, "\(freezer), \(round): \(lives.events)")
            #expect(allStand(), "\(freezer), \(round)")
            #expect(!taken.isEmpty)
            // What the rest has given back is taken, too.
            takeAll()
            let usage = lives.workload.usage()
            lives.workload.resume()
            #expect(lives.wait { lives.isThawed }, "\(freezer), \(round): \(lives.events)")
            #expect(!allStand(), "\(freezer), \(round)")
            takeAll()
            // A sum does not fall because it cannot be read.
            #expect(lives.workload.usage().cpuSeconds ?? 0 >= usage.cpuSeconds ?? 0)
        }
        #expect(!lives.events.contains { if case .freezeFailed = $0 { true } else { false } })
        lives.workload.terminate(signal: SIGKILL, grace: .zero)
        #expect(lives.wait { lives.statuses.count == 1 })
    }

    @Test("an app for which too few descriptors are left is not launched, which is said, and the others run on")
    func tooFew() throws {
        let device = try BootedDevice()
        #expect(try launch("first", on: device).status == 0)
        #expect(device.wait(for: .foregroundActive, of: "first"))
        try leave(10, to: device.runner.pid)
        let refused = try launch("second", on: device)
        #expect(refused.status == 125)
        #expect(
            refused.errors.contains("cannot start a process: Too many open files")
                && refused.errors.contains("descriptors are allowed") && refused.errors.contains("ulimit -Hn"),
            "\(refused.errors)")
        #expect(try device.ctl("home").status == 0)
        #expect(device.wait(for: .suspended, of: "first"))
        try leave(nil, to: device.runner.pid)
        #expect(try launch("third", on: device).status == 0)
        #expect(device.wait(for: .foregroundActive, of: "third"))
        try device.shutDown()
    }
}
