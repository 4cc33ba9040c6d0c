import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAliveReport

/// Files that are opened with apps of a booted device (LN-06, SD-48, SD-70, SD-71).
@Suite(.ownThread) struct DocumentCommandTests {
    private let directory: TemporaryDirectory
    private let device: BootedDevice

    init() throws {
        directory = try TemporaryDirectory()
        device = try BootedDevice()
    }

    private var reader: [String] { ["python3", "\(ScriptTests.root)/Examples/Python/reader.py"] }

    /// Puts an app on the device that opens files of a type.
    private func install(
        _ name: String, _ type: String, rank: String, inPlace: Bool = false, icon: String? = nil,
        keys: String = "", hasContainer: Bool = true
    ) throws {
        let icons = icon.map { "<key>CFBundleTypeIconFiles</key><array><string>\($0)</string></array>" } ?? ""
        let manifest = try TemporaryFile(
            """
            <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.example.\(name)</string>
            <key>UIApplicationSceneManifest</key><dict/>
            <key>LSSupportsOpeningDocumentsInPlace</key><\(inPlace)/>\(keys)
            <key>CFBundleDocumentTypes</key><array><dict><key>LSHandlerRank</key><string>\(rank)</string>
            <key>LSItemContentTypes</key><array><string>\(type)</string></array>\(icons)</dict></array>
            </dict></plist>
            """, name: "Info.plist")
        let container = hasContainer ? ["--container", "\(directory.path)/\(name)"] : []
        let asking = try Runner(
            [
                "ctl", "launch", "--system", "\(device.runner.pid)", "--info-plist", manifest.path, "--install",
                "--speaks",
            ]
                + container + ["--"] + reader)
        let ended = device.look { asking.look(1) { asking.status != nil } || asking.status != nil }
        try #require(ended)
        #expect(try asking.finish() == 0, "\(asking.errors)")
    }

    private func file(_ name: String, _ text: String = "hello") throws -> String {
        let path = "\(directory.path)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    private func reads(_ text: String, _ app: String) -> Bool {
        device.wait(.log, of: app) { $0.message?.contains(text) == true }
    }

