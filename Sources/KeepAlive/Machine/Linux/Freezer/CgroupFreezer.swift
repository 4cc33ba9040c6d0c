import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// Freezes a cgroup v2 with `cgroup.freeze`.
///
/// `frozen` in `cgroup.events` confirms the freeze. Then the freezer looks at the process tree, and moves every process
/// that has left the group back into it. From then on, ``FrozenTree`` notices if another program lets the tree run. The
/// kernel (kernel/cgroup/freezer.c) delays notifications of `cgroup.events` by milliseconds, so the freezer reads the
/// file a few times at once before it waits for a notification.
final class CgroupFreezer: Freezer {
    let description: FreezerDescription
    var root: TreeRoot?
    var onNote: ((String) -> Void)?
    /// The state of the tree while it is frozen.
    let tree: FrozenTree
    private let group: String
    /// The descriptor of `cgroup.events` during a freeze or a thaw; otherwise -1.
    private var events: CInt = -1
    private let loop: EventLoop
    private var watch: EventLoop.Watch?
    private var timer: ScheduledAction?
    private var strays: CgroupStrays
    /// The number of reads of `cgroup.events` before the freezer waits for a notification. They take about 0.1 ms,
    /// three times the median latency of a freeze.
    private static let readsAtOnce = 32

    /// Creates the freezer, and checks that the group's state can be read.
    ///
    /// - Throws: ``KeepAliveError`` with code `freezer`.
    init(group: String, reason: String, loop: EventLoop, notifier: CgroupNotifier) throws {
        description = FreezerDescription(kind: "cgroup", reason: reason, path: group)
        self.group = group
        self.loop = loop
        strays = CgroupStrays(group: group)
        tree = FrozenTree(group: group, notifier: notifier, loop: loop)
        guard access(group + "/cgroup.events", R_OK) == 0 else {
            throw KeepAliveError(.freezer, "cannot read \(group)/cgroup.events: \(Errno(rawValue: errno))")
        }
        tree.onNote = { [unowned self] in onNote?($0) }
    }

    deinit { forget() }

    func freeze(_ completion: @escaping (FreezeResult) -> Void) {
        strays.begin(tellsReturns: !tree.wasDisturbed)
        freeze(since: loop.now, completion)
    }

    private func freeze(since start: MonotonicInstant, _ completion: @escaping (FreezeResult) -> Void) {
        set(frozen: true, since: start) { [unowned self] result in
            guard case .confirmed = result else { return completion(result) }
            tree.begin()
            gather(since: start, completion)
        }
    }

    func thaw(_ completion: @escaping (FreezeResult) -> Void) {
        tree.end()
        set(frozen: false, since: loop.now, completion)
    }

    /// Checks that every process of the tree is in the frozen group, and moves the others back into it.
    private func gather(since start: MonotonicInstant, _ completion: @escaping (FreezeResult) -> Void) {
        // Without a /proc of this pid namespace, no process can be found, so skip the check.
        guard let root, ProcessTable.isOurs else { return confirm([], since: start, completion) }
        let outcome = strays.gather(root, until: loop.now + FreezeLimit.looking)
        for note in strays.takeNotes() { onNote?(note) }
        switch outcome {
        case .allInside: confirm(strays.members, since: start, completion)
        case .broughtBack:
            // The processes that were moved back have to freeze, too.
            awaitState(frozen: true, since: start) { [unowned self] result in
                guard case .confirmed = result else { return completion(result) }
                gather(since: start, completion)
            }
        case .unsettled:
            guard loop.now - start < FreezeLimit.confirmation else { return completion(.failed(strays.obstacle)) }
            timer = loop.schedule(after: FreezeLimit.pause) { [weak self] in
                self?.timer = nil
                self?.gather(since: start, completion)
            }
        }
    }

    /// Confirms the freeze. If another program has undone the freeze meanwhile, the freeze begins again.
    private func confirm(
        _ members: Set<ProcessTable.Identity>, since start: MonotonicInstant,
        _ completion: @escaping (FreezeResult) -> Void
    ) {
        guard let obstacle = tree.confirm(members, headless: strays.headless) else {
            return completion(.confirmed(latency: loop.now - start))
        }
        guard loop.now - start < FreezeLimit.confirmation else { return completion(.failed(obstacle)) }
        timer = loop.schedule(after: FreezeLimit.pause) { [weak self] in
            self?.timer = nil
            self?.freeze(since: start, completion)
        }
    }

    private func set(
        frozen: Bool, since start: MonotonicInstant, _ completion: @escaping (FreezeResult) -> Void
    ) {
        forget()
        do {
            try SmallFile.write("\(group)/cgroup.freeze", frozen ? "1" : "0")
        } catch {
            completion(.failed("\(group)/cgroup.freeze: \(error)"))
            return
        }
        awaitState(frozen: frozen, since: start, completion)
    }

    private func awaitState(
        frozen: Bool, since start: MonotonicInstant, _ completion: @escaping (FreezeResult) -> Void
    ) {
        do throws(Errno) {
            events = try DescriptorReserve.open(group + "/cgroup.events", O_RDONLY)
        } catch {
            // A thaw needs no confirmation: the write to `cgroup.freeze` is enough.
            return completion(
                frozen
                    ? .failed("cannot open \(group)/cgroup.events: \(error)")
                    : .confirmed(latency: loop.now - start))
        }
        for _ in 0..<Self.readsAtOnce where isFrozen == frozen {
            forget()
            return completion(.confirmed(latency: loop.now - start))
        }
        do {
            watch = try loop.watch(events, for: .priority) { [unowned self] _ in
                guard isFrozen == frozen else { return }
                forget()
                completion(.confirmed(latency: loop.now - start))
            }
        } catch {
            forget()
            return completion(.failed("cannot wait for cgroup.events: \(error)"))
        }
        guard frozen else { return }
        timer = loop.schedule(after: FreezeLimit.confirmation) { [unowned self] in
            let isFrozen = isFrozen
            forget()
            completion(
                isFrozen
                    ? .confirmed(latency: loop.now - start)
                    : .failed("the kernel has not confirmed it after \(FreezeLimit.confirmation.inWords)"))
        }
    }

    private func forget() {
        if let watch { loop.unwatch(watch) }
        if let timer { loop.cancel(timer) }
        (watch, timer) = (nil, nil)
        if events >= 0 { DescriptorReserve.close(events) }
        events = -1
    }

    private var isFrozen: Bool {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = pread(events, &buffer, buffer.count, 0)
        return count > 0 && String(decoding: buffer[..<count], as: UTF8.self).contains("frozen 1")
    }
}
