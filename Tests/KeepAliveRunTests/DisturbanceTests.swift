import CLinux
import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAlivePorts
@testable import KeepAliveReport

/// A frozen app that somebody else lets run: it is noticed, told and frozen again.
@Suite(.ownThread, .enabled(if: Requirement.cgroup, "needs a writable cgroup v2")) struct DisturbanceTests {
    /// A cgroup beside those of the apps, which is removed with its owner.
    private final class Elsewhere {
        let path: String
        init() throws { path = try CgroupDirectory.find().makeGroup() }
        deinit { clinux_remove_cgroup(path, 500) }
        func take(_ pid: pid_t) throws { try DisturbanceTests.move(pid, to: path) }
    }

    private static func move(_ pid: pid_t, to group: String) throws {
        try SmallFile.write("\(group)/cgroup.procs", "\(pid)")
    }

    private static func write(_ value: Int, into lives: Lives) throws {
        try SmallFile.write("\(try group(of: lives))/cgroup.freeze", "\(value)")
    }

    private static func group(of lives: Lives) throws -> String {
        try #require(lives.workload.freezerDescription.path)
    }

    private static func isFrozen(_ lives: Lives) throws -> Bool {
        try SmallFile.read("\(try group(of: lives))/cgroup.events").contains("frozen 1")
    }

    /// Returns whether the cgroup of the app, with those below it, holds just these processes.
    private static func holds(_ lives: Lives, _ pids: [pid_t]) throws -> Bool {
        CgroupDirectory.processes(below: try group(of: lives)).sorted() == pids.sorted()
    }

    /// An app that is frozen, and the pids of its main process and of a child.
    private func frozenApp(_ script: String = "sleep 1000 & echo $! >$FIFO; exec sleep 1000") throws -> (
        Lives, main: pid_t, child: pid_t
    ) {
        let lives = try Lives(script, freezer: "cgroup")
        let child = try #require(pid_t(try lives.launchUntilTold()))
        lives.workload.suspend()
        #expect(lives.wait { lives.isFrozen })
        return (lives, try #require(lives.pids.last), child)
    }

    private func expectFrozenAgain(_ lives: Lives, _ words: String, by: String = #function) throws {
        #expect(lives.wait { lives.freezes == 2 }, "\(by): \(lives.events)")
        #expect(lives.disturbances.count == 1, "\(by): \(lives.events)")
        #expect(lives.disturbances.first??.contains(words) == true, "\(by): \(lives.events)")
        #expect(try Self.isFrozen(lives))
        lives.workload.resume()
        #expect(lives.wait { lives.isThawed })
        #expect(lives.disturbances.count == 1, "\(by): \(lives.events)")
    }

    @Test("an app that is moved out of its cgroup is brought back and frozen again, which is told once")
    func movedWhole() throws {
        let (lives, main, child) = try frozenApp()
        let elsewhere = try Elsewhere()
        try elsewhere.take(child)
        try elsewhere.take(main)
        #expect(lives.wait { lives.freezes == 2 }, "\(lives.events)")
        #expect(try Self.holds(lives, [main, child]))
        try expectFrozenAgain(lives, " of the frozen app to the cgroup /")
        #expect(!lives.events.contains { if case .note = $0 { true } else { false } }, "\(lives.events)")
    }

    @Test("one of several processes that is moved to the runner's own cgroup is noticed at once")
    func movedAbove() throws {
        let (lives, main, child) = try frozenApp()
        try Self.move(child, to: try CgroupDirectory.find().path)
        try expectFrozenAgain(lives, "somebody has moved process \(child) (")
        #expect(try Self.holds(lives, [main, child]))
    }

    @Test("one that is moved elsewhere is noticed when somebody asks", arguments: [false, true])
    func movedElsewhere(isMain: Bool) throws {
        let (lives, main, child) = try frozenApp()
        let elsewhere = try Elsewhere()
        try elsewhere.take(isMain ? main : child)
        #expect(lives.disturbances.isEmpty)
        lives.workload.checkFrozen()
        #expect(lives.disturbances.count == 1)
        try expectFrozenAgain(lives, "somebody has moved process \(isMain ? main : child) (")
        #expect(try Self.holds(lives, [main, child]))
    }

    @Test("a process whose main thread has ended is where its other threads are")
    func movedWithoutMainThread() throws {
        let counter = try AttackTests.Counter()
        let (lives, main, child) = try frozenApp(
            """
            '\(AttackTests.attacker)' '\(counter.file.path)' threads 1 & pid=$!
            until grep -q "State:.Z" /proc/$pid/status; do sleep 0.01; done
            echo $pid >$FIFO; exec sleep 1000
            """)
        let elsewhere = try Elsewhere()
        try elsewhere.take(child)
        lives.workload.checkFrozen()
        try expectFrozenAgain(lives, "somebody has moved process \(child) (")
        #expect(try Self.holds(lives, [main, child]))
    }

    @Test("one that is moved elsewhere and back has run, and is noticed at once")
    func movedBack() throws {
        let (lives, _, child) = try frozenApp()
        let elsewhere = try Elsewhere()
        try elsewhere.take(child)
        // It has left the freezer when it takes signals. The loop of the app must not turn: it might look at the tree.
        let loop = try EventLoop()
        kill(child, SIGSTOP)
        #expect(loop.look { ProcessTable.entry(child)?.state == "T" })
        kill(child, SIGCONT)
        #expect(loop.look { ProcessTable.entry(child)?.state == "S" })
        try Self.move(child, to: try Self.group(of: lives))
        try expectFrozenAgain(lives, "somebody has written the frozen app's cgroup.procs")
    }

    @Test("one in a cgroup that the app has made below its own is frozen with it, and noticed as the others")
    func nested() throws {
        let (lives, main, child) = try frozenApp(
            """
            g=\(try CgroupDirectory.find().path)$(sed -n 's/^0:://p' /proc/self/cgroup | sed 's#.*/#/#')
            sleep 1000 & mkdir $g/below && echo $! >$g/below/cgroup.procs; echo $! >$FIFO; exec sleep 1000
            """)
        #expect(try SmallFile.read("/proc/\(child)/cgroup").contains("/below"))
        lives.workload.checkFrozen()
        #expect(lives.disturbances.isEmpty, "\(lives.events)")
        let elsewhere = try Elsewhere()
        try elsewhere.take(child)
        lives.workload.checkFrozen()
        try expectFrozenAgain(lives, "somebody has moved process \(child) (")
        #expect(try Self.holds(lives, [main, child]))
    }

    @Test("an app that is thawed by its cgroup.freeze is frozen again", arguments: [[0], [0, 1]])
    func thawed(values: [Int]) throws {
        let (lives, _, _) = try frozenApp()
        for value in values { try Self.write(value, into: lives) }
        try expectFrozenAgain(lives, "cgroup.freeze")
    }

    @Test("what is done at the last moment is told at the thaw and at the end")
    func atTheThaw() throws {
        for isKilled in [false, true] {
            let (lives, _, child) = try frozenApp()
            let elsewhere = try Elsewhere()
            try elsewhere.take(child)
            if isKilled {
                lives.workload.terminate(signal: SIGKILL, grace: .zero)
                #expect(lives.wait { lives.statuses.count == 1 })
            } else {
                lives.workload.resume()
                #expect(lives.wait { lives.isThawed })
            }
            let notes = lives.events.compactMap { if case .note(let text) = $0 { text } else { nil } }
            #expect(notes.count == 1 && notes[0].hasPrefix("somebody has moved process \(child)"), "\(lives.events)")
            #expect(lives.disturbances.isEmpty && lives.freezes == 1)
            lives.workload.end()
        }
    }

    @Test("again and again, it is frozen after longer and longer pauses, and told twice")
    func again() throws {
        let (lives, _, _) = try frozenApp()
        var pauses: [Duration] = []
        var since = lives.loop.now
        lives.onEvent = { event in
            switch event {
            case .disturbed: since = lives.loop.now
            case .frozen:
                pauses.append(lives.loop.now - since)
                if pauses.count < 7 { try? Self.write(0, into: lives) }
            default: break
            }
        }
        try Self.write(0, into: lives)
        #expect(lives.wait { pauses.count == 7 }, "\(lives.events)")
        // None the first time; then 10, 20, 40, 80, 160, 320 ms.
        for (number, pause) in pauses.enumerated().dropFirst() {
            #expect(pause >= .milliseconds(10 << (number - 1)), "\(pauses)")
        }
        #expect(lives.disturbances.count == 7)
        let notes = lives.disturbances.compactMap(\.self)
        #expect(notes.count == 2 && notes[1].hasPrefix("this goes on"), "\(notes)")
        // A thaw ends a pause.
        lives.onEvent = nil
        try Self.write(0, into: lives)
        #expect(lives.wait { lives.disturbances.count == 8 })
        lives.workload.resume()
        #expect(lives.wait { lives.isThawed })
        #expect(lives.freezes == 8)
        lives.workload.suspend()
        #expect(lives.wait { lives.isFrozen })
    }

    @Test("a thaw in a pause, in which the cgroup is not watched, is noticed after it")
    func inAPause() throws {
        let (lives, _, _) = try frozenApp()
        // The kernel tells of the freeze itself up to 10 ms later.
        let settled = lives.loop.now + .milliseconds(300)
        #expect(lives.loop.look { lives.loop.now > settled })
        // What changes nothing, again and again: the pauses after it are 10, 20, 40, 80, 160, 320 ms, and the last goes on.
        let end = lives.loop.now + .milliseconds(400)
        while lives.loop.now < end {
            try Self.write(1, into: lives)
            let turn = lives.loop.now + .milliseconds(2)
            #expect(lives.loop.look { lives.loop.now > turn })
        }
        #expect(lives.disturbances.isEmpty, "\(lives.events)")
        try Self.write(0, into: lives)
        try expectFrozenAgain(lives, "somebody has thawed the frozen app by its cgroup.freeze")
    }

    @Test("nothing is told over 100 freezes, whatever else happens")
    func noFalseAlarm() throws {
        let (lives, main, _) = try frozenApp(
            "i=0; while [ $i -lt 40 ]; do sleep 1000 & i=$((i+1)); done; echo $! >$FIFO; exec sleep 1000")
        let group = try Self.group(of: lives)
        let elsewhere = try Elsewhere()
        lives.workload.resume()
        #expect(lives.wait { lives.isThawed })
        for round in 0..<100 {
            lives.workload.suspend()
            #expect(lives.wait { lives.isFrozen }, "\(round): \(lives.events.suffix(3))")
            switch round % 5 {
            case 0 where round % 50 == 0:
                // The kernel tells of the freeze itself up to 10 ms later; a write before that could have been a thaw.
                let settled = lives.loop.now + .milliseconds(300)
                #expect(lives.loop.look { lives.loop.now > settled })
                for _ in 0..<3 { try Self.write(1, into: lives) }
            case 1:
                // What is killed is no more in the cgroup, and not outside of it.
                let victim = try #require(CgroupDirectory.processes(below: group).last { $0 != main })
                kill(victim, SIGKILL)
                #expect(lives.loop.look { ProcessTable.entry(victim)?.isZombie ?? true })
            case 2:
                let guest = try GuardedProcess(
                    GuardedProcess.Request(path: "/bin/sleep", arguments: ["sleep", "1000"], environment: []),
                    loop: lives.loop)
                try Self.move(guest.pid, to: group)
                lives.workload.checkFrozen()
                try elsewhere.take(guest.pid)
                guest.end()
            case 3:
                for signal in [SIGSTOP, SIGCONT, SIGWINCH] { kill(main, signal) }
            default: break
            }
            lives.workload.checkFrozen()
            lives.workload.resume()
            #expect(lives.wait { lives.isThawed }, "\(round): \(lives.events.suffix(3))")
        }
        lives.workload.suspend()
        #expect(lives.wait { lives.isFrozen })
        kill(main, SIGKILL)
        #expect(lives.wait { lives.statuses == [.signalled(SIGKILL)] })
        #expect(lives.disturbances.isEmpty && lives.freezes == 102, "\(lives.disturbances)")
        #expect(!lives.events.contains { if case .note = $0 { true } else { false } })
        // The next life has another cgroup.
        try lives.launchUntilTold()
        lives.workload.suspend()
        #expect(lives.wait { lives.isFrozen })
        try Self.write(0, into: lives)
        #expect(lives.wait { lives.freezes == 104 })
        #expect(lives.disturbances.count == 1)
    }

    @Test("where nothing can be watched, that is said once, and who asks is told the truth")
    func unwatched() throws {
        let loop = try EventLoop()
        // It is not open, as where inotify_init1(2) fails.
        let notifier = CgroupNotifier(loop: loop)
        var notes: [String] = []
        let groups = try (0..<2).map { _ in try Elsewhere() }
        let trees = groups.map { FrozenTree(group: $0.path, notifier: notifier, loop: loop) }
        for (group, tree) in zip(groups, trees) {
            tree.onNote = { notes.append($0) }
            try SmallFile.write("\(group.path)/cgroup.freeze", "1")
            tree.begin()
            #expect(tree.confirm([], headless: []) == nil)
            #expect(tree.disturbance() == nil)
            try SmallFile.write("\(group.path)/cgroup.freeze", "0")
            #expect(tree.disturbance()?.hasPrefix("somebody has thawed the frozen app") == true)
            // It looks no more until the next freeze.
            #expect(tree.disturbance() == nil)
        }
        #expect(notes.count == 1 && notes[0].contains("inotify(7)"), "\(notes)")
    }

    @Test("when the kernel's queue was full, every cgroup is looked at")
    func overflow() throws {
        let length = try #require(Int(SmallFile.read("/proc/sys/fs/inotify/max_queued_events").dropLast()))
        try #require(length <= 100_000, "it would take long")
        let loop = try EventLoop()
        let notifier = CgroupNotifier(loop: loop)
        notifier.open()
        let groups = try (0..<3).map { _ in try Elsewhere() }
        var told: Set<Int> = []
        let watches = try groups.enumerated().map { number, group in
            try notifier.watch(group.path) { told.insert(number) }
        }
        for watch in watches { #expect(notifier.take(watch).isEmpty) }
        // The kernel merges an event with one like it that is the last in the queue.
        for _ in 0..<length / 2 + 1 {
            for group in groups.prefix(2) { try SmallFile.write("\(group.path)/cgroup.freeze", "1") }
        }
        #expect(loop.run(until: { told.count == 3 }, timeout: .seconds(30)))
        #expect(notifier.take(watches[2]) == .other)
        notifier.unwatch(watches[2])
        told = []
        for group in groups.reversed() { try SmallFile.write("\(group.path)/cgroup.freeze", "0") }
        #expect(loop.run(until: { told.count == 2 }, timeout: .seconds(30)))
        #expect(told == [0, 1])
    }

    @Test("another app of the device that thaws one is told, and who waits waits until it is frozen again")
    func otherApp() throws {
        let device = try BootedDevice()
        func launch(_ name: String, _ script: String) throws {
            let manifest = try BootedDevice.manifest(name)
            #expect(try device.ctl("launch", "--info-plist", manifest.path, "--", "sh", "-c", script).status == 0)
        }
        let file = try TemporaryFile()
        try launch("frozen", "sleep 1000 & echo $! >\(file.path); exec sleep 1000")
        #expect(device.look { file.size > 0 })
        #expect(try device.ctl("home").status == 0)
        #expect(device.wait(.frozen, of: "frozen"))
        let group = "\(try CgroupDirectory.find().path)/\(try #require(device.runner.cgroups.first))"
        func freezes() -> Int { device.runner.events(.frozen).filter { $0.app.hasSuffix("frozen") }.count }
        func tells(_ words: String) -> Bool { device.wait(.note, of: "frozen") { $0.message?.contains(words) == true } }
        try launch("other", "echo 0 >\(group)/cgroup.freeze; exec sleep 1000")
        #expect(tells("somebody has thawed the frozen app by its cgroup.freeze: it is frozen again"))
        #expect(device.look { freezes() == 2 })
        #expect(try SmallFile.read("\(group)/cgroup.events").contains("frozen 1"))
        // This is noticed when somebody asks.
        let elsewhere = try Elsewhere()
        let child = try #require(pid_t(file.text.dropLast()))
        try elsewhere.take(child)
        #expect(try device.ctl("wait", "suspended", "--app", "frozen", "--timeout", "20s").status == 0)
        #expect(CgroupDirectory.processes(below: group).contains(child))
        #expect(device.look { freezes() == 3 })
        #expect(device.runner.events(.thawed).filter { $0.message == "by somebody else" }.count == 2)
        try device.shutDown()
    }
}

extension Lives {
    /// The times that the tree was frozen.
    fileprivate var freezes: Int { events.count { if case .frozen = $0 { true } else { false } } }
    /// What was told each time that somebody else let the tree run.
    fileprivate var disturbances: [String?] {
        events.compactMap { if case .disturbed(let note) = $0 { .some(note) } else { nil } }
    }
}

extension EventLoop {
    /// Waits for what is no event of the loop.
    fileprivate func look(until condition: @escaping () -> Bool) -> Bool {
        var again: ScheduledAction?
        func look() { again = schedule(after: .milliseconds(10)) { look() } }
        look()
        defer { if let again { cancel(again) } }
        return run(until: condition, timeout: .seconds(30))
    }
}