    @Test("what is no regular file is refused at once; what takes its time is told, and can be given up")
    func slow() throws {
        try install("slow", "public.data", rank: "Owner", inPlace: true, hasContainer: false)
        let pipe = directory.path + "/pipe.bin"
        #expect(mkfifo(pipe, 0o600) == 0)
        for (path, says) in [
            (pipe, "not a regular file"), ("/dev/zero", "not a regular file"), ("/dev/null", "not a regular file"),
            (directory.path, "a directory is no document"), (pipe + "x", "No such file"),
        ] {
            for list in [[], ["--list"]] {
                let asking = try Runner(["ctl", "open", "--system", "\(device.runner.pid)", path] + list)
                #expect(try asking.finish(5) == 64)
                #expect(
                    asking.errors == "keepalive-run: \(path): \(says)"
                        + (says.hasPrefix("No") ? " or directory\n" : "\n"))
            }
        }
        device.runner.signal(SIGSTOP)
        let path = try file("large.bin")
        let asking = try Runner(["ctl", "open", "--system", "\(device.runner.pid)", path])
        #expect(asking.wait { !asking.errors.isEmpty })
        #expect(
            asking.errors
                == "keepalive-run: \(path), 5 B, is being opened, and takes its time: Ctrl-C gives up waiting\n")
        asking.signal(SIGINT)
        #expect(try asking.finish() == 130)
        #expect(
            asking.errors.hasSuffix("keepalive-run: gave up waiting: what the device has begun, it may still finish\n"))
        device.runner.signal(SIGCONT)
        #expect(device.look { (try? ControlClient(system: "\(device.runner.pid)").request("status")) != nil })
        try device.shutDown()
    }

    @Test("no name of an app or of a file drives the terminal that ctl prints on, nor makes a line of its own")
    func hostileNames() throws {
        // A bundle identifier that sets a window's title, and one that would be a line of its own.
        try install(
            "a&#27;]0;pwn&#7;&#10;fake: line&#x202E;", "public.data", rank: "Owner", inPlace: true,
            keys: "<key>UIFileSharingEnabled</key><true/>", hasContainer: false)
        let name = "org.example.a\u{1B}]0;pwn\u{7}\nfake: line\u{202E}"
        let path = try file("b\u{1B}]0;pwn\u{7}\nfake: file.bin")
        for arguments in [
            ["open", path, "--list"], ["launch", name], ["status"], ["why"], ["documents"], ["home"], ["metrics"],
            ["logs"],
            ["open", path], ["kill", name], ["launch", "\u{1B}]0;pwn\u{7}"],
        ] {
            let asking = try Runner(["ctl", arguments[0], "--system", "\(device.runner.pid)"] + arguments.dropFirst())
            #expect(device.look { asking.look(1) { asking.status != nil } || asking.status != nil })
            try asking.finish()
            let shown = asking.output + asking.errors
            #expect(!shown.isEmpty, "\(arguments)")
            #expect(
                !shown.unicodeScalars.contains {
                    $0 != "\n" && ($0.properties.generalCategory == .control || $0.properties.isBidiControl)
                }, "\(arguments): \(shown.debugDescription)")
            #expect(!shown.split(separator: "\n").contains { $0.hasPrefix("fake:") }, "\(arguments): \(shown)")
        }
        try device.shutDown()
    }

    @Test("SD-70: a PDF is offered by rank; it opens with the first, or with the one that the user chooses")
    func ranks() throws {
        try install("default", "com.adobe.pdf", rank: "Default")
        try install("alternate", "public.data", rank: "Alternate")
        try install("owner", "com.adobe.PDF", rank: "Owner", icon: "pdf.png")
        try install("none", "com.adobe.pdf", rank: "None")
        try install("image", "public.image", rank: "Owner")
        let pdf = try file("a report.pdf", "%PDF-1.4 report")
        let offers = try device.ctl("open", pdf, "--list")
        #expect(
            offers.output == """
                com.adobe.pdf
                org.example.owner: Owner, icon pdf.png
                org.example.alternate: Alternate
                org.example.default: Default

                """, "\(offers)")
        let first = try device.ctl("open", pdf)
        #expect(first.status == 0, "\(first.errors)")
        #expect(
            first.output.contains("org.example.owner: log Documents/Inbox/a report.pdf is the copy of a report.pdf"))
        #expect(reads("read a report.pdf, a copy: %PDF-1.4 report", "owner"))
        #expect(device.wait(for: .foregroundActive, of: "owner"))
        #expect(try device.ctl("open", pdf, "--app", "default").status == 0)
        #expect(reads("read a report.pdf, a copy: %PDF-1.4 report", "default"))
        let refused = try device.ctl("open", pdf, "--app", "none")
        #expect(refused.status == 125 && refused.errors.contains("org.example.none is not offered a report.pdf"))
        try device.shutDown()
    }

    @Test("LN-06: the copy is whole, has a name of its own, and the original is as it was")
    func copies() throws {
        try install("keeper", "public.plain-text", rank: "Owner")
        let inbox = "\(directory.path)/keeper/Documents/Inbox"
        mkdir(inbox, 0o755)
        try Data("mine".utf8).write(to: URL(filePath: "\(inbox)/notes.txt"))
        let notes = try file("notes.txt", String(repeating: "line\n", count: 100_000))
        let opened = try device.ctl("open", notes)
        #expect(opened.output.contains("Documents/Inbox/notes-1.txt is the copy of notes.txt [LN-06]"), "\(opened)")
        #expect(reads("read notes-1.txt, a copy: line", "keeper"))
        #expect(try String(contentsOf: URL(filePath: "\(inbox)/notes.txt"), encoding: .utf8) == "mine")
        #expect(try Data(contentsOf: URL(filePath: notes)).count == 500_000)
        // The app has deleted its copy, and nothing unfinished is left.
        #expect(device.look { (try? SmallFile.list(inbox)) == ["notes.txt"] })
        try device.shutDown()
    }

    @Test("SD-48: in place the app gets the file itself; its Documents are listed if it shows them")
    func inPlace() throws {
        try install(
            "editor", "public.text", rank: "Owner", inPlace: true, keys: "<key>UIFileSharingEnabled</key><true/>")
        let page = try file("page.html", "<p>")
        let opened = try device.ctl("open", page)
        #expect(opened.output.contains("page.html is opened in place [SD-48]"), "\(opened)")
        #expect(reads("read page.html, in place: <p>", "editor"))
        #expect(access(page, F_OK) == 0)
        let documents = "\(directory.path)/editor/Documents"
        mkdir(documents + "/drafts", 0o755)
        mkdir(documents + "/Inbox", 0o755)
        try Data().write(to: URL(filePath: documents + "/log.txt"))
        #expect(try device.ctl("documents").output == "drafts/\nlog.txt\n")
        try install("closed", "public.text", rank: "None")
        #expect(
            try device.ctl("documents", "--app", "closed").output
                == "org.example.closed shows no documents: its Info.plist does not have UIFileSharingEnabled and "
                + "LSSupportsOpeningDocumentsInPlace\n")
        try device.shutDown()
    }

    @Test("what cannot be opened is refused, and says why")
    func refused() throws {
        try install("homeless", "public.text", rank: "Owner", hasContainer: false)
        let text = try file("a.txt")
        #expect(try device.ctl("open", text).errors.contains("org.example.homeless has no container"))
        let other = try device.ctl("open", file("a.zip"))
        #expect(
            other.status == 125
                && other.errors.contains("no app on the device is offered a.zip, of type public.zip-archive"))
        // One that shared-mime-info knows is text.
        #expect(
            try device.ctl("open", file("song.ly"), "--list").output
                == "dyn.text-x-lilypond\norg.example.homeless: Owner\n")
        // A suffix that nobody knows is data.
        #expect(try device.ctl("open", file("a.nosuchtype"), "--list").output == "public.data\noffered to no app\n")
        #expect(try device.ctl("open", "\(directory.path)/missing.txt").status == 64)
        #expect(try device.ctl("open", directory.path).errors.contains("a directory is no document"))
        try device.ctl("lock")
        #expect(try device.ctl("open", text).errors.contains("the screen is locked"))
        try device.shutDown()
    }

    /// Stops the process that touches files for the device, which stays for a while after an order: what it is told takes its
    /// time then.
    private func stopWorker() throws -> pid_t {
        let pid = try #require(device.runner.services(FileService.subcommand).first)
        kill(pid, SIGSTOP)
        return pid
    }

    @Test("a screen that is locked while a file is copied stays locked: the app is not opened, and the copy goes")
    func lockedMeanwhile() throws {
        try install("reader", "public.text", rank: "Owner")
        let inbox = "\(directory.path)/reader/Documents/Inbox"
        let text = try file("a.txt")
        let worker = try stopWorker()
        let opening = try Runner(["ctl", "open", "--system", "\(device.runner.pid)", text])
        // A later verb is answered after the earlier one has been taken.
        #expect(try device.ctl("lock").status == 0)
        _ = device.runner.look(1) { false }
        kill(worker, SIGCONT)
        let ended = device.look { opening.look(1) { opening.status != nil } || opening.status != nil }
        try #require(ended)
        #expect(try opening.finish() == 125)
        #expect(opening.errors.contains("the screen is locked"), "\(opening.errors)")
        #expect(device.runner.events(.launched).isEmpty)
        #expect(device.look { ((try? SmallFile.list(inbox)) ?? []).isEmpty })
        try device.shutDown()
    }

    @Test("a file that cannot be copied opens no app, and leaves nothing; one that hangs holds up nobody")
    func copyFails() throws {
        try install("reader", "public.text", rank: "Owner")
        let inbox = "\(directory.path)/reader/Documents/Inbox"
        let text = try file("a.txt")
        let client = try ControlClient(system: "\(device.runner.pid)")
        _ = try stopWorker()
        // The copy waits, and the device does not.
        let hanging = try Runner(["ctl", "open", "--system", "\(device.runner.pid)", text])
        #expect(try device.ctl("status").status == 0)
        #expect(throws: KeepAliveError.self) {
            try client.request("openDocument", ["path": .string("\(directory.path)/gone.txt")])
        }
        #expect(device.runner.events(.launched).isEmpty)
        try device.shutDown()
        #expect(((try? SmallFile.list(inbox)) ?? []).isEmpty)
        _ = try hanging.finish()
        #expect(hanging.output.isEmpty, "nothing is said to have happened")
    }

    @Test("only regular files are copied, and an inbox that leads out of the container takes none")
    func notRegular() throws {
        try install("reader", "public.data", rank: "Owner")
        let client = try ControlClient(system: "\(device.runner.pid)")
        let fifo = "\(directory.path)/fifo.txt"
        try #require(mkfifo(fifo, 0o600) == 0)
        for path in [fifo, "/dev/zero"] {
            let refusal = #expect(throws: KeepAliveError.self) {
                try client.request("openDocument", ["path": .string(path)])
            }
            #expect(refusal?.message.contains("not a regular file") == true, "\(path): \(refusal?.message ?? "")")
        }
        let outside = "\(directory.path)/outside"
        mkdir(outside, 0o700)
        symlink(outside, "\(directory.path)/reader/Documents/Inbox")
        let text = try file("a.txt")
        let refusal = #expect(throws: KeepAliveError.self) {
            try client.request("openDocument", ["path": .string(text)])
        }
        #expect(
            refusal?.message.contains("is no directory of the app's container") == true, "\(refusal?.message ?? "")")
        #expect(try SmallFile.list(outside) == [])
        #expect(device.runner.events(.launched).isEmpty)
        try device.shutDown()
    }
}
