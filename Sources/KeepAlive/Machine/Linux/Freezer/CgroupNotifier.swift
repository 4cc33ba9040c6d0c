import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// Reports that another program has written the files of frozen cgroups, with one inotify(7) descriptor for all
/// cgroups.
///
/// The kernel reports a change of `cgroup.events` only while the file's inode is in memory (kernfs_notify_workfn in
/// fs/kernfs/file.c). So that file has its own watch, which keeps the inode in memory. A watch on the directory reports
/// writes to `cgroup.freeze` and `cgroup.procs`. When a process is moved away while others stay, no file of its former
/// cgroup changes; only `cgroup.procs` of its new cgroup is written. So the parent directory, where the runner itself
/// is, is watched, too.
package final class CgroupNotifier {
    /// A change of a cgroup.
    struct Change: OptionSet {
        let rawValue: UInt8
        /// `cgroup.freeze` has been written, or opened for writing.
        static let freeze = Change(rawValue: 1)
        /// `cgroup.procs` has been written.
        static let processes = Change(rawValue: 2)
        /// `cgroup.events` has changed.
        static let events = Change(rawValue: 4)
        /// Processes have been moved elsewhere, or the change is not known.
        static let other = Change(rawValue: 8)
    }

    /// The token of a watched cgroup.
    struct Watch: Hashable {
        /// The inotify watch of the cgroup's directory.
        fileprivate let directory: CInt
    }

    private struct Entry {
        /// The inotify watch of `cgroup.events`.
        let events: CInt
        var changes: Change = []
        let onChange: () -> Void
    }

    private let loop: EventLoop
    private var descriptor: CInt = -1
    private var reading: EventLoop.Watch?
    private var entries: [Watch: Entry] = [:]
    /// The watched cgroups, by the inotify watches of their `cgroup.events`.
    private var watches: [CInt: Watch] = [:]
    /// The cgroups with changes that have not been taken yet.
    private var changed: Set<Watch> = []
    private var telling: ScheduledAction?
    /// The parent directory of the cgroups, and its inotify watch; the watch is -1 during a pause.
    private var above: (path: String, watch: CInt) = ("", -1)
    private var pausesAbove = BurstPauses()
    private var pauseAbove: ScheduledAction?
    /// The error of the last failed ``open()``.
    private var failure = Errno.badFileDescriptor
    private var hasFailed = false

    package init(loop: EventLoop) { self.loop = loop }

    deinit {
        if let reading { loop.unwatch(reading) }
        for action in [telling, pauseAbove] { if let action { loop.cancel(action) } }
        if descriptor >= 0 { close(descriptor) }
    }

    /// Opens the inotify descriptor, unless it is open. Called before a launch, when file descriptors are free.
    func open() {
        guard descriptor < 0 else { return }
        do {
            descriptor = try valueOrErrno(inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK)))
            reading = try loop.watch(descriptor, for: .readable) { [unowned self] _ in
                collect()
                tell()
            }
        } catch {
            failure = error as? Errno ?? failure
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
        }
    }

    /// Begins to watch a cgroup.
    ///
    /// - Parameter onChange: called from the loop when there are changes for ``take(_:)``.
    /// - Throws: `Errno` of inotify_init1(2) or inotify_add_watch(2).
    func watch(_ group: String, _ onChange: @escaping () -> Void) throws(Errno) -> Watch {
        guard descriptor >= 0 else { throw failure }
        let watch = Watch(directory: try valueOrErrno(inotify_add_watch(descriptor, group, UInt32(IN_MODIFY))))
        let events: CInt
        do {
            events = try valueOrErrno(inotify_add_watch(descriptor, "\(group)/cgroup.events", UInt32(IN_MODIFY)))
        } catch {
            inotify_rm_watch(descriptor, watch.directory)
            throw error
        }
        entries[watch] = Entry(events: events, onChange: onChange)
        watches[events] = watch
        watchAbove(group)
        return watch
    }

    /// Stops watching a cgroup, and discards the changes that have not been taken.
    func unwatch(_ watch: Watch) {
        guard let entry = entries.removeValue(forKey: watch) else { return }
        watches[entry.events] = nil
        changed.remove(watch)
        inotify_rm_watch(descriptor, watch.directory)
        inotify_rm_watch(descriptor, entry.events)
        guard entries.isEmpty else { return }
        unwatchAbove()
        if let pauseAbove { loop.cancel(pauseAbove) }
        pauseAbove = nil
    }

    /// Returns and clears the changes of a cgroup since it was watched, or since the last call.
    func take(_ watch: Watch) -> Change {
        collect()
        let changes = entries[watch]?.changes ?? []
        entries[watch]?.changes = []
        changed.remove(watch)
        // The changes of other cgroups that were read here cause no further event, so schedule their callbacks.
        if !changed.isEmpty, telling == nil {
            telling = loop.schedule(at: loop.now) { [unowned self] in
                telling = nil
                tell()
            }
        }
        return changes
    }

    /// Returns true only at the first call, so that a failure to watch is reported only once.
    func failsFirst() -> Bool {
        defer { hasFailed = true }
        return !hasFailed
    }

    // MARK: The parent directory

    private func watchAbove(_ group: String) {
        guard let end = group.utf8.lastIndex(of: UInt8(ascii: "/")) else { return }
        let path = String(group[..<end])
        guard pauseAbove == nil, above.watch < 0 || above.path != path else { return }
        unwatchAbove()
        above = (path, inotify_add_watch(descriptor, path, UInt32(IN_MODIFY)))
    }

    private func unwatchAbove() {
        if above.watch >= 0 { inotify_rm_watch(descriptor, above.watch) }
        above.watch = -1
    }

    /// Marks all cgroups as changed when a process has been moved into the parent directory, because the process may
    /// come from any of them.
    private func movedAbove() {
        mark(entries.keys, .other)
        let pause = pausesAbove.next(at: loop.now)
        guard pause > .zero else { return }
        unwatchAbove()
        pauseAbove = loop.schedule(after: pause) { [unowned self] in
            pauseAbove = nil
            above.watch = inotify_add_watch(descriptor, above.path, UInt32(IN_MODIFY))
            mark(entries.keys, .other)
            tell()
        }
    }

    // MARK: Reading

    private func tell() {
        let waiting = changed
        changed = []
        // A callback may unwatch another cgroup, or take that cgroup's changes, so look up each entry again.
        for watch in waiting { if let entry = entries[watch], !entry.changes.isEmpty { entry.onChange() } }
    }

    private func mark(_ some: some Sequence<Watch>, _ change: Change) {
        for watch in some {
            entries[watch]?.changes.formUnion(change)
            changed.insert(watch)
        }
    }

    /// The most reads at a time; if more events are left, the event loop wakes again at once.
    private static let readsAtOnce = 64

    /// Reads the events that wait in the kernel.
    private func collect() {
        guard descriptor >= 0 else { return }
        var isMovedAbove = false
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
            for _ in 0..<Self.readsAtOnce {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var rest = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                // A struct inotify_event consists of wd, mask, cookie and len, of 4 bytes each, and the name.
                while rest.count >= 16 {
                    let watch = rest.loadUnaligned(fromByteOffset: 0, as: CInt.self)
                    let mask = rest.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
                    let length = Int(rest.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
                    guard rest.count >= 16 + length else { return }
                    let name = rest[16..<16 + length].prefix { $0 != 0 }
                    if watch == above.watch, above.watch >= 0 {
                        isMovedAbove = isMovedAbove || name.elementsEqual("cgroup.procs".utf8)
                    } else {
                        take(watch, mask, name)
                    }
                    rest = UnsafeRawBufferPointer(rebasing: rest[(16 + length)...])
                }
            }
        }
        if isMovedAbove { movedAbove() }
    }

    /// Records an event of the kernel. An event of a watch that has been removed is ignored.
    private func take(_ number: CInt, _ mask: UInt32, _ name: Slice<UnsafeRawBufferPointer>) {
        if mask & UInt32(IN_Q_OVERFLOW) != 0 { return mark(entries.keys, .other) }
        if let watch = watches[number] { return mark([watch], .events) }
        let watch = Watch(directory: number)
        guard entries[watch] != nil else { return }
        if name.elementsEqual("cgroup.freeze".utf8) {
            mark([watch], .freeze)
        } else if name.elementsEqual("cgroup.procs".utf8) {
            mark([watch], .processes)
        } else if name.isEmpty {
            // An event without a name means that the directory itself has been removed.
            mark([watch], .other)
        }
    }
}
