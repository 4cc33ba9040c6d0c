import Glibc
import TestSupport
import Testing

@testable import KeepAlivePolicy

@Suite(.ownThread) struct FileLocksTests {
    /// Python that opens the file of its first argument and locks it; then it tells and sleeps.
    private static func python(_ lock: String) -> String {
        """
        exec python3 -c 'import fcntl, os, sqlite3, struct, sys, time
        f = open(sys.argv[1], "a+")
        \(lock)
        open(os.environ["FIFO"], "w").write("ready\\n")
        time.sleep(1000)'
        """
    }

    private let directory: TemporaryDirectory
    /// The app-group directory.
    private let group: String

    init() throws {
        directory = try TemporaryDirectory()
        group = directory.path + "/group"
        try #require(mkdir(group, 0o700) == 0)
    }

    /// The locks that an app holds which has told that it is ready.
    private func locks(of script: String, appGroup: String? = nil) throws -> [String] {
        let lives = try Lives(script, appGroup: appGroup ?? group)
        try lives.launchUntilTold()
        return lives.workload.sharedFileLocks()
    }

    @Test(
        "a lock of each kind counts",
        arguments: [
            "fcntl.lockf(f, fcntl.LOCK_EX)", "fcntl.flock(f, fcntl.LOCK_SH)",
            // F_OFD_SETLK, which Python has no name for.
            #"fcntl.fcntl(f, 37, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0))"#,
            #"c = sqlite3.connect(sys.argv[1]); c.execute("begin exclusive")"#,
        ])
    func kinds(lock: String) throws {
        let script = Self.python(lock) + " \(group)/file"
        #expect(try locks(of: script) == ["\(group)/file"])
    }

    @Test("an open file, a lock that was given up and a lease are no locks")
    func noLocks() throws {
        let nothing = [
            "pass", "fcntl.flock(f, fcntl.LOCK_EX); fcntl.flock(f, fcntl.LOCK_UN)",
            "f.close(); f = open(sys.argv[1]); fcntl.fcntl(f, fcntl.F_SETLEASE, fcntl.F_RDLCK)",
        ]
        for code in nothing { #expect(try locks(of: Self.python(code) + " \(group)/file") == []) }
    }

    @Test("a lock that another process holds is not the app's, which waits for it or has the file open")
    func othersLocks() throws {
        let path = group + "/file"
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        #expect(flock(file, LOCK_EX) == 0)
        let lives = try Lives("exec 9<>\(path); echo ready > $FIFO; flock 9; sleep 1000", appGroup: group)
        try lives.launchUntilTold()
        #expect(lives.workload.sharedFileLocks() == [])
        // Whether it waits already makes no difference, so nothing is waited for.
    }

    @Test("only files in the directory count, however it is named")
    func places() throws {
        let link = directory.path + "/link"
        try #require(symlink("group", link) == 0)
        try #require(mkdir(group + "/sub", 0o700) == 0 && mkdir(group + "2", 0o700) == 0)
        let script =
            "cd \(directory.path); " + "exec 5>'group/a b' 6>group/sub/c 7>group2/d 8>e 9>link/f; "
            + "for fd in 5 6 7 8 9; do flock $fd; done; echo ready > $FIFO; sleep 1000"
        let expected = ["\(group)/a b", "\(group)/f", "\(group)/sub/c"]
        #expect(try locks(of: script) == expected)
        #expect(try locks(of: script, appGroup: link) == expected)
        #expect(try locks(of: script, appGroup: group + "/") == expected)
        #expect(try locks(of: script, appGroup: directory.path + "/nothing") == [])
    }

    @Test("a file that has been deleted counts, and one that was opened by a hard link elsewhere")
    func otherNames() throws {
        let script = """
            cd \(directory.path)
            mkdir group/sub; : > group/sub/hard; ln group/sub/hard elsewhere; : > 'group/odd (deleted)'
            exec 6>elsewhere 7>group/gone 8>'group/odd (deleted)' 9>group/sub/gone
            for fd in 6 7 8 9; do flock $fd; done
            rm group/gone group/sub/gone
            echo ready > $FIFO; sleep 1000
            """
        #expect(
            try locks(of: script) == [
                "\(group)/gone", "\(group)/odd (deleted)", "\(group)/sub/gone", "\(group)/sub/hard",
            ])
    }

    @Test(
        "a bind mount of the directory is the directory",
        .enabled(if: Requirement.mountNamespace, "needs the right to mount"))
    func bindMount() throws {
        try OwnProcess.run("FileLocksTests/bindMount", through: ["/usr/bin/unshare", "-m"]) {
            let script = """
                cd \(directory.path)
                mkdir alias; mount --bind group alias; exec 9>alias/file; flock 9; echo ready > $FIFO; sleep 1000
                """
            let held = try locks(of: script)
            #expect(held == ["\(directory.path)/alias/file"])
            // For the removal.
            #expect(umount2(directory.path + "/alias", 2) == 0)
        }
    }

    @Test("a directory that was removed with everything in it is still known")
    func removedDirectory() throws {
        let script = "exec 9>\(group)/file; flock 9; rm -r \(group); echo ready > $FIFO; sleep 1000"
        #expect(try locks(of: script) == ["\(group)/file"])
    }

    @Test("locks of the whole tree count, also one that its taker has left to a child")
    func tree() throws {
        let script = """
            cd \(group)
            (exec 9>daemon; flock 9; setsid sleep 1000 &)
            (exec 8>inherited; flock 8; sleep 1000 &)
            flock child sh -c 'echo ready > $FIFO; sleep 1000'
            """
        #expect(try locks(of: script) == ["\(group)/child", "\(group)/daemon", "\(group)/inherited"])
    }

    @Test("a frozen app can be asked, and one that does not run holds nothing", arguments: RelaunchTests.freezers)
    func frozen(freezer: String) throws {
        let script = "exec 9>\(group)/file; flock 9; echo ready > $FIFO; sleep 1000"
        let lives = try Lives(script, freezer: freezer, appGroup: group)
        #expect(lives.workload.sharedFileLocks() == [])
        try lives.launchUntilTold()
        lives.workload.suspend()
        #expect(lives.wait { lives.isFrozen })
        #expect(lives.workload.sharedFileLocks() == ["\(group)/file"])
        lives.workload.terminate(signal: SIGKILL, grace: .zero)
        #expect(lives.wait { !lives.statuses.isEmpty })
        #expect(lives.workload.sharedFileLocks() == [])
        let without = try Lives(script)
        try without.launchUntilTold()
        #expect(without.workload.sharedFileLocks() == [])
    }

    @Test("processes that vanish while they are looked at do no harm")
    func vanishing() throws {
        let script = """
            cd \(group); exec 9>always; flock 9; echo ready > $FIFO
            while :; do for i in 1 2 3 4 5 6 7 8; do flock -n sometimes true & done; wait; done
            """
        let lives = try Lives(script, appGroup: group)
        try lives.launchUntilTold()
        for _ in 1...100 {
            let held = lives.workload.sharedFileLocks()
            #expect(held.first == "\(group)/always")
            #expect(Set(held).isSubset(of: ["\(group)/always", "\(group)/sometimes"]))
        }
    }
}
