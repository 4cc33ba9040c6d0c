import FoundationEssentials
import KeepAliveFormats
import Testing

@testable import KeepAlivePolicy

/// Property lists that ask for more than their size lets one think.
@Suite struct PropertyListReaderTests {
    /// The bytes of a binary list with these objects, the first of which is the root.
    static func binary(_ objects: [[UInt8]]) -> [UInt8] {
        func number(_ value: Int, _ size: Int) -> [UInt8] {
            (0..<size).reversed().map { UInt8(value >> ($0 * 8) & 0xFF) }
        }
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets += number(bytes.count, 4)
            bytes += object
        }
        let table = bytes.count
        return bytes + offsets + [0, 0, 0, 0, 0, 0, 4, 1] + number(objects.count, 8) + number(0, 8) + number(table, 8)
    }

    /// An array that refers so often to an object.
    static func array(_ count: Int, of object: UInt8) -> [UInt8] {
        [0xAF, 0x12] + (0..<4).reversed().map { UInt8(count >> ($0 * 8) & 0xFF) }
            + [UInt8](repeating: object, count: count)
    }

    static func text(_ text: String) -> [UInt8] { [0x5F, 0x10, UInt8(text.utf8.count)] + Array(text.utf8) }

    static func refusal(_ bytes: [UInt8]) throws -> String {
        let error = try #require(throws: KeepAliveError.self) {
            _ = try ManifestDecoder.decode(bytes, path: "Info.plist")
        }
        #expect(error.code == .manifest && error.description.hasPrefix("Info.plist: "))
        return error.description
    }

    @Test("references that make a small binary list a large one are counted, not followed")
    func sharedReferences() throws {
        // Each of 200,000 documents has 200,000 types.
        let wide = Self.binary([
            [0xD1, 1, 2], Self.text("CFBundleDocumentTypes"), Self.array(200_000, of: 3), [0xD1, 4, 5],
            Self.text("LSItemContentTypes"), Self.array(200_000, of: 6), Self.text("x.y"),
        ])
        #expect(
            try Self.refusal(wide).contains("more than 10000 keys and values, each counted as often as it is referred"))
        // Each array of 40 has the next one twice: 2^40.
        var doubling: [[UInt8]] = [[0xD1, 1, 2], Self.text("a")]
        for index in 2..<42 { doubling.append([0xA2, UInt8(index + 1), UInt8(index + 1)]) }
        doubling.append([0x09])
        #expect(try Self.refusal(Self.binary(doubling)).contains("more than 10000 keys and values"))
    }

    @Test("a long text that many refer to is counted as often")
    func sharedText() throws {
        let long: [UInt8] = [0x5F, 0x12, 0, 0x10, 0, 0] + [UInt8](repeating: 0x78, count: 1 << 20)
        let bytes = Self.binary([[0xD1, 1, 2], Self.text("UIBackgroundModes"), Self.array(17, of: 3), long])
        #expect(try Self.refusal(bytes).contains("more than 16777216 bytes of texts and data"))
    }

    @Test("as many keys and values as the limit are read, and one more is not")
    func limit() throws {
        // The root, the key, the array, and its elements.
        func list(_ count: Int) -> [UInt8] {
            Self.binary([[0xD1, 1, 2], Self.text("UIBackgroundModes"), Self.array(count, of: 3), Self.text("audio")])
        }
        let most = ManifestDecoder.limits.values - 3
        #expect(try ManifestDecoder.decode(list(most), path: "Info.plist").backgroundModes == [.audio])
        #expect(try Self.refusal(list(most + 1)).contains("more than 10000 keys and values"))
        func xml(_ count: Int) -> [UInt8] {
            let values = String(repeating: "<string>audio</string>", count: count)
            return ManifestTests.xml("<dict><key>UIBackgroundModes</key><array>\(values)</array></dict>")
        }
        // The tag of the list counts, too.
        #expect(try ManifestDecoder.decode(xml(most - 1), path: "Info.plist").backgroundModes == [.audio])
        #expect(try Self.refusal(xml(most)).contains("line 3: more than 10000 keys and values"))
    }

    @Test("a binary list that is nested deeper than the limit, or contains itself, is refused at once")
    func depth() throws {
        func nested(_ count: Int) -> [UInt8] {
            var objects: [[UInt8]] = [[0xD1, 1, 2], Self.text("a")]
            for index in 2..<2 + count { objects.append([0xA1, UInt8(index + 1)]) }
            return Self.binary(objects + [[0x09]])
        }
        #expect(throws: Never.self) { try ManifestDecoder.decode(nested(63), path: "Info.plist") }
        #expect(try Self.refusal(nested(64)).contains("nested deeper than 64 levels"))
        // What is below an object counts also where it was met before, nearer to the root.
        var twice = [[0xD2, 1, 2, 3, 4], Self.text("a"), Self.text("b")]
        for index in 3..<64 { twice.append([0xA1, UInt8(index + 1)]) }
        twice.append([0x09])
        twice[0] = [0xD2, 1, 2, 34, 3]
        #expect(throws: Never.self) { try ManifestDecoder.decode(Self.binary(twice), path: "Info.plist") }
        for container: [UInt8] in [[0xA1, 0], [0xC1, 0], [0xD1, 0, 0]] {
            #expect(try Self.refusal(Self.binary([container])).contains("it contains itself"))
        }
    }

    @Test("lengths and places that lead out of a binary list are damage")
    func lengths() throws {
        let key = Self.text("CFBundleIdentifier")
        for object: [UInt8] in [
            // Texts of UTF-16, of which half are there; ASCII and data; numbers of 16 bytes and 32 KB for the length.
            [0x6F, 0x11, 0, 64] + [UInt8](repeating: 0, count: 64),
            [0x5F, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7),
            [0x44], [0x6F, 0x14] + [UInt8](repeating: 0xFF, count: 16), [0xAF, 0x1F], [0xAF], [0xA1, 9],
            [0xDF, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7),
        ] {
            let bytes = Self.binary([[0xD1, 1, 2], key, object])
            #expect(try Self.refusal(bytes).contains("damaged binary property list"), "\(object)")
        }
        // The trailer: the sizes of an offset and of a reference, the number of objects, the root, the place of the table.
        for (place, value): (Int, UInt8) in [
            (6, 0), (6, 9), (7, 0), (7, 9), (8, 0x7F), (15, 9), (16, 0xFF), (24, 0xFF),
        ] {
            var bytes = Self.binary([[0xD1, 1, 2], key, Self.text("a.b")])
            bytes[bytes.count - 32 + place] = value
            #expect(try Self.refusal(bytes).contains("damaged binary property list"), "\(place)")
        }
    }

    @Test("a text with a NUL character is refused: what the system is given ends at one")
    func nul() throws {
        let bytes = Self.binary([[0xD1, 1, 2], Self.text("CFBundleIdentifier"), Self.text("org.a\u{0}b")])
        #expect(try Self.refusal(bytes) == "Info.plist: key CFBundleIdentifier: must have no NUL character")
    }

    @Test("what is no list that is read does not reach the decoder of the old text format")
    func otherFormats() throws {
        for text in [
            "bplist9=\"\\UD800\";//" + String(repeating: " ", count: 64), "{a=b;}", "\u{1}<plist/>",
            "\u{FEFF}\u{0}<plist>",
            "<plist>\u{0}</plist>",
        ] {
            #expect(try Self.refusal(Array(text.utf8)).contains("not a property list"), "\(text)")
        }
    }

    @Test("the old text format is limited too, and no comment or text hides its depth")
    func oldFormat() throws {
        struct Project: Decodable { var a: String }
        func read(_ text: String) throws -> Project {
            try PropertyListReader.decode(
                Project.self, from: Array(text.utf8), limits: .init(bytes: 1 << 20, values: 1000), readsText: true)
        }
        #expect(try read("// !$*UTF8*$!\n{ /* ( */ a = \"b/*\\\"\"; c = (1, //(\n x//y, <00 FF>, '('); }").a == "b/*\"")
        for opening in [
            "(", "/* \" */(", "// '\u{2028}(", "\"/*\", (", "'\\'//', (", "x//y, (", "/*/ ' */(", "{ b = ", "<00>, (",
        ] {
            let text = "{ a = (" + String(repeating: opening, count: 70) + "\n"
            let fault = try #require(throws: PropertyListReader.Fault.self) { _ = try read(text) }
            #expect(fault.description == "line 1: nested deeper than 64 levels", "\(opening)")
        }
        let fault = try #require(throws: PropertyListReader.Fault.self) {
            _ = try read("{ a = (\n" + String(repeating: "1, ", count: 1000) + "); }")
        }
        #expect(fault.description == "line 2: more than 1000 keys and values")
    }
}
