import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// A FIFO with a small buffer, and what is in it; a directory around it.
private final class Fifo {
    let directory: String
    let path: String
    let descriptor: CInt
    /// What a FIFO holds, in bytes.
    let capacity: Int

    init() throws {
        var template = Array("/tmp/keepalive-test-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        path = directory + "/fifo"
        mkfifo(path, 0o600)
        descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        try #require(descriptor >= 0)
        // F_SETPIPE_SZ and F_GETPIPE_SZ.
        _ = fcntl(descriptor, 1031, 16_384)
        capacity = Int(fcntl(descriptor, 1032))
    }

    deinit {
        close(descriptor)
        unlink(path)
        rmdir(directory)
    }

    /// Everything that is in it.
    func read() -> String {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += buffer[..<count]
        }
    }
}

@Suite(.ownThread) struct OutputFileTests {
    private let fifo: Fifo

    init() throws { fifo = try Fifo() }

    @Test("what a reader does not take is left out line by line, counted, and a failure at the end")
    func lost() throws {
        let file = try OutputFile(fifo.path, overflow: .dropsLines)
        let line = String(repeating: "x", count: 4095) + "\n"
        for _ in 0..<10 { file.write(line) }
        #expect(file.linesLost == 10 - fifo.capacity / 4096)
        #expect(file.failure == nil)
        #expect(fifo.read() == String(repeating: line, count: fifo.capacity / 4096))
        file.write("again\n")
        #expect(fifo.read() == "again\n")
        file.finish()
        #expect(file.failure?.code == .output)
        #expect(file.failure?.message == "\(fifo.path): \(file.linesLost) lines were lost, because nobody read them")
    }

    @Test("a line that has been written in part is finished before all others")
    func whole() throws {
        let file = try OutputFile(fifo.path, overflow: .dropsLines)
        let long = String(repeating: "y", count: fifo.capacity + 100) + "\n"
        file.write(long)
        file.write("left out\n")
        #expect(file.linesLost == 1)
        let first = fifo.read()
        file.write("next\n")
        #expect(first + fifo.read() == long + "next\n")
    }

    @Test("a line whose rest nobody takes counts as lost")
    func half() throws {
        let file = try OutputFile(fifo.path, overflow: .dropsLines)
        file.write(String(repeating: "y", count: fifo.capacity + 100) + "\n")
        #expect(file.linesLost == 0)
        file.finish()
        #expect(file.failure?.message.contains(": 1 line was lost") == true)
    }

    @Test("who does not read is waited for once, not at every line")
    func patience() throws {
        let file = try OutputFile(fifo.path, overflow: .dropsLines)
        let line = String(repeating: "z", count: fifo.capacity - 1) + "\n"
        let start = Machine.monotonicSeconds
        for _ in 0..<100 { file.write(line) }
        #expect(file.linesLost == 99)
        #expect(Machine.monotonicSeconds - start < 3)
    }

    @Test("nothing is lost, nothing fails")
    func complete() throws {
        let file = try OutputFile(fifo.path, overflow: .dropsLines)
        file.write("a\n")
        file.finish()
        #expect(file.failure == nil && fifo.read() == "a\n")
    }
}

@Suite(.ownThread) struct OutputDocumentTests {
    private let fifo: Fifo

    init() throws { fifo = try Fifo() }

    private func put(_ text: String, at path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o640)
        _ = OutputDescriptor.writeAll(text, to: descriptor)
        close(descriptor)
    }

    private func text(of path: String) -> String? {
        (try? InputFile.bytes(of: path, limit: 1 << 20, code: .usage, what: "a file")).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private func mode(of path: String) -> mode_t {
        var information = stat()
        lstat(path, &information)
        return information.st_mode
    }

    @Test("until it is written, the old one stays; then it is replaced, with its mode, behind its link")
    func replaced() throws {
        let path = fifo.directory + "/result"
        let link = fifo.directory + "/link"
        defer { for name in [path, link] { unlink(name) } }
        put("old", at: path)
        chmod(path, 0o604)
        symlink("result", link)
        let document = try OutputDocument(link)
        #expect(text(of: path) == "old")
        #expect(try SmallFile.list(fifo.directory).sorted() == ["fifo", "link", "result"])
        try document.write("new")
        #expect(text(of: path) == "new" && mode(of: path) == S_IFREG | 0o604 && mode(of: link) & S_IFMT == S_IFLNK)
        #expect(try SmallFile.list(fifo.directory).sorted() == ["fifo", "link", "result"])
    }

    @Test("a file with two names keeps both")
    func hardLink() throws {
        let path = fifo.directory + "/result"
        let other = fifo.directory + "/other"
        defer { for name in [path, other] { unlink(name) } }
        put("an old and longer one", at: path)
        #expect(link(path, other) == 0)
        try OutputDocument(path).write("new")
        #expect(text(of: other) == "new")
    }

    @Test("a new one appears when it is written, not before")
    func new() throws {
        let path = fifo.directory + "/result"
        defer { unlink(path) }
        let document = try OutputDocument(path)
        #expect(access(path, F_OK) == -1)
        try document.write("new")
        #expect(text(of: path) == "new")
    }

    @Test(
        "what cannot be written is told at once",
        arguments: ["/no/such/directory/file", "", "/tmp", "/proc/self/nothing", "/tmp/"])
    func refused(path: String) {
        let error = #expect(throws: KeepAliveError.self) { try OutputDocument(path) }
        #expect(error?.code == .output)
        #expect(error?.message.contains("cannot write") == true)
    }
}

@Suite(.ownThread) struct OutputConflictTests {
    @Test("files are compared by what they are: links, other spellings, and files that are not there yet")
    func conflicts() throws {
        let fifo = try Fifo()
        let directory = fifo.directory
        let (file, other, link) = (directory + "/file", directory + "/other", directory + "/link")
        defer { for name in [file, other, link] { unlink(name) } }
        func clash(_ one: String, _ two: String, inputs: [String] = []) -> String? {
            do {
                try OutputConflict.check(outputs: [("--one", one), ("--two", two), ("--three", nil)], inputs: inputs)
                return nil
            } catch let error as KeepAliveError {
                #expect(error.code == .usage)
                return error.message
            } catch {
                return "\(error)"
            }
        }
        symlink("file", link)
        let expected = "--one and --two name the same file, \(directory)/./file: one would overwrite the other"
        #expect(clash(file, directory + "/./file") == expected)
        #expect(clash(file, link) != nil)
        #expect(clash(file, other) == nil)
        close(creat(file, 0o600))
        #expect(clash(file, directory + "/./file") == expected)
        #expect(clash(file, link) != nil)
        #expect(Glibc.link(file, other) == 0)
        #expect(clash(file, other) != nil)
        #expect(clash("-", other, inputs: [link]) == "--two \(other) would overwrite \(link), which is read")
        // What is no regular file may be shared.
        #expect(clash("-", "-") == nil)
        #expect(clash("/dev/null", "/dev/null", inputs: ["/dev/null"]) == nil)
        #expect(clash(fifo.path, fifo.path) == nil)
        #expect(try SmallFile.list(directory).sorted() == ["fifo", "file", "link", "other"])
    }

    @Test(
        "a word is quoted for a shell where it must be",
        arguments: [("/a/b-c_1.d", "/a/b-c_1.d"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("", "''")])
    func quoting(word: String, quoted: String) {
        #expect(Machine.quoted(word) == quoted)
    }
}
